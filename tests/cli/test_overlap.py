# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge overlap`: the solid of two bodies, their union and difference."""
import json
import os

from overlap_case import OverlapCase
from tool_case import TRIANGLES, main


def box(name, edges, position):
    return {"name": name, "shape": {"box": edges}, "position": position}


class Overlap(OverlapCase):
    def test_intersection(self):
        files = self.crossing_boxes()
        document = self.overlap(*files, "--output", "common.ply", status=1)
        self.assertEqual((document["a"], document["b"], document["combine"]), ("left", "right", "intersection"))
        self.assertEqual((document["verdict"], len(document["lumps"]), document["embedded"]), ("crossing", 1, True))
        self.assertAlmostEqual(document["volume"], 360, delta=1e-9)
        self.assertAlmostEqual(document["area"], 2 * (45 + 40 + 72), delta=1e-9)
        again = self.check("common.ply", *files, status=1)
        self.assertEqual(again["objects"][0]["faces"], document["faces"])
        self.assertEqual([p["verdict"] for p in again["pairs"] if p["a"] == "common"], ["a_in_b", "a_in_b"])

    def test_union_and_difference(self):
        files = self.crossing_boxes()
        for word, volume in (("union", 2000 - 360), ("difference", 1000 - 360)):
            document = self.overlap(*files, "--combine", word, "--output", f"{word}.ply", status=1)
            self.assertAlmostEqual(document["volume"], volume, delta=1e-9)
            self.assertEqual((document["combine"], document["verdict"]), (word, "crossing"))
            self.assertTrue(self.check(f"{word}.ply", "left.obj", status=1)["objects"][0]["closed"])
        inner = self.write_box("inner.obj", edge=4)
        self.assertEqual(self.overlap(inner, "left.obj", "--combine", "difference", status=1)["lumps"], [])
        self.assertAlmostEqual(self.overlap("left.obj", inner, "--combine", "difference", status=1)["volume"], 1000 - 64,
                               delta=1e-9)

    def test_bodies_that_do_not_overlap(self):
        for offset, verdict in ((10, "touching"), (12, "disjoint")):
            files = self.two_boxes(offset)
            document = self.overlap(*files, "--output", "none.stl", status=0)
            self.assertEqual((document["verdict"], document["volume"], document["lumps"], document["faces"]), (verdict, 0, [], 0))
            self.assertFalse((self.folder / "none.stl").exists())
            self.assertIn("none.stl is not written", self.run_tool("overlap", *files, "--output", "none.stl", status=0).stdout)
            self.assertAlmostEqual(self.overlap(*files, "--combine", "union", status=0)["volume"], 2000, delta=1e-9)

    def test_bodies_apart_have_all_that_was_asked_for(self):
        files = self.two_boxes(12)
        document = self.overlap(*files, "--contacts", "c.csv", "--curves", "c.obj", "--patches", "--parting", status=0)
        self.assertEqual((document["verdict"], document["contacts"], document["curves"], document["patches"]), ("disjoint", 0, [], []))
        self.assertNotIn("parting", document)
        self.assertFalse({"contacts", "curves", "patches"} & set(self.overlap(*files, status=0)))

    def test_one_in_the_other_and_the_same(self):
        outer, inner = self.write_box("outer.obj"), self.write_box("inner.obj", edge=4, at=(1, 1, 1))
        self.assertAlmostEqual(self.overlap(inner, outer, status=1)["volume"], 64, delta=1e-9)
        copy = self.write_box("copy.obj")
        document = self.overlap(outer, copy, status=1)
        self.assertEqual(document["verdict"], "same")
        self.assertAlmostEqual(document["volume"], 1000, delta=1e-9)

    def test_what_a_check_says_too(self):
        files = self.crossing_boxes()
        options = ("--contacts", "c.csv", "--curves", "c.obj", "--patches", "--parting")
        document = self.overlap(*files, *options, status=1)
        pair = self.check(*files, *options, "--overlap", "o.ply", status=1)["pairs"][0]
        for key in ("contacts", "curves", "patches", "parting", "lumps", "volume"):
            self.assertEqual(document[key], pair[key], key)

    def test_table(self):
        text = self.run_tool("overlap", *self.crossing_boxes(), status=1).stdout
        self.assertIn("left and right: crossing; intersection of 360 mm^3 in 1 lump", text)
        self.assertEqual(self.run_tool("overlap", "left.obj", "right.obj", "--quiet", status=1).stdout, "")

    def test_scene_with_names(self):
        objects = [box("plate", [10, 10, 2], [0, 0, 0]), box("pin", [2, 2, 10], [0, 0, 5.5]), box("lid", [9, 9, 9], [50, 0, 0])]
        scene = self.write_scene("cell.json", objects, ignore=[{"a": "plate", "b": "pin", "reason": "press fit"}])
        document = self.overlap("--scene", scene, "pin", "plate", status=0)
        self.assertEqual((document["a"], document["b"], document["ignored"], document["reason"]), ("pin", "plate", True, "press fit"))
        self.assertAlmostEqual(document["volume"], 2, delta=1e-9)
        self.assertEqual(self.overlap("--scene", scene, "pin", "lid", status=0)["verdict"], "disjoint")
        self.trouble("overlap", "--scene", scene, names=["cell.json", "3 object"])
        self.trouble("overlap", "--scene", scene, "pin", names="cell.json")
        self.trouble("overlap", "--scene", scene, "pin", "pin", names="pin")

    def test_picture(self):
        self.run_tool("overlap", *self.crossing_boxes(), "--picture", "p.png", "--size", "320x240", "--view", "0,20", status=1)
        self.assertEqual((self.folder / "p.png").read_bytes()[:4], b"\x89PNG")

    def test_threads_and_order_do_not_change_the_solid(self):
        files = self.crossing_boxes()
        for threads in (1, 2):
            self.run_tool("overlap", *files, "--output", f"{threads}.ply", "--threads", threads, status=1)
        self.assertEqual((self.folder / "1.ply").read_bytes(), (self.folder / "2.ply").read_bytes())


class Refusals(OverlapCase):
    def test_open_bodies(self):
        self.write_box("open.obj", faces=TRIANGLES[2:])
        self.write_box("closed.obj", at=(5, 1, 2))
        for word in ("intersection", "union"):
            self.trouble("overlap", "open.obj", "closed.obj", "--combine", word, "--output", "o.ply", names=["open.obj", "mend"])
            self.trouble("overlap", "closed.obj", "open.obj", "--combine", word, names=["open.obj", "mend"])
        self.assertFalse((self.folder / "o.ply").exists())

    def test_inputs(self):
        a, b = self.crossing_boxes()
        self.trouble("overlap", names="--scene")
        self.trouble("overlap", a, names=["left.obj alone", "two"])
        self.trouble("overlap", a, b, a, names="two")
        self.trouble("overlap", a, "missing.stl", names="missing.stl")
        self.trouble("overlap", a, b, "--units", "furlong", names="--units")
        self.trouble("overlap", a, b, "--combine", "both", names="--combine")
        self.trouble("overlap", a, b, "--threads", 0, names="--threads")

    def test_outputs(self):
        a, b = self.crossing_boxes()
        for name in ("o.xyz", "o", "-"):
            self.trouble("overlap", a, b, "--output", name, names=["--output", name])
        self.trouble("overlap", a, b, "--output", "nowhere/o.stl", names=["--output", "nowhere"])
        self.trouble("overlap", a, b, "--output", a, names=["--output", a])
        self.trouble("overlap", a, b, "--output", "o.obj", "--curves", "o.obj", names=["--output", "--curves"])
        self.trouble("overlap", a, b, "--size", "320x240", names="--size")
        for option in (["--patches"], ["--parting"], ["--curves", "c.obj"], ["--contacts", "c.csv"], ["--picture", "p.png"]):
            self.trouble("overlap", a, b, "--combine", "union", *option, names=[option[0], "union"])

    def test_a_file_that_is_there_stays_where_nothing_is_written(self):
        self.write("kept.stl", "as it was")
        self.run_tool("overlap", *self.two_boxes(12), "--output", "kept.stl", status=0)
        self.assertEqual(self.read("kept.stl"), "as it was")
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def test_json_of_a_name_that_is_no_text(self):
        self.crossing_boxes()
        os.rename(self.folder / "left.obj", bytes(self.folder) + b"/b\xff.obj")
        run = self.run_tool("overlap", "b\udcff.obj", "right.obj", "--json", "-", status=1)
        self.assertIn("\ufffd", json.loads(run.stdout)["a"])


if __name__ == "__main__":
    main()
