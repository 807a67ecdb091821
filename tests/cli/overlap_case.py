# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Runs `impinge overlap` and checks what every overlap must keep to."""
import json

from tool_case import ToolCase, jsonschema, schema_of


class OverlapCase(ToolCase):
    def crossing_boxes(self):
        """Two 10 mm cubes that share a box of 5 x 9 x 8 at a corner of each."""
        return self.write_box("left.obj"), self.write_box("right.obj", at=(5, 1, 2))

    def overlap(self, *arguments, status):
        """The document of `overlap … --json -`; it must be JSON alone, valid, and consistent in itself."""
        run = self.run_tool("overlap", *arguments, "--json", "-", status=status)
        self.assertEqual(run.stderr, "")
        document = json.loads(run.stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("overlap")).validate(document)
        self.validate_lumps(document)
        return document

    def validate_lumps(self, document):
        lumps = document["lumps"]
        self.assertAlmostEqual(sum(lump["volume"] for lump in lumps), document["volume"], delta=1e-9 * document["volume"])
        self.assertEqual([lump["volume"] for lump in lumps], sorted((lump["volume"] for lump in lumps), reverse=True))
        for lump in lumps:
            low, high = lump["box"]
            for x, l, h in zip(lump["centroid"], low, high):
                self.assertTrue(l < x < h)
            for side in "ab":
                self.assertEqual(lump["faces"][side], sorted(set(lump["faces"][side])))

    def write_scene(self, name, objects, **more):
        return self.write(name, json.dumps({"schema": "impinge.scene/1", "units": "mm", "objects": objects, **more}))

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")
