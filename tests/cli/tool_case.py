# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Runs the built tool in a folder of its own and checks what every run must keep to."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

TOOL = [*os.environ.get("IMPINGE_EMULATOR", "").split(), os.environ["IMPINGE_TOOL"]]
ROOT = pathlib.Path(__file__).resolve().parents[2]

CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
TRIANGLES = [t for q in QUADS for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]


def box_obj(edge=10.0, at=(0, 0, 0), faces=None):
    """A cube as OBJ text, closed with its normals outwards unless other faces are given."""
    lines = ["v " + " ".join(repr(edge * c + p) for c, p in zip(corner, at)) for corner in CORNERS]
    lines += ["f " + " ".join(str(i + 1) for i in face) for face in (faces or TRIANGLES)]
    return "\n".join(lines) + "\n"


def schema_of(name):
    with open(ROOT / "docs" / f"{name}.schema.json", encoding="utf-8") as file:
        return json.load(file)


class ToolCase(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory(prefix="impinge_cli_")
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return name

    def write_box(self, name, **options):
        return self.write(name, box_obj(**options))

    def two_boxes(self, offset):
        """Two 10 mm cubes, the second moved along x."""
        return self.write_box("left.obj"), self.write_box("right.obj", at=(offset, 0, 0))

    def run_tool(self, *arguments, status=None, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        run = subprocess.run([*TOOL, *map(str, arguments)], cwd=self.folder, stdin=subprocess.DEVNULL, timeout=240,
                             encoding="utf-8", errors="surrogateescape", **options)
        if status is not None:
            self.assertEqual(run.returncode, status, f"{arguments}\n{run.stdout}\n{run.stderr}")
        return run

    def trouble(self, *arguments, names=()):
        """Status 2, nothing on standard output, one message that names what is wrong."""
        run = self.run_tool(*arguments, status=2)
        self.assertEqual(run.stdout, "", arguments)
        self.assertTrue(run.stderr.startswith("impinge"), run.stderr)
        for name in [names] if isinstance(names, str) else names:
            self.assertIn(name, run.stderr)
        return run

    def check(self, *arguments, status):
        """The document of `check … --json -`; it must be JSON alone, valid, and consistent in itself."""
        run = self.run_tool("check", *arguments, "--json", "-", status=status)
        self.assertEqual(run.stderr, "")
        document = json.loads(run.stdout)
        self.validate(document)
        return document

    def validate(self, document):
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("check")).validate(document)
        names = [o["name"] for o in document["objects"]]
        self.assertEqual(len(names), len(set(names)))
        keys = [(names.index(p["a"]), names.index(p["b"])) for p in document["pairs"]]
        self.assertEqual(keys, sorted(keys))
        for a, b in keys:
            self.assertLessEqual(a, b)
        for pair in document["pairs"]:
            counts = [pair[key] for key in ("face_pair_count", "crossing_count", "touching_count")]
            if counts != [None] * 3:  # with --verdicts nobody has counted
                self.assertEqual(counts[0], counts[1] + counts[2])

    def verdicts(self, document):
        return [(p["a"], p["b"], p["verdict"]) for p in document["pairs"]]


def main():
    if jsonschema is None:
        print("python3-jsonschema is absent: answers are not validated against docs/check.schema.json")
    unittest.main(verbosity=1)
