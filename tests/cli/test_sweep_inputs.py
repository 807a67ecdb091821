# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""impinge sweep: odd motions are refused with a reason or answered as documented, never missed in silence."""
import json
import math
import struct
import xml.etree.ElementTree

from sweep_case import SweepCase
from tool_case import CORNERS, TRIANGLES, box_obj, main


def turned(angle):
    return [0, 0, math.sin(angle / 2), math.cos(angle / 2)]


class SweepInputs(SweepCase):
    def refused(self, objects, names, **more):
        self.trouble("sweep", "--scene", self.write("bad.json", json.dumps(
            {"schema": "impinge.scene/1", "objects": objects, **more})), names=names)

    def keys(self, *keys):
        return [self.plate, self.bullet(keyframes=list(keys))]

    def test_keyframes_that_are_no_motion(self):
        self.refused(self.keys({"t": 1}, {"t": 0}), "must increase")
        self.refused(self.keys({"t": 1}, {"t": 1}), "zero length")
        self.refused(self.keys({"t": -1}, {"t": 1}), "0 or more")
        self.refused(self.keys(), "is empty")
        self.refused(self.keys({"position": [0, 0, 0]}), "\"t\"")
        self.refused(self.keys({"t": 0, "rotation": [0, 0, 0, 0]}), "not zero")
        self.refused(self.keys({"t": 0}, {"t": 1, "rotation": turned(math.pi)}), "half a turn")
        self.refused(self.keys({"t": 0, "rotatoin": [0, 0, 0, 1]}), "rotatoin")
        for word in ("NaN", "Infinity", "1e999"):
            text = json.dumps({"schema": "impinge.scene/1", "duration": 1, "objects": [
                self.plate, self.bullet(velocity=["here", 0, 0])]}).replace('"here"', word)
            self.trouble("sweep", "--scene", self.write("bad.json", text), names="bad.json")

    def test_durations_that_are_none(self):
        moving = [self.plate, self.bullet(velocity=[1, 0, 0])]
        for duration in (0, -1, "1", None):
            self.refused(moving, "duration", duration=duration)
        self.refused(moving, "duration")
        self.refused([self.plate, self.bullet(angular_velocity=[0, 0, 1e9])], "half turns", duration=1)
        self.refused([self.plate, self.bullet(velocity=[1e308, 0, 0])], "overflow", duration=10)

    def test_one_keyframe_is_a_place(self):
        document = self.sweep(self.keys({"t": 5}))
        self.assertEqual((document["duration"], document["pairs"][0]["intervals"]), (5, [[0, 5]]))
        self.assertEqual(self.sweep(self.keys({"t": 0, "position": [-20, 0, 0]}), status=0)["pairs"], [])

    def test_a_check_sees_the_first_keyframe(self):
        way = self.scene(self.keys({"t": 0, "position": [0, 0, 0]}, {"t": 1, "position": [20, 0, 0]}))
        self.assertEqual(self.verdicts(self.check("--scene", way, status=1)), [("plate", "bullet", "crossing")])

    def test_quaternions_of_any_length_and_sign(self):
        times = set()
        for scale in (1, -1, 1e-3, 7):
            end = {"t": 1, "position": [20, 0, 0], "rotation": [scale * q for q in turned(1)]}
            document = self.sweep(self.keys({"t": 0, "position": [-20, 0, 0]}, end))
            times.add(round(document["pairs"][0]["first_contact"]["t"], 9))
        self.assertEqual(len(times), 1)

    def test_durations_cut_and_extend_keyframes(self):
        way = self.keys({"t": 0, "position": [-20, 0, 0]}, {"t": 1, "position": [20, 0, 0]})
        self.assertEqual(self.sweep(way, status=0, duration=0.25)["pairs"], [])
        document = self.sweep(way, duration=4)
        self.assertEqual((document["duration"], document["steps"]), (4, 2))
        self.assertAlmostEqual(document["pairs"][0]["first_contact"]["t"], 0.49625, delta=1e-6)

    def test_frames_that_do_not_fit(self):
        flipped = [t[::-1] for t in TRIANGLES]
        self.write("f0.obj", box_obj(edge=1.0, at=(-30, 0, 0)))
        self.write("other.obj", box_obj(edge=1.0, at=(30, 0, 0), faces=flipped))
        self.write("more.obj", box_obj(edge=1.0, at=(30, 0, 0)) + "v 9 9 9\n")
        for frames, names in ((["f0.obj", "other.obj"], "different faces"), (["f0.obj", "more.obj"], "vertices"),
                              (["f0.obj"], "two or more"), (["f0.obj", "none.obj"], "none.obj"), ([], "is empty")):
            self.refused([self.plate, {"name": "m", "file": "f0.obj", "frames": frames}], names)

    def test_vertex_caches_that_lie(self):
        self.write("f0.obj", box_obj(edge=1.0, at=(-30, 0, 0)))

        def cache(xs, points=8, samples=None, version=1, magic=b"POINTCACHE2\0"):
            header = struct.pack("<12siiffi", magic, version, points, 0.0, 1.0, len(xs) if samples is None else samples)
            return header + b"".join(struct.pack("<3f", c[0] + x, c[1], c[2]) for x in xs for c in CORNERS)

        for content, names in ((cache([-30, math.nan]), "NaN"), (cache([-30, math.inf]), "infinite"),
                               (cache([-30]), "two or more"), (cache([-30, 30], points=4, samples=4), "vertices"),
                               (cache([-30], points=2**31 - 1, samples=2**31 - 1), "cut short"),
                               (cache([-30], samples=-1), "-1 samples"), (cache([-30, 30], version=2), "version 2"),
                               (cache([-30, 30], magic=b"POINTCACHE3\0"), "POINTCACHE2"), (b"", "empty")):
            (self.folder / "c.pc2").write_bytes(content)
            self.refused([self.plate, {"name": "m", "file": "f0.obj", "frames": "c.pc2"}], names)

    def test_shapes_that_are_no_meshes(self):
        ball = {"name": "ball", "shape": {"implicit": {"sphere": {"radius": 1}}}, "position": [-20, 0, 0]}
        self.refused([self.plate, {**ball, "velocity": [40, 0, 0]}], "ball", duration=1)

    def test_groups_and_clearance(self):
        far = {"name": "far", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 900], "group": "b"}
        same = [{**self.plate, "group": "a"}, self.bullet(velocity=[40, 0, 0], group="a"), far]
        self.assertEqual(self.sweep(same, "--clearance", "5", status=0, duration=1)["pairs"], [])
        other = [same[0], {**same[1], "group": "b"}]
        self.assertEqual(len(self.sweep(other, duration=1)["pairs"]), 1)

    def test_distances_without_a_limit(self):
        still = {"name": "far", "shape": {"box": [1, 1, 1]}, "position": [0, 0, 900]}
        document = self.sweep([still, self.bullet(velocity=[1, 0, 0])], "--clearance", "inf", duration=1)
        self.assertIsNone(document["clearance"])
        self.assertAlmostEqual(document["pairs"][0]["worst_t"], 1)

    def test_the_plot_is_well_formed(self):
        names = [{**self.plate, "name": "a < b & \"c\""}, self.bullet(velocity=[40, 0, 0])]
        document = self.sweep(names, "--clearance", "3", "--plot", "plot.svg", "--csv", "curve.csv", duration=1)
        root = xml.etree.ElementTree.parse(self.folder / "plot.svg").getroot()
        texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertIn("a < b & \"c\" / bullet", texts)
        self.assertEqual(document["pairs"][0]["least_distance"]["high"], 0)
        self.trouble("sweep", "--scene", "motion.json", "--plot", "plot.png", names=".svg")
        self.assertTrue((self.folder / "curve.csv").read_text().splitlines()[1].count('""c""'))

    def test_velocity_backface_says_where_it_was_refused(self):
        self.write("open.obj", box_obj(edge=1.0, at=(-20, 0, 0), faces=TRIANGLES[:-1]))
        self.write("over.obj", box_obj(edge=1.0, at=(-20, 0, 0), faces=[t[::-1] for t in TRIANGLES]))
        for file, reason in (("open.obj", "open surface"), ("over.obj", "outwards"), (None, "in contact")):
            moving = {"name": "m", "file": file, "velocity": [40, 0, 0]} if file else self.bullet(
                position=[0, 0, 0], velocity=[1, 0, 0])
            cull = self.sweep([self.plate, moving], "--velocity-backface", duration=1)["velocity_backface"]
            self.assertEqual((cull["pairs"], cull["dropped_share"]), (0, 0))
            self.assertEqual([k for k, n in cull["refused"].items() if n == 1 and reason in k], [
                k for k, n in cull["refused"].items() if n > 0])
            table = self.run_tool("sweep", "--scene", "motion.json", "--velocity-backface", status=1).stdout
            self.assertIn("refused 1 times: ", table)


if __name__ == "__main__":
    main()
