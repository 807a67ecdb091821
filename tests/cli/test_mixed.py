# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Scenes of meshes and shapes without faces: what is sampled says so, in table, JSON, summary and exit status."""
import json

from tool_case import CORNERS, TRIANGLES, ToolCase, box_obj, main


class MixedScenes(ToolCase):
    left = {"name": "left", "shape": {"box": [2, 2, 2]}}
    # A capsule that points at the box and ends above it; their boxes meet.
    tilted = {"name": "tilted", "shape": {"sdf": {"capsule": {"from": [0.9, 0.9, 1.3], "to": [2, 2, 0.5], "radius": 0.1}}}}
    far = {"name": "far", "shape": {"sdf": {"rounded_box": {"edges": [1, 1, 1], "radius": 0.1}}}, "position": [0, 0, 500]}

    def scene(self, *objects, **more):
        return ["--scene", self.write("mixed.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}))]

    def box(self, name, x):
        return {**self.left, "name": name, "position": [x, 0, 0]}

    def test_a_shape_far_away_leaves_mesh_pairs_exact(self):
        document = self.check(*self.scene(self.left, self.box("right", 1), self.far), "--clearance", 1, status=1)
        self.assertEqual(self.verdicts(document), [("left", "right", "crossing")])
        self.assertEqual(document["pairs"][0]["certainty"], "proved")
        self.assertEqual(document["stats"]["method"], ["slice_map"])

    def test_nothing_found_on_lines_is_listed_as_sampled(self):
        scene = self.scene(self.left, self.tilted)
        document = self.check(*scene, status=0)
        self.assertEqual(self.verdicts(document), [("left", "tilted", "disjoint")])
        self.assertEqual(document["pairs"][0]["certainty"], "sampled")
        run = self.run_tool("check", *scene, status=0)
        self.assertIn("disjoint (sampled)", run.stdout)
        self.assertIn("not proved", run.stdout)
        self.assertRegex(run.stdout.splitlines()[-1],
                         r"^0 findings in 1 pair; not proved: 1 sampled, where nothing was found \(method zlist, ")

    def tray(self):
        """A box of 10 without its lid."""
        return self.write("tray.obj", box_obj(edge=10.0, faces=[f for f in TRIANGLES if any(CORNERS[i][2] < 0 for i in f)]))

    def test_a_ball_in_an_open_box_was_clean(self):
        tray = {"name": "tray", "file": self.tray()}
        ball = {"name": "ball", "shape": {"implicit": {"sphere": {"radius": 1}}}}
        for objects, verdict in (((tray, {**ball, "position": [0, 0, -2]}), "b_in_a"),
                                 (({**ball, "position": [0, 0, -2]}, tray), "a_in_b")):
            document = self.check(*self.scene(*objects), status=1)
            self.assertEqual([(p["verdict"], p["certainty"]) for p in document["pairs"]], [(verdict, "likely")])
            self.assertGreater(abs(document["pairs"][0]["winding"]), 0.8)
            names = [o["name"] for o in objects]
            self.run_tool("map", *self.scene(*objects), *names, "--resolution", "32", status=1)
        self.check(*self.scene(tray, ball), "--open", "surface", status=0)
        self.check(*self.scene(tray, {**ball, "position": [5.5, 5.5, 7]}), status=0)

    def test_lines_into_an_open_box_were_clean(self):
        part = self.write("part.obj", box_obj(edge=1.0, at=(0, 0, -2)))
        for method in ("zlist", "depth_count"):
            document = self.check(self.tray(), part, "--method", method, status=1)
            self.assertEqual(self.verdicts(document), [("tray", "part", "b_in_a")])
            self.assertEqual(document["pairs"][0]["certainty"], "likely")
            document = self.check(self.tray(), part, "--method", method, "--open", "surface", status=0)
            self.assertEqual(document["pairs"][0]["certainty"], "sampled")

    def test_only_proofs_count_where_asked_for(self):
        scene = self.scene(self.left, self.tilted)
        run = self.run_tool("check", *scene, "--sampled", "report", status=1)
        self.assertRegex(run.stdout.splitlines()[-1], r"^1 finding in 1 pair: 1 not proved; ")
        accepted = self.scene(self.left, self.tilted, ignore=[{"a": "left", "b": "tilted", "reason": "seen"}])
        self.check(*accepted, "--sampled", "report", status=0)
        self.check(*accepted, "--sampled", "report", "--ignored", "list", status=0)
        a, b = self.two_boxes(5)
        self.trouble("check", a, b, "--sampled", "report", names=["--sampled", "has no effect"])

    def test_a_clearance_that_lines_cannot_measure_is_undecided(self):
        scene = self.scene(self.left, self.box("right", 2.5), self.tilted, self.far)
        document = self.check(*scene, "--clearance", 1, status=1)
        self.assertEqual(self.verdicts(document), [("left", "right", "near"), ("left", "tilted", "undecided"),
                                                   ("right", "tilted", "undecided")])
        self.assertEqual([p["distance"] for p in document["pairs"]], [0.5, None, None])
        run = self.run_tool("check", *scene, "--clearance", 1, status=1)
        self.assertIn("not measured: 'tilted' has no faces", run.stdout)
        self.assertRegex(run.stdout.splitlines()[-1], r"^3 findings in 6 pairs: 1 near, 2 undecided \(")

    def test_self_checks_of_meshes_beside_a_shape(self):
        scene = self.scene(self.left, self.far)
        document = self.check(*scene, "--self", status=1)
        self.assertEqual(self.verdicts(document), [("far", "far", "undecided")])
        self.assertIn("no faces to check", self.run_tool("check", *scene, "--self", status=1).stdout)

    def test_options_of_the_octree_beside_a_shape(self):
        scene = self.scene(self.left, self.box("right", 1), self.far)
        for way in (["--level", 3], ["--broad", "none"]):
            self.assertEqual(self.check(*scene, *way, status=1)["stats"]["method"], ["face_octree"])


if __name__ == "__main__":
    main()
