# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Flawed meshes with and without --strict, files of the data folder."""
import os
import pathlib
import unittest

from tool_case import ROOT, TRIANGLES, ToolCase, main

DATA = pathlib.Path(os.environ.get("IMPINGE_DATA", ROOT.parent / "shared" / "data"))


class Inputs(ToolCase):
    def test_strict_refuses_flaws_and_names_them(self):
        flaws = {
            "open edge": TRIANGLES[:-1],
            "degenerate face": TRIANGLES + [(0, 0, 1)],
            "duplicate face": TRIANGLES + [TRIANGLES[4]],
            "inconsistent edge": TRIANGLES[:5] + [TRIANGLES[5][::-1]] + TRIANGLES[6:],
            "non-manifold edge": TRIANGLES + [(0, 1, 7)],
        }
        other = self.write_box("other.obj", at=(100, 0, 0))
        for kind, faces in flaws.items():
            with self.subTest(kind=kind):
                name = self.write_box("flawed.obj", faces=faces)
                run = self.trouble("check", other, name, "--strict", names=["flawed.obj", kind, "--strict"])
                self.assertRegex(run.stderr, r"\d+ " + kind + r"s? \(first at face \d+\)")
                self.check(other, name, status=0)
                self.assertIn(kind, self.run_tool("check", other, name, status=0).stdout)

    def test_strict_accepts_clean_meshes(self):
        self.check(*self.two_boxes(20), "--strict", status=0)
        self.check(*self.two_boxes(5), "--strict", status=1)

    def test_open_mesh_is_marked(self):
        a = self.write_box("open.obj", faces=TRIANGLES[:-1])
        b = self.write_box("right.obj", at=(5, 1, 1))
        objects = self.check(a, b, status=1)["objects"]
        self.assertEqual([o["closed"] for o in objects], [False, True])
        self.assertEqual(objects[0]["findings"]["open_edges"], 3)

    def test_fatal_meshes(self):
        other = self.write_box("other.obj")
        self.trouble("check", other, self.write("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), names="nan.obj")
        self.trouble("check", other, self.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"), names="index.obj")
        self.trouble("check", other, self.write("none.obj", "v 0 0 0\n"), names="none.obj")

    def test_other_formats(self):
        off = "OFF\n4 4 0\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"
        document = self.check(self.write("corner.off", off), self.write_box("box.obj"), status=1)
        self.assertEqual(self.verdicts(document), [("corner", "box", "crossing")])

    @unittest.skipUnless(DATA.is_dir(), f"no data folder at {DATA}; set IMPINGE_DATA")
    def test_real_mesh_against_itself(self):
        files = sorted(p for p in DATA.rglob("*") if p.suffix in (".stl", ".obj", ".ply", ".off")
                       and 1000 < p.stat().st_size < 2_000_000)
        if not files:
            self.skipTest(f"no mesh file under {DATA}")
        document = self.check(files[0], files[0], status=1)
        self.assertEqual(document["pairs"][0]["b"], files[0].stem + "#2")


if __name__ == "__main__":
    main()
