# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge check` with --overlap, --contacts, --curves, --patches and --parting."""
import csv
import io
import json
import math
import os
import resource

from overlap_case import OverlapCase
from tool_case import TRIANGLES, main

KEYS = {"contacts", "curves", "patches", "lumps", "volume", "parting"}


class CheckOverlap(OverlapCase):
    def pair(self, *arguments, status=1):
        return self.check(*arguments, status=status)["pairs"][0]

    def test_only_what_was_asked_for_is_there(self):
        files = self.crossing_boxes()
        self.assertEqual(KEYS & set(self.pair(*files)), set())
        for options, keys in ((["--contacts", "c.csv"], {"contacts"}), (["--curves", "c.obj"], {"curves"}),
                              (["--patches"], {"patches"}), (["--parting"], {"parting"}),
                              (["--overlap", "o.ply"], {"lumps", "volume"})):
            with self.subTest(options=options):
                self.assertEqual(KEYS & set(self.pair(*files, *options)), keys)

    def test_solid_of_two_boxes(self):
        pair = self.pair(*self.crossing_boxes(), "--overlap", "common.ply")
        self.validate_lumps(pair)
        self.assertAlmostEqual(pair["volume"], 360, delta=1e-9)
        lump, = pair["lumps"]
        self.assertAlmostEqual(lump["area"], 2 * (5 * 9 + 5 * 8 + 9 * 8), delta=1e-9)
        self.assertEqual(lump["box"], [[0, -4, -3], [5, 5, 5]])
        for x, truth in zip(lump["centroid"], (2.5, 0.5, 1)):
            self.assertAlmostEqual(x, truth, delta=1e-12)
        self.assertEqual([len(lump["faces"][side]) for side in "ab"], [6, 6])

    def test_the_json_says_why_there_is_no_solid(self):
        self.write_box("open.obj", faces=TRIANGLES[2:])
        closed = self.write_box("closed.obj", at=(5, 1, 2))
        pair = self.pair("open.obj", closed, "--overlap", "o.ply", "--curves", "c.obj")
        self.assertIn("not closed", pair["statement"])
        self.assertFalse({"lumps", "volume"} & set(pair))
        self.assertGreater(len(pair["curves"]), 0)
        self.assertNotIn("statement", self.pair("open.obj", closed, "--curves", "c.obj"))

    def test_bounds_that_read_alike_are_told_once(self):
        plate, block = self.write_box("plate.obj", edge=10), self.write_box("block.obj", edge=1, at=(0, 0, 5.4))
        for files in ((plate, block), (block, plate)):
            text = self.run_tool("check", *files, "--parting", status=1).stdout
            self.assertIn("parts by 0.1 mm", text)
            self.assertNotIn("at least", text)

    def test_a_file_that_may_not_grow_is_trouble(self):
        files = self.crossing_boxes()
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        run = self.run_tool("check", *files, "--overlap", "o.ply", "--quiet", status=2, preexec_fn=limit)
        self.assertIn("o.ply", run.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("o.ply")], [])

    def test_zeros_of_normals_have_no_sign(self):
        block, plate = self.write_box("block.obj", edge=4, at=(1, 1, 7)), self.write_box("plate.obj", edge=10)
        for files in ((block, plate), (plate, block)):
            patch, = self.pair(*files, "--patches")["patches"]
            self.assertEqual(sorted(str(abs(x)) for x in patch["normal"]), ["0.0", "0.0", "1.0"])
            self.assertNotIn("-0.0", [str(x) for x in patch["normal"]])

    def test_written_solid_lies_in_both(self):
        files = self.crossing_boxes()
        for name in ("common.ply", "common.obj", "common.off", "common.stl"):
            with self.subTest(name=name):
                self.run_tool("check", *files, "--overlap", name, status=1)
                document = self.check(name, *files, status=1)
                self.assertTrue(document["objects"][0]["closed"])
                verdicts = [p["verdict"] for p in document["pairs"] if p["a"] == "common"]
                self.assertEqual(verdicts, ["a_in_b", "a_in_b"])

    def write_ball(self, name, at, stacks=9, slices=13):
        """A ball of radius 10 whose coordinates no format but those with doubles holds."""
        points = [(math.sin(math.pi * i / stacks), math.cos(math.pi * i / stacks), 2 * math.pi * j / slices)
                  for i in range(1, stacks) for j in range(slices)]
        points = [(10 * s * math.cos(t), 10 * s * math.sin(t), 10 * c) for s, c, t in points] + [(0, 0, 10), (0, 0, -10)]
        corner = lambda i, j: 1 + i * slices + j % slices
        top, bottom, last = len(points) - 1, len(points), stacks - 2
        faces = [(top, corner(0, j), corner(0, j + 1)) for j in range(slices)]
        faces += [(corner(last, j), bottom, corner(last, j + 1)) for j in range(slices)]
        for i in range(last):
            for j in range(slices):
                faces.append((corner(i, j), corner(i + 1, j), corner(i + 1, j + 1)))
                faces.append((corner(i, j), corner(i + 1, j + 1), corner(i, j + 1)))
        text = "".join("v {!r} {!r} {!r}\n".format(*(x + y for x, y in zip(p, at))) for p in points)
        return self.write(name, text + "".join("f {} {} {}\n".format(*f) for f in faces))

    def test_written_solid_of_round_bodies_lies_in_both_but_for_rounding(self):
        files = self.write_ball("first.obj", (0, 0, 0)), self.write_ball("second.obj", (7.3, 2.1, 4.7))
        volume = self.pair(*files, "--overlap", "common.obj")["volume"]
        self.run_tool("check", *files, "--overlap", "common.ply", status=1)
        for name in ("common.obj", "common.ply"):
            for file in files:
                document = self.check(name, file, status=1)
                self.assertTrue(document["objects"][0]["closed"])
                self.assertIn(document["pairs"][0]["verdict"], ("a_in_b", "crossing"))
                outside = self.overlap(name, file, "--combine", "difference", status=1)
                # Not thicker than 1e-12 of the size anywhere, on a surface of some hundreds.
                self.assertLess(outside["volume"], 1e-12 * 20 * 1000)
                self.assertAlmostEqual(self.overlap(name, file, status=1)["volume"], volume, delta=1e-10 * volume)

    def test_metres_of_gltf_are_rounded_to_floats(self):
        files = self.crossing_boxes()
        for name in ("common.glb", "common.gltf"):
            self.run_tool("check", *files, "--overlap", name, status=1)
            self.assertAlmostEqual(self.overlap(name, files[0], status=1)["volume"], 360, delta=1e-3)

    def test_each_pair_is_an_object(self):
        files = [*self.crossing_boxes(), self.write_box("third.obj", at=(-6, 1, 1))]
        self.run_tool("check", *files, "--overlap", "all.obj", "--curves", "curves.obj", status=1)
        for name in ("all.obj", "curves.obj"):
            self.assertEqual([line for line in self.read(name).splitlines() if line.startswith("o ")],
                             ["o left & right", "o left & third"])
        self.run_tool("check", *files, "--overlap", "all.glb", status=1)
        parts = self.check("all.glb", "--parts", status=0)["objects"]
        self.assertEqual([p["name"] for p in parts], ["left & right", "left & third"])

    def test_curves(self):
        pair = self.pair(*self.crossing_boxes(), "--curves", "curves.obj")
        curve, = pair["curves"]
        self.assertTrue(curve["closed"])
        self.assertAlmostEqual(curve["length"], 2 * (5 + 9 + 8), delta=1e-9)
        lines = self.read("curves.obj").splitlines()
        points = [list(map(float, line.split()[1:])) for line in lines if line.startswith("v ")]
        self.assertEqual(points, curve["points"])
        polyline, = [list(map(int, line.split()[1:])) for line in lines if line.startswith("l ")]
        self.assertEqual(polyline, [*range(1, len(points) + 1), 1])

    def test_contacts(self):
        pair = self.pair(*self.crossing_boxes(), "--contacts", "contacts.csv")
        text = self.read("contacts.csv")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual(pair["contacts"], pair["face_pair_count"])
        self.assertEqual(len({row["contact"] for row in rows}), pair["contacts"])
        for row in rows:
            self.assertEqual((row["a"], row["b"]), ("left", "right"))
            self.assertIn(row["a_feature"], ("vertex", "edge", "face"))
            self.assertEqual(row["a_index"] == "", row["a_feature"] == "face")
            point = [float(row[f"{axis} [mm]"]) for axis in "xyz"]
            # On the surfaces of both cubes.
            self.assertEqual(max(map(abs, point)), 5)
            self.assertEqual(max(abs(x - y) for x, y in zip(point, (5, 1, 2))), 5)
            self.assertEqual(sum(float(row[f"a_normal_{axis}"]) ** 2 for axis in "xyz"), 1)
        run = self.run_tool("check", "left.obj", "right.obj", "--contacts", "-", status=1)
        self.assertEqual(run.stdout, text)

    def test_patch_of_two_boxes_that_stand_side_by_side(self):
        files = self.two_boxes(10)
        run = self.run_tool("check", *files, "--patches", "--overlap", "none.stl", "--json", "out.json", status=1)
        self.assertIn("1 patch of 100 mm^2", run.stdout)
        self.assertIn("none.stl is not written", run.stdout)
        self.assertFalse((self.folder / "none.stl").exists())
        document = json.loads(self.read("out.json"))
        self.validate(document)
        pair = document["pairs"][0]
        self.assertEqual((pair["verdict"], pair["lumps"], pair["volume"]), ("touching", [], 0))
        patch, = pair["patches"]
        self.assertAlmostEqual(patch["area"], 100, delta=1e-9)
        self.assertEqual(patch["normal"], [1, 0, 0])
        ring, = patch["outline"]
        self.assertEqual({tuple(p) for p in ring} >= {(5, y, z) for y in (-5, 5) for z in (-5, 5)}, True)

    def test_parting(self):
        files = self.crossing_boxes()
        parting = self.pair(*files, "--parting")["parting"]
        self.assertAlmostEqual(parting["length"], 5, delta=1e-6)
        self.assertLessEqual(parting["at_least"], parting["length"])
        self.assertAlmostEqual(parting["at_least"], 5, delta=1e-6)
        self.assertAlmostEqual(parting["direction"][0], 1, delta=1e-6)
        self.assertRegex(self.run_tool("check", *files, "--parting", status=1).stdout, r"parts by 5 mm along \(1, ")
        self.assertNotIn("parting", self.pair(*self.two_boxes(10), "--parting"))

    def test_exact_volume_within_the_bounds_of_the_map(self):
        files = self.crossing_boxes()
        bounds = self.pair(*files, "--volume", "--resolution", 100)["overlap_volume"]
        self.assertLess(bounds["low"], bounds["high"])
        self.assertEqual(set(self.pair(*files, "--volume")["overlap_volume"].values()), {360})
        both = self.pair(*files, "--volume", "--overlap", "o.ply")
        self.assertLessEqual(bounds["low"], both["volume"])
        self.assertLessEqual(both["volume"], bounds["high"])
        self.assertEqual(set(both["overlap_volume"].values()), {both["volume"]})

    def test_csv_has_columns_for_what_was_asked(self):
        files = self.crossing_boxes()
        plain = self.run_tool("check", *files, "--csv", "-", status=1).stdout.splitlines()[0]
        self.assertNotIn("parting", plain)
        text = self.run_tool("check", *files, "--csv", "-", "--overlap", "o.ply", "--parting", status=1).stdout
        row, = csv.DictReader(io.StringIO(text, newline=""))
        self.assertAlmostEqual(float(row["overlap_volume [mm^3]"]), 360, delta=1e-9)
        self.assertEqual(row["lumps"], "1")
        self.assertAlmostEqual(float(row["parting [mm]"]), 5, delta=1e-6)
        self.assertAlmostEqual(float(row["parting_x"]), 1, delta=1e-6)

    def test_pairs_that_do_not_meet_have_nothing(self):
        pair = self.pair(*self.two_boxes(10.5), "--clearance", 1, "--patches", "--parting", "--overlap", "o.ply")
        self.assertEqual((pair["verdict"], KEYS & set(pair)), ("near", set()))

    def test_open_bodies_have_curves_and_a_note_for_the_solid(self):
        files = self.write_box("left.obj"), self.write_box("right.obj", at=(5, 1, 2), faces=TRIANGLES[2:])
        run = self.run_tool("check", *files, "--curves", "c.obj", "--overlap", "o.ply", "--json", "out.json", status=1)
        pair = json.loads(self.read("out.json"))["pairs"][0]
        self.assertNotEqual(pair["curves"], [])
        self.assertNotIn("volume", pair)
        self.assertIn("closed", run.stdout)
        self.assertFalse((self.folder / "o.ply").exists())

    def test_picture_with_the_overlap(self):
        files = self.crossing_boxes()
        for options in ([], ["--overlap", "o.ply"], ["--overlap", "o.ply", "--curves", "c.obj"]):
            self.run_tool("check", *files, "--picture", "p.png", "--size", "320x240", *options, status=1)
            self.assertEqual((self.folder / "p.png").read_bytes()[:4], b"\x89PNG")


class Refusals(OverlapCase):
    def test_endings(self):
        files = self.crossing_boxes()
        for option, names in {"--overlap": ["o.xyz", "o", "-", "o.3mf"], "--contacts": ["c.txt", "c"],
                              "--curves": ["c.stl", "c"]}.items():
            for name in names:
                with self.subTest(option=option, name=name):
                    self.trouble("check", *files, option, name, names=[option, name])
                    self.assertFalse((self.folder / name).exists())

    def test_files_that_cannot_be_written(self):
        files = self.crossing_boxes()
        before = self.read("left.obj")
        for option, ending in (("--overlap", "obj"), ("--contacts", "csv"), ("--curves", "obj")):
            self.trouble("check", *files, option, f"nowhere/o.{ending}", names=[option, "nowhere"])
            self.trouble("check", *files, option, "", names=option)
        for option in ("--overlap", "--curves"):
            self.trouble("check", *files, option, "left.obj", names=[option, "left.obj"])
        self.assertEqual(self.read("left.obj"), before)
        self.trouble("check", *files, "--overlap", "o.obj", "--curves", "o.obj", names=["--overlap", "--curves"])
        self.trouble("check", *files, "--json", "-", "--contacts", "-", names=["--json", "--contacts"])

    def test_disks_that_are_full(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("there is no /dev/full")
        files = self.crossing_boxes()
        for option, name in (("--overlap", "o.ply"), ("--contacts", "c.csv"), ("--curves", "c.obj")):
            with self.subTest(option=option):
                os.symlink("/dev/full", self.folder / name)
                self.trouble("check", *files, option, name, names=[name])
                os.remove(self.folder / name)
        self.assertEqual([p for p in os.listdir(self.folder) if p.endswith(".part")], [])

    def test_what_was_there_stays_if_the_input_is_bad(self):
        good = self.write_box("left.obj")
        bad = self.write("bad.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        for name in ("o.obj", "c.csv", "k.obj"):
            self.write(name, "as it was")
        self.trouble("check", good, bad, "--overlap", "o.obj", "--contacts", "c.csv", "--curves", "k.obj", names=["bad.obj"])
        self.trouble("overlap", good, bad, "--output", "o.obj", names=["bad.obj"])
        for name in ("o.obj", "c.csv", "k.obj"):
            self.assertEqual(self.read(name), "as it was")
        self.assertEqual([p for p in os.listdir(self.folder) if p.endswith(".part")], [])

    def test_ways_without_face_pairs(self):
        files = self.crossing_boxes()
        for option in (["--overlap", "o.ply"], ["--contacts", "c.csv"], ["--curves", "c.obj"], ["--patches"], ["--parting"]):
            self.trouble("check", *files, *option, "--verdicts", names=[option[0], "--verdicts"])
            for method in ("zlist", "depth_count"):
                self.trouble("check", *files, *option, "--method", method, names=[option[0], "has no effect"])


if __name__ == "__main__":
    main()
