#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""impinge distance: points against a body whose distances are known, every format of points, limits and refusals."""
import csv
import io
import json
import math
import struct

from tool_case import ToolCase, jsonschema, main, schema_of

# Of a cube of 10 around the origin: above a wall, inside, on a wall, off a corner, in the middle.
POINTS = [(6, 0, 0), (4, 1, 0), (0, 5, 2), (6, 7, 7), (0, 0, 0)]
TRUTH = [1, -1, 0, 3, -5]


def xyz(points):
    return "".join("{} {} {}\n".format(*p) for p in points)


class Distance(ToolCase):
    def setUp(self):
        super().setUp()
        self.write_box("part.obj")
        self.write("scan.xyz", xyz(POINTS))

    def distance(self, *arguments, status=0):
        run = self.run_tool("distance", *arguments, "--json", "-", status=status)
        self.assertEqual(run.stderr, "")
        document = json.loads(run.stdout)
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("distance")).validate(document)
        self.assertEqual(document["inside"] + document["outside"] + document["on"] + document["undecided"], document["points"])
        return document

    def test_numbers_are_those_of_the_cube(self):
        document = self.distance("scan.xyz", "part.obj")
        self.assertEqual((document["points"], document["inside"], document["outside"], document["on"]), (5, 2, 2, 1))
        self.assertEqual((document["min"], document["max"]), (-5, 3))
        self.assertAlmostEqual(document["mean"], sum(TRUTH) / 5)
        self.assertAlmostEqual(document["rms"], math.sqrt(sum(d * d for d in TRUTH) / 5))
        self.assertEqual(document["percentiles"]["50"], 0)
        self.assertEqual(document["percentiles"]["99"], 3)
        self.assertEqual(sum(document["histogram"]["counts"]), 5)
        self.assertEqual((document["least"]["index"], document["most"]["index"]), (4, 3))
        self.assertEqual(document["most"]["nearest"], [5, 5, 5])
        self.assertEqual(document["certainty"], "proved")
        self.assertNotIn("limits", document)

    def test_table_says_the_same(self):
        text = self.run_tool("distance", "scan.xyz", "part.obj", status=0).stdout
        self.assertIn("5 points of scan against part (12 faces, closed): 2 outside, 2 inside, 1 on the surface", text)
        self.assertEqual(self.run_tool("distance", "scan.xyz", "part.obj", "--quiet", status=0).stdout, "")

    def test_limits_make_the_exit_status(self):
        document = self.distance("scan.xyz", "part.obj", "--max", "2", status=1)
        self.assertEqual(document["limits"], {"max": {"limit": 2, "points": 1}})
        self.assertTrue(document["finding"])
        self.distance("scan.xyz", "part.obj", "--max", "3", "--min=-5", status=0)
        self.assertEqual(self.distance("scan.xyz", "part.obj", "--min=-0.5", status=1)["limits"]["min"]["points"], 2)
        text = self.run_tool("distance", "scan.xyz", "part.obj", "--max", "2", status=1).stdout
        self.assertIn("at most 2 mm: not kept by 1 point", text)

    def test_range(self):
        document = self.distance("scan.xyz", "part.obj", "--range", "2")
        self.assertEqual((document["beyond"], document["max"], document["inside"]), (2, 1, 2))
        nothing = self.distance("far.xyz" if self.write("far.xyz", "100 0 0\n") else "", "part.obj", "--range", "2")
        self.assertIsNone(nothing["max"])
        self.distance("far.xyz", "part.obj", "--range", "2", "--max", "50", status=1)

    def test_rows_of_csv(self):
        text = self.run_tool("distance", "scan.xyz", "part.obj", "--csv", "-", status=0).stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([float(r["distance [mm]"]) for r in rows], TRUTH)
        self.assertEqual([r["side"] for r in rows], ["outside", "inside", "on", "outside", "inside"])
        self.assertEqual([float(rows[3][k]) for k in ("nearest_x [mm]", "nearest_y [mm]", "nearest_z [mm]")], [5, 5, 5])

    def test_coloured_points_come_back(self):
        self.run_tool("distance", "scan.xyz", "part.obj", "--output", "coloured.ply", "--colours", "3", "--quiet", status=0)
        data = (self.folder / "coloured.ply").read_bytes()
        header, body = data.split(b"end_header\n", 1)
        self.assertIn(b"property double distance", header)
        records = [struct.unpack_from("<3d3Bd", body, i * 35) for i in range(5)]
        self.assertEqual([r[6] for r in records], TRUTH)
        self.assertEqual([r[:3] for r in records], POINTS)
        self.assertGreater(records[3][3], records[3][5])  # far outside is red
        self.assertGreater(records[4][5], records[4][3])  # deep inside is blue
        self.assertEqual(self.distance("coloured.ply", "part.obj")["max"], 3)

    def test_vertices_of_a_mesh_keep_their_faces(self):
        self.write_box("scan.obj", edge=12)
        document = self.distance("scan.obj", "part.obj", "--output", "coloured.ply", "--picture", "scan.png", "--size", "400x300")
        self.assertEqual((document["points"], document["outside"]), (8, 8))
        self.assertAlmostEqual(document["min"], math.sqrt(3))
        self.assertIn(b"element face 12\n", (self.folder / "coloured.ply").read_bytes())
        self.assertTrue((self.folder / "scan.png").read_bytes().startswith(b"\x89PNG"))

    def test_formats_of_points(self):
        lines = ["{} {} {}".format(*p) for p in POINTS]
        files = {
            "a.ply": "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
                     "end_header\n" + "\n".join(lines) + "\n",
            "b.obj": "".join(f"v {line}\n" for line in lines),
            "c.csv": "x,y,z,intensity\n" + "".join(line.replace(" ", ",") + ",7\n" for line in lines),
            "d.pts": "5\n" + "".join(line + " 255 0 0\n" for line in lines),
            "e.txt": "//X Y Z\n# a comment\n\n" + "".join("  " + line.replace(" ", "\t") + "\r\n" for line in lines),
            "f.asc": "".join(line.replace(" ", "; ") + "\n" for line in lines),
            "cloud": "".join(line + "\n" for line in lines),
        }
        for name, text in files.items():
            self.write(name, text)
            document = self.distance(name, "part.obj")
            self.assertEqual((document["points"], document["min"], document["max"], document["on"]), (5, -5, 3, 1), name)

    def test_pictures_of_points(self):
        self.run_tool("distance", "scan.xyz", "part.obj", "--picture", "scan.png", "--view", "30,20", "--quiet", status=0)
        self.assertTrue((self.folder / "scan.png").read_bytes().startswith(b"\x89PNG"))

    def test_objects_of_scenes(self):
        scene = {"schema": "impinge.scene/1", "units": "mm",
                 "objects": [{"name": "part", "file": "part.obj", "position": [1, 0, 0]}]}
        self.write("cell.json", json.dumps(scene))
        self.assertEqual(self.distance("scan.xyz", "part", "--scene", "cell.json")["max"],
                         self.distance("scan.xyz", "--scene", "cell.json")["max"])
        self.assertEqual(self.distance("scan.xyz", "part", "--scene", "cell.json")["on"], 2)
        self.trouble("distance", "scan.xyz", "lid", "--scene", "cell.json", names="lid")

    def test_open_bodies_say_that_sides_are_likely(self):
        self.write("open.obj", "\n".join((self.folder / "part.obj").read_text().splitlines()[:-1]) + "\n")
        document = self.distance("scan.xyz", "open.obj")
        self.assertEqual((document["certainty"], document["closed"]), ("likely", False))
        self.assertEqual(self.distance("scan.xyz", "open.obj", "--open", "surface")["inside"], 0)

    def test_shapes_without_faces_have_bounds(self):
        scene = {"schema": "impinge.scene/1", "objects": [{"name": "ball", "shape": {"implicit": {"sphere": {"radius": 5}}}}]}
        self.write("ball.json", json.dumps(scene))
        document = self.distance("scan.xyz", "ball", "--scene", "ball.json")
        self.assertEqual(document["certainty"], "sampled")
        self.assertGreater(document["bounds"]["widest"], 0)
        text = self.run_tool("distance", "scan.xyz", "ball", "--scene", "ball.json", "--csv", "-", status=0).stdout
        for row, point in zip(csv.DictReader(io.StringIO(text)), POINTS):
            truth = abs(math.hypot(*point) - 5)
            self.assertLessEqual(float(row["least [mm]"]), truth + 1e-12)
            self.assertGreaterEqual(abs(float(row["distance [mm]"])), truth - 1e-9)

    def test_trouble_names_line_or_point(self):
        bad = {
            "nan.xyz": ("1 2 3\n4 nan 6\n", ["nan.xyz", "line 2", "point 1"]),
            "short.xyz": ("1 2 3\n# remark\n4 5\n", ["short.xyz", "line 3", "4 5"]),
            "word.xyz": ("1 2 3\n1 2 x\n", ["line 2", "three numbers"]),
            "comma.xyz": ("1,5 2,5 3,5\n", ["line 1", "commas"]),
            "empty.xyz": ("# nothing\n", ["empty.xyz", "no points"]),
            "nan.ply": ("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n"
                        "end_header\n0 0 0\n0 nan 0\n", ["nan.ply", "point 1"]),
            "few.ply": ("ply\nformat ascii 1.0\nelement vertex 9\nproperty float x\nproperty float y\nproperty float z\n"
                        "end_header\n0 0 0\n", ["few.ply", "claims 9"]),
        }
        for name, (text, words) in bad.items():
            self.write(name, text)
            self.trouble("distance", name, "part.obj", names=words)
        (self.folder / "binary.xyz").write_bytes(b"\x00\x01\x02" * 9)
        self.trouble("distance", "binary.xyz", "part.obj", names="binary.xyz")
        self.trouble("distance", "missing.xyz", "part.obj", names="missing.xyz")

    def test_arguments_that_make_no_sense(self):
        self.trouble("distance", names="no input")
        self.trouble("distance", "scan.xyz", names="no input")
        for option, value in (("--max", "x"), ("--range", "-1"), ("--bins", "0"), ("--colours", "0"), ("--threads", "0"),
                              ("--output", "out.stl"), ("--picture", "out.jpg"), ("--units", "mile"), ("--size", "10"),
                              ("--csv", "scan.xyz"), ("--output", "part.obj")):
            self.trouble("distance", "scan.xyz", "part.obj", option, value, names=value)
        self.trouble("distance", "scan.xyz", "part.obj", "--min", "2", "--max", "1", names="--min 2")


if __name__ == "__main__":
    main()
