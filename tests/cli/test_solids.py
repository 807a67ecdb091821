# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Simple solids in scene files: verdicts with their certainty and bounds, motions, pictures, and every refusal."""
import json

from tool_case import CORNERS, TRIANGLES, ToolCase, box_obj, main


class Solids(ToolCase):
    def scene(self, *objects, **more):
        return ["--scene", self.write("solids.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}))]

    def solid(self, name, shape, *position, **more):
        return {"name": name, "shape": shape, "position": list(position) or [0, 0, 0], **more}

    def test_every_kind_stands_among_meshes(self):
        self.write("scan.xyz", "0 0 9\n1 0 9\n")
        shapes = [{"half_space": [0, 0, 1, -20]}, {"solid": {"box": [1, 1, 1]}}, {"solid": {"sphere": 1}},
                  {"capsule": [0.5, 1]}, {"cylinder": {"radius": 0.5, "height": 1}}, {"cone": [0.5, 1]},
                  {"ellipsoid": [0.5, 1, 1]}, {"points": "scan.xyz"},
                  {"solid": {"height_field": {"heights": [0, 0, 0, 1], "columns": 2, "cell": 1, "depth": 1}}}]
        objects = [self.solid(f"s{i}", shape, 4 * i, 0, 0) for i, shape in enumerate(shapes)]
        document = self.check(*self.scene({"name": "mesh", "shape": {"box": [1, 1, 1]}, "position": [0, 9, 0]}, *objects),
                              "--clearance", "inf", status=1)
        self.assertEqual(len(document["pairs"]), 45)
        for pair in document["pairs"]:
            self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
            both_meshes = {pair["a"], pair["b"]} == {"mesh", "s8"}
            if not both_meshes:
                self.assertLessEqual(pair["gap"]["low"], pair["distance"])
                self.assertGreaterEqual(pair["gap"]["high"], pair["distance"])

    def test_touching_says_how_sure_it_is(self):
        ball, cylinder = {"solid": {"sphere": 1}}, {"cylinder": [1, 2]}
        document = self.check(*self.scene(self.solid("a", ball), self.solid("b", ball, 2, 0, 0)), status=1)
        self.assertEqual(self.verdicts(document), [("a", "b", "touching")])
        self.assertEqual(document["pairs"][0]["certainty"], "proved")
        scene = self.scene(self.solid("a", cylinder), self.solid("b", cylinder, 2, 0, 0))
        document = self.check(*scene, status=1)
        self.assertEqual(document["pairs"][0]["certainty"], "within_bound")
        self.assertIn("within the error bound", self.run_tool("check", *scene, status=1).stdout)

    def test_the_word_sphere_without_solid_stays_a_mesh(self):
        document = self.check(*self.scene(self.solid("a", {"sphere": [1]}), self.solid("b", {"sphere": [1]}, 1, 0, 0)), status=1)
        self.assertGreater(document["pairs"][0]["face_pair_count"], 0)

    def test_a_motion_and_a_picture(self):
        ball = {**self.solid("ball", {"solid": {"sphere": 0.5}}, 0, 0, 4), "velocity": [0, 0, -7]}
        scene = self.scene(self.solid("floor", {"half_space": [0, 0, 1, 0]}), ball, duration=1)
        run = self.run_tool("sweep", *scene, "--json", "-", status=1)
        contact = json.loads(run.stdout)["pairs"][0]["first_contact"]
        self.assertAlmostEqual(contact["t"], 0.5, places=5)
        self.assertLessEqual(contact["t"], 0.5)
        picture = self.folder / "solids.png"
        self.run_tool("check", *scene, "--picture", picture, status=0)
        self.assertTrue(picture.exists())

    def test_a_solid_lowered_into_an_open_box_was_clean(self):
        tray = self.write("tray.obj", box_obj(edge=10.0, faces=[f for f in TRIANGLES if any(CORNERS[i][2] < 0 for i in f)]))
        for shape in ({"solid": {"sphere": 0.5}}, {"solid": {"box": [1, 1, 1]}}, {"cylinder": [0.5, 1]}, {"cone": [0.5, 1]}):
            part = {**self.solid("part", shape, 0, 0, 30), "velocity": [0, 0, -32]}
            for objects, verdict in (([{"name": "tray", "file": tray}, part], "b_in_a"),
                                     ([part, {"name": "tray", "file": tray}], "a_in_b")):
                scene = self.scene(*objects, duration=1)
                (pair,) = json.loads(self.run_tool("sweep", *scene, "--json", "-", status=1).stdout)["pairs"]
                self.assertIsNone(pair["first_contact"])
                self.assertEqual((pair["certainty"], pair["enclosed"]["verdict"]), ("likely", verdict))
                self.assertGreater(pair["enclosed"]["end"], pair["enclosed"]["begin"])
                self.run_tool("sweep", *scene, "--open", "surface", status=0)

    def test_a_solid_that_reaches_into_an_open_box_with_its_end_was_clean(self):
        tray = self.write("tray.obj", box_obj(edge=10.0, faces=[f for f in TRIANGLES if any(CORNERS[i][2] < 0 for i in f)]))
        for shape in ({"solid": {"box": [1, 1, 80]}}, {"capsule": [0.5, 80]}, {"cylinder": [0.5, 80]}, {"cone": [0.5, 80]},
                      {"ellipsoid": [1, 1, 40]}, {"sdf": {"capsule": {"from": [0, 0, -40], "to": [0, 0, 40], "radius": 0.5}}}):
            with self.subTest(shape=shape):
                part = self.solid("part", shape, 0, 0, 38)
                tray_object = {"name": "tray", "file": tray}
                for objects in ([tray_object, part], [part, tray_object]):
                    (pair,) = self.check(*self.scene(*objects), status=1)["pairs"]
                    self.assertIn(pair["certainty"], ("likely", "undecided"))
                    self.run_tool("check", *self.scene(*objects), "--verdicts", status=1)
                if "sdf" not in shape:  # lines do not follow a motion
                    self.run_tool("sweep", *self.scene(tray_object, {**part, "velocity": [0, 0, 1]}, duration=1), status=1)
                self.check(*self.scene(tray_object, {**part, "position": [0, 0, 75]}), status=0)

    def test_bad_solids_are_refused_with_their_place(self):
        cases = [({"capsule": [-1, 1]}, "capsule"), ({"solid": {"sphere": 0}}, "sphere"), ({"cone": [1]}, "cone"),
                 ({"half_space": [0, 0, 0, 1]}, "half_space"), ({"points": []}, "points"), ({"points": "no.xyz"}, "no.xyz"),
                 ({"points": {"at": [[0, 0, 0]], "radius": -1}}, "radius"), ({"solid": {"cube": 1}}, "cube"),
                 ({"solid": {"height_field": {"heights": [1, 2, 3], "columns": 2, "cell": 1, "depth": 1}}}, "height"),
                 ({"ellipsoid": {"radii": [1, 1, "x"]}}, "radii")]
        for shape, name in cases:
            with self.subTest(shape=shape):
                self.trouble("check", *self.scene(self.solid("a", shape)), names=[name])
        self.trouble("check", *self.scene({**self.solid("a", {"cone": [1, 1]}), "scale": 2}), names=["scale"])


if __name__ == "__main__":
    main()
