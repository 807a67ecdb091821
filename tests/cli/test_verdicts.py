# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What a check answers and which exit status it gives."""
import json
import os

from tool_case import QUADS, TOOL, ToolCase, box_obj, main

from method_docs import method_words


class Verdicts(ToolCase):
    def scene(self, name="scene.json", **document):
        return self.write(name, json.dumps({"schema": "impinge.scene/1", **document}))

    def box(self, name, x, edge=10, **more):
        return {"name": name, "shape": {"box": [edge, edge, edge]}, "position": [x, 0, 0], **more}

    def test_apart_is_clean(self):
        a, b = self.two_boxes(20)
        document = self.check(a, b, status=0)
        self.assertEqual(document["pairs"], [])
        self.assertEqual([o["name"] for o in document["objects"]], ["left", "right"])
        self.assertEqual([o["faces"] for o in document["objects"]], [12, 12])
        self.assertTrue(all(o["closed"] and not any(o["findings"].values()) for o in document["objects"]))

    def test_infinite_clearance_gives_every_distance(self):
        pair = self.check(*self.two_boxes(1000), "--clearance", "inf", status=1)["pairs"][0]
        self.assertEqual((pair["verdict"], pair["distance"]), ("near", 990))

    def test_overlap_is_a_finding(self):
        for offset, word in ((5, "crossing"), (10, "touching"), (0, "same")):
            document = self.check(*self.two_boxes(offset), status=1)
            self.assertEqual(self.verdicts(document), [("left", "right", word)])
            self.assertIsNone(document["pairs"][0]["distance"])

    def test_every_way_gives_the_same_answer(self):
        a, b = self.two_boxes(5)
        expected = self.check(a, b, status=1)["pairs"]
        ways = [["--method", word] for word in method_words(TOOL) if word not in ("zlist", "depth_count")]
        for way in (*ways, ["--method", "zlist", "--certified"], ["--broad", "brute_boxes"], ["--broad", "none"],
                    ["--broad", "sweep_boxes"], ["--level", "0"], ["--level", "6"], ["--threads", "1"],
                    ["--threads", "2"]):
            self.assertEqual(self.check(a, b, *way, status=1)["pairs"], expected, way)

    def test_verdicts_alone(self):
        for offset, word in ((5, "crossing"), (10, "touching"), (0, "same")):
            document = self.check(*self.two_boxes(offset), "--verdicts", status=1)
            self.assertEqual(self.verdicts(document), [("left", "right", word)])
            self.assertIsNone(document["pairs"][0]["face_pair_count"])
        document = self.check(*self.two_boxes(5), "--verdicts", "--method", "polar_newton", status=1)
        self.assertEqual(document["stats"]["method"], ["polar_newton"])
        self.trouble("check", *self.two_boxes(5), "--verdicts", "--face-pairs", "p.csv", names=("--verdicts", "--face-pairs"))

    def test_threads_beyond_the_cores_are_left_out_silently(self):
        document = self.check(*self.two_boxes(5), "--threads", "1024", status=1)  # nothing on standard error
        self.assertLessEqual(document["stats"]["threads"], os.cpu_count())

    def test_threads_are_reported(self):
        self.assertEqual(self.check(*self.two_boxes(5), "--threads", "1", status=1)["stats"]["threads"], 1)

    def test_contained(self):
        outer, inner = self.write_box("outer.obj", edge=20), self.write_box("inner.obj", edge=4)
        self.assertEqual(self.verdicts(self.check(outer, inner, status=1)), [("outer", "inner", "b_in_a")])
        self.assertEqual(self.verdicts(self.check(inner, outer, status=1)), [("inner", "outer", "a_in_b")])

    def test_touching_ignored_keeps_its_word(self):
        document = self.check(*self.two_boxes(10), "--touching", "ignore", status=0)
        self.assertEqual(self.verdicts(document), [("left", "right", "touching")])
        self.check(*self.two_boxes(5), "--touching", "ignore", status=1)

    def test_near_is_a_finding(self):
        a, b = self.two_boxes(10.25)
        pair = self.check(a, b, "--clearance", "0.25", status=1)["pairs"][0]
        self.assertEqual((pair["verdict"], pair["distance"], pair["face_pair_count"]), ("near", 0.25, 0))
        self.assertEqual((pair["witness"]["a_point"][0], pair["witness"]["b_point"][0]), (5, 5.25))
        self.assertEqual(self.check(a, b, "--clearance", "0.2", status=0)["pairs"], [])
        self.check(a, b, status=0)

    def test_clearance_gives_distance_zero_where_they_meet(self):
        for offset in (0, 5, 10):
            document = self.check(*self.two_boxes(offset), "--clearance", "0", status=1)
            self.assertEqual(document["pairs"][0]["distance"], 0)

    def test_three_files_and_repeated_names(self):
        names = [self.write_box("box.obj"), self.write_box("more/box.obj", at=(5, 0, 0)),
                 self.write_box("box.2.obj", at=(50, 0, 0))]
        document = self.check(*names, status=1)
        self.assertEqual([o["name"] for o in document["objects"]], ["box", "box#2", "box.2"])
        self.assertEqual(self.verdicts(document), [("box", "box#2", "crossing")])

    def test_self(self):
        # Two cubes that overlap, in one file.
        first, second = box_obj(), box_obj(at=(5, 1, 1)).splitlines()
        faces = ["f " + " ".join(str(int(i) + 8) for i in line.split()[1:]) for line in second if line[0] == "f"]
        name = self.write("both.obj", first + "\n".join([line for line in second if line[0] == "v"] + faces) + "\n")
        document = self.check(name, "--self", status=1)
        self.assertEqual(self.verdicts(document), [("both", "both", "crossing")])
        self.assertEqual(self.check(self.write_box("one.obj"), "--self", status=0)["pairs"], [])

    def test_scene_with_ignored_pair(self):
        objects = [self.box("shaft", 0), self.box("hub", 5), self.box("far", 100)]
        document = self.check("--scene", self.scene(objects=objects), status=1)
        self.assertEqual(self.verdicts(document), [("shaft", "hub", "crossing")])
        ignore = [{"a": "shaft", "b": "hub", "reason": "press fit"}]
        accepted = self.scene(objects=objects, ignore=ignore)
        document = self.check("--scene", accepted, "--ignored", "list", status=0)
        self.assertEqual((document["pairs"][0]["ignored"], document["pairs"][0]["reason"]), (True, "press fit"))
        document = self.check("--scene", accepted, status=0)
        self.assertEqual((document["pairs"], document["asked"], document["skipped"]["ignored"]), ([], 2, 1))

    def test_groups(self):
        objects = [self.box("p", 0, group="a"), self.box("q", 5, group="a"), self.box("r", -5, group="b")]
        document = self.check("--scene", self.scene(objects=objects), status=1)
        self.assertEqual(self.verdicts(document)[0], ("p", "r", "crossing"))
        self.assertNotIn(("p", "q", "crossing"), self.verdicts(document))

    def test_scene_without_a_pair_is_trouble(self):
        one = self.scene(objects=[self.box("only", 0)])
        self.trouble("check", "--scene", one, names=["scene.json", "--self"])
        self.check("--scene", one, "--self", status=0)

    def test_units(self):
        a, b = self.two_boxes(5)
        self.assertEqual(self.check(a, b, status=1)["units"], "mm")
        self.assertEqual(self.check(a, b, "--units", "in", status=1)["units"], "in")
        scene = self.scene(units="cm", objects=[self.box("p", 0), self.box("q", 5)])
        self.assertEqual(self.check("--scene", scene, status=1)["units"], "cm")
        self.assertEqual(self.check("--scene", scene, "--units", "cm", status=1)["units"], "cm")
        self.trouble("check", "--scene", scene, "--units", "mm", names=["--units", "scene.json", "cm"])
        self.assertIn("[in]", self.run_tool("check", a, b, "--units", "in").stdout)

    def test_source_faces_where_the_file_has_polygons(self):
        a, b = self.write_box("quads.obj", faces=QUADS), self.write_box("right.obj", at=(5, 1, 1))
        witness = self.check(a, b, status=1)["pairs"][0]["witness"]
        self.assertEqual(witness["a_source_face"], witness["a_face"] // 2)
        self.assertNotIn("b_source_face", witness)


if __name__ == "__main__":
    main()
