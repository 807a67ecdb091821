# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Scenes that move, and answers that keep to their schema."""
import json

from tool_case import ToolCase, jsonschema, schema_of


class SweepCase(ToolCase):
    def scene(self, objects, **more):
        text = json.dumps({"schema": "impinge.scene/1", "objects": objects, **more})
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("scene")).validate(json.loads(text))
        return self.write("motion.json", text)

    def sweep(self, objects, *arguments, status=1, **more):
        run = self.run_tool("sweep", "--scene", self.scene(objects, **more), "--json", "-", *arguments, status=status)
        self.assertEqual(run.stderr, "")
        document = json.loads(run.stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("sweep")).validate(document)
        return document

    plate = {"name": "plate", "shape": {"box": [0.1, 10, 10]}}

    def bullet(self, **more):
        return {"name": "bullet", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [-20, 0, 0], **more}
