# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""impinge sweep: motions in scene files, times against closed forms, every output, and what it refuses."""
import math
import struct

from sweep_case import SweepCase
from tool_case import CORNERS, TRIANGLES, box_obj, main


class Sweep(SweepCase):
    def test_bullet_through_a_plate(self):
        document = self.sweep([self.plate, self.bullet(velocity=[40, 0, 0])], duration=1)
        (pair,) = document["pairs"]
        self.assertEqual((pair["a"], pair["b"]), ("plate", "bullet"))
        truth = (20 - 0.15) / 40
        self.assertLessEqual(pair["first_contact"]["t"], truth + 1e-12)
        self.assertGreaterEqual(pair["first_contact"]["t"], truth - 1e-6)
        self.assertAlmostEqual(pair["intervals"][0][1], (20 + 0.15) / 40, delta=2e-6)
        self.assertEqual(self.run_tool("check", "--scene", self.scene([self.plate, self.bullet()])).returncode, 0)

    def test_keyframes_in_many_steps(self):
        keys = [{"t": 0, "position": [-20, 0, 0]}, {"t": 2, "position": [20, 0, 0]}, {"t": 3, "position": [-20, 0, 0]}]
        document = self.sweep([self.plate, self.bullet(keyframes=keys)])
        self.assertEqual((document["duration"], document["steps"]), (3, 2))
        (pair,) = document["pairs"]
        begins = [i[0] for i in pair["intervals"]]
        self.assertEqual(len(begins), 2)
        self.assertAlmostEqual(begins[0], 2 * (20 - 0.15) / 40, delta=2e-6)
        self.assertAlmostEqual(begins[1], 2 + (20 - 0.15) / 40, delta=1e-6)

    def test_all_ways_give_the_same(self):
        spin = {"velocity": [40, 0, 0], "angular_velocity": [3, 2, 1]}
        answers = []
        for way in ([], ["--parallel", "producer"], ["--parallel", "spmd_even"], ["--velocity-backface"], ["--threads", "1"]):
            document = self.sweep([self.plate, self.bullet(**spin)], *way, duration=1)
            answers.append(document["pairs"][0]["first_contact"]["t"])
            if way == ["--velocity-backface"]:
                self.assertGreater(document["velocity_backface"]["faces_dropped"], 0)
        self.assertEqual(len(set(answers)), 1)
        hull = self.sweep([self.plate, self.bullet(**spin)], "--swept", "hull", duration=1)
        self.assertLessEqual(hull["pairs"][0]["first_contact"]["t"], answers[0])

    def test_clearance_gives_a_curve(self):
        far = {"name": "far", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 9]}
        document = self.sweep([{**self.plate, "shape": {"box": [1, 1, 1]}}, {**far, "keyframes": [
            {"t": 0, "position": [-5, 0, 3]}, {"t": 10, "position": [5, 0, 3]}]}],
            "--clearance", "4", "--csv", "curve.csv", "--plot", "plot.svg")
        (pair,) = document["pairs"]
        self.assertIsNone(pair["first_contact"])
        least = pair["least_distance"]
        self.assertAlmostEqual(least["value"], 2, delta=1e-9)
        self.assertTrue(1.997 < least["low"] <= 2 <= least["high"] + 1e-9, least)
        self.assertAlmostEqual(pair["worst_t"], 5, delta=1.1)
        rows = (self.folder / "curve.csv").read_text().splitlines()
        self.assertEqual(rows[0], "t,a,b,distance")
        self.assertEqual(len(rows) - 1, len(document["curve"]))
        plot = (self.folder / "plot.svg").read_text()
        self.assertIn("<svg", plot)
        for text in ("clearance 4 mm", "distance [mm]", "time t", "<circle"):
            self.assertIn(text, plot)

    def test_a_clearance_between_samples_of_many_turns(self):
        wall = {"name": "wall", "shape": {"box": [2, 100, 100]}, "position": [21, 0, 0]}
        self.write("arm.obj", box_obj(edge=2.0, at=(15, 0, 0)))
        arm = {"name": "arm", "file": "arm.obj", "angular_velocity": [0, 0, 2 * math.pi * 30.25]}
        least = 20 - math.hypot(16, 1)
        for clearance, status in ((4.5, 1), (least * 1.0001, 1), (least * 0.9999, 0)):
            document = self.sweep([wall, arm], "--clearance", str(clearance), "--samples", "1", status=status, duration=1)
            self.assertEqual(len(document["pairs"]), status)
        found = self.sweep([wall, arm], "--clearance", "inf", "--precision", "1e-5", duration=1)["pairs"][0]["least_distance"]
        self.assertTrue(found["low"] <= least <= found["high"], found)
        self.assertLess(found["high"] - found["low"], 1.1e-5 * least)

    def test_an_object_with_itself_has_no_clearance(self):
        moving = self.scene([self.plate, self.bullet(velocity=[1, 0, 0])], duration=1)
        self.trouble("sweep", "--scene", moving, "--self", "--clearance", "1", names="--self with --clearance")
        self.trouble("check", "--scene", moving, "--self", "--clearance", "1", names="--self with --clearance")
        self.trouble("sweep", "--scene", moving, "--precision", "0.1", names="--clearance")
        self.trouble("sweep", "--scene", moving, "--clearance", "1", "--precision", "2", names="--precision")

    def test_frames_and_vertex_caches(self):
        for i, x in enumerate((-30, 30)):
            self.write(f"f{i}.obj", box_obj(edge=1.0, at=(x, 0, 0)))
        points = [tuple(c) for x in (-30, 30) for c in self.corners(x)]
        cache = struct.pack("<12siiffi", b"POINTCACHE2\0", 1, 8, 0.0, 1.0, 2) + b"".join(struct.pack("<3f", *p) for p in points)
        (self.folder / "motion.pc2").write_bytes(cache)
        for moving in ({"name": "m", "frames": ["f0.obj", "f1.obj"]}, {"name": "m", "file": "f0.obj", "frames": "motion.pc2"}):
            (pair,) = self.sweep([self.plate, moving], duration=2)["pairs"]
            self.assertAlmostEqual(pair["first_contact"]["t"], 2 * (30 - 0.55) / 60, delta=2e-6)
        (self.folder / "motion.pc2").write_bytes(cache[:-4])
        self.trouble("sweep", "--scene", self.scene([self.plate, {"name": "m", "file": "f0.obj", "frames": "motion.pc2"}]),
                     names="cut short")

    @staticmethod
    def corners(x):
        return [(a + x, b, c) for a in (-0.5, 0.5) for b in (-0.5, 0.5) for c in (-0.5, 0.5)]

    def test_an_open_body_was_clean_without_a_word(self):
        self.write("open.off", "OFF\n4 3 0\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 2 1\n3 0 1 3\n3 0 3 2\n")
        inside = {"name": "part", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [1, 1, 1], "velocity": [0.1, 0, 0]}
        objects = [{"name": "shell", "file": "open.off"}, inside]
        document = self.sweep(objects, duration=1)
        self.assertEqual([o["closed"] for o in document["objects"]], [False, True])
        (pair,) = document["pairs"]
        self.assertIsNone(pair["first_contact"])
        self.assertIn(pair["certainty"], ("likely", "undecided"))
        self.assertEqual((pair["enclosed"]["begin"], pair["enclosed"]["end"]), (0, 1))
        scene = self.scene(objects, duration=1)
        run = self.run_tool("sweep", "--scene", scene, status=1)
        self.assertIn("of all directions", run.stdout)
        self.assertIn("hint: 'shell' is not closed", run.stdout)
        run = self.run_tool("sweep", "--scene", scene, "--open", "surface", status=0)
        self.assertIn("what is inside is not looked for", run.stdout)

    def test_a_part_lowered_into_an_open_box_was_clean(self):
        self.write("tray.obj", box_obj(edge=10.0, faces=[f for f in TRIANGLES if any(CORNERS[i][2] < 0 for i in f)]))
        part = {"name": "part", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 30], "velocity": [0, 0, -32]}
        objects = [{"name": "tray", "file": "tray.obj"}, part]
        (pair,) = self.sweep(objects, "--plot", "in.svg", duration=1)["pairs"]
        self.assertEqual((pair["certainty"], pair["enclosed"]["verdict"]), ("likely", "b_in_a"))
        self.assertIn("#8a5a2b", (self.folder / "in.svg").read_text())
        run = self.run_tool("sweep", "--scene", self.scene(objects, duration=1), status=1)
        self.assertIn("'part' likely in 'tray' from 0.", run.stdout)
        self.assertIn("no contact, 1 pair likely one in the other", run.stdout)

    def test_ignored_pairs_are_no_finding(self):
        scene = [self.plate, self.bullet(velocity=[40, 0, 0])]
        more = {"status": 0, "duration": 1, "ignore": [{"a": "plate", "b": "bullet", "reason": "meant to"}]}
        pair = self.sweep(scene, "--ignored", "list", **more)["pairs"][0]
        self.assertEqual((pair["ignored"], pair["reason"]), (True, "meant to"))
        document = self.sweep(scene, **more)
        self.assertEqual((document["pairs"], document["asked"], document["skipped"]["ignored"]), ([], 0, 1))

    def test_screw(self):
        turn = 2 * math.pi / 3
        end = {"t": 1, "position": [math.cos(turn), math.sin(turn), 1], "rotation": [0, 0, math.sin(turn / 2), math.cos(turn / 2)]}
        pin = {"name": "pin", "shape": {"box": [0.02, 0.02, 0.02]}, "keyframes": [{"t": 0, "position": [1, 0, 0]}, end]}
        plate = {"name": "plate", "shape": {"box": [0.2, 0.2, 0.01]}, "position": [math.cos(turn / 2), math.sin(turn / 2), 0.5]}
        self.assertEqual(self.sweep([plate, pin], status=0)["pairs"], [])
        (pair,) = self.sweep([plate, {**pin, "path": "screw"}])["pairs"]
        self.assertAlmostEqual(pair["first_contact"]["t"], 0.485, delta=1e-6)

    def test_trouble(self):
        bad = self.bullet
        half = [{"t": 0}, {"t": 1, "rotation": [0, 0, 1, 0]}]
        for objects, more, names in (
            ([self.plate, bad(velocity=[1, 0, 0])], {}, "duration"),
            ([self.plate, bad(keyframes=[{"t": 0}, {"t": 0}])], {}, "zero length"),
            ([self.plate, bad(keyframes=half)], {}, "half a turn"),
            ([self.plate, bad()], {}, "no object moves"),
            ([self.plate, bad(velocity=[1, 0, 0], keyframes=[{"t": 0}])], {"duration": 1}, "give only one of"),
        ):
            self.trouble("sweep", "--scene", self.scene(objects, **more), names=names)
        self.trouble("sweep", names="--scene")
        moving = self.scene([self.plate, bad(velocity=[1, 0, 0])], duration=1)
        self.trouble("sweep", "--scene", moving, "--csv", "c.csv", names="--clearance")
        self.trouble("sweep", "--scene", moving, "--threads", "0", names="--threads")
        self.trouble("sweep", "--scene", moving, "--json", "motion.json", names="overwrite")
        self.assertIn("no contact", self.run_tool("sweep", "--scene", moving, status=0).stdout)


if __name__ == "__main__":
    main()
