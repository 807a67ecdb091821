# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Flawed meshes with and without --strict, files of the data folder."""
import base64
import json
import os
import pathlib
import struct
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

    def test_a_part_in_the_notch_of_a_concave_polygon_was_a_contact(self):
        # A prism over an arrow head whose notch the fans of both caps cover.
        corners = [(0, 0), (20, 10), (40, 0), (20, 40)]
        lines = [f"v {x} {y} {z}" for z in (0, 10) for x, y in corners]
        lines += ["f 4 3 2 1", "f 5 6 7 8"] + [f"f {i + 1} {(i + 1) % 4 + 1} {(i + 1) % 4 + 5} {i + 5}" for i in range(4)]
        arrow = self.write("arrow.obj", "\n".join(lines) + "\n")
        pin = self.write_box("pin.obj", edge=4, at=(20, 3, 0))
        document = self.check(arrow, pin, "--strict", status=0)
        self.assertEqual(document["pairs"], [])
        self.assertEqual(self.verdicts(self.check(arrow, self.write_box("in.obj", edge=4, at=(20, 10, 0)), status=1)),
                         [("arrow", "in", "crossing")])

    def test_crossing_and_bent_polygons_are_said(self):
        bowtie = self.write("bowtie.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 2 0\nf 1 2 3 4\n")
        bent = self.write("bent.obj", "v 0 0 0\nv 1 0 0\nv 1 1 1\nv 0 1 0\nf 1 2 3 4\n")
        other = self.write_box("other.obj", at=(100, 0, 0))
        run = self.run_tool("check", bowtie, bent, other)
        self.assertIn("1 self-crossing polygon (first is 0)", run.stdout)
        self.assertRegex(run.stdout, r"1 non-planar polygon \(first is 0, up to 0\.\d+ off\)")
        self.trouble("check", bowtie, other, "--strict", names=["bowtie.obj", "1 self-crossing polygon"])
        findings = [o["findings"] for o in self.check(bowtie, bent, other, status=run.returncode)["objects"]]
        self.assertEqual([(f["crossing_polygons"], f["bent_polygons"]) for f in findings], [(1, 0), (0, 1), (0, 0)])

    def test_sizes_that_differ_a_thousandfold_passed_without_a_word(self):
        plate = self.write_box("plate.obj", edge=100)
        pin = self.write_box("pin.obj", edge=0.1, at=(300, 0, 0))
        document = self.check(plate, pin, status=0)
        for word in ("plate", "pin", "1e+03 times", "units"):
            self.assertIn(word, document["hint"])
        self.assertIn("hint: plate", self.run_tool("check", plate, pin, status=0).stdout)
        self.assertIn("hint: plate", self.run_tool("map", plate, pin, status=0).stdout)
        objects = [{"name": "plate", "file": plate}, {"name": "pin", "file": pin, "velocity": [0, 1, 0]}]
        motion = self.write("motion.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, "duration": 1}))
        self.assertIn("hint: plate", self.run_tool("sweep", "--scene", motion, status=0).stdout)
        self.assertNotIn("hint", self.check(plate, self.write_box("lid.obj", edge=1, at=(300, 0, 0)), status=0))

    def test_the_parts_of_an_assembly_were_one_body(self):
        points = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        data = struct.pack("<24f36B", *[c for p in points for c in p], *[i for t in TRIANGLES for i in t])
        uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        assembly = {"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1, 2]}],
                    "nodes": [{"mesh": 0, "name": "plate"}, {"mesh": 0, "name": "pin", "translation": [0.5, 0.2, 0.2]},
                              {"mesh": 0, "translation": [5, 0, 0]}],
                    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
                    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
                                  {"bufferView": 1, "componentType": 5121, "count": 36, "type": "SCALAR"}],
                    "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 36}],
                    "buffers": [{"byteLength": 132, "uri": uri}]}
        name = self.write("engine.gltf", json.dumps(assembly))
        self.trouble("check", name, names=["engine.gltf", "--parts"])
        document = self.check(name, "--parts", "--units", "m", status=1)
        self.assertEqual([o["name"] for o in document["objects"]], ["plate", "pin", "node 2"])
        self.assertEqual(self.verdicts(document), [("plate", "pin", "crossing")])
        both = self.check(name, self.write_box("box.obj", edge=0.1, at=(9, 9, 9)), "--parts", "--units", "m", status=1)
        self.assertEqual([o["name"] for o in both["objects"]], ["engine/plate", "engine/pin", "engine/node 2", "box/box"])
        scene = {"schema": "impinge.scene/1", "units": "m",
                 "objects": [{"file": "engine.gltf", "parts": True}],
                 "ignore": [{"a": "plate", "b": "pin", "reason": "press fit"}]}
        self.check("--scene", self.write("scene.json", json.dumps(scene)), status=0)
        self.trouble("check", self.write_box("one.obj"), "--parts", names=["one.obj", "1 object"])
        self.trouble("check", "--scene", "scene.json", "--parts", names=["--scene", "--parts"])
        self.assertRegex(self.run_tool("map", name, "--parts", "plate", "pin", "--units", "m", status=1).stdout, "penetration")
        self.trouble("map", name, "--parts", names=["3 parts", "plate pin"])
        self.trouble("map", name, "--parts", "plate", "bolt", names=["bolt", "pin"])
        self.trouble("map", name, "plate", "--parts", names=["--parts", "two parts"])
        self.trouble("sweep", "--scene", "scene.json", "--parts", names=["\"parts\": true"])

    def test_a_picture_named_svg_was_a_png(self):
        boxes = self.two_boxes(5)
        for name in ("r.svg", "r", "r.png.jpg"):
            self.trouble("check", *boxes, "--picture", name, names=["--picture " + name, ".png"])
            self.assertFalse((self.folder / name).exists())
        self.run_tool("check", *boxes, "--picture", "r.PNG", status=1)
        self.assertTrue((self.folder / "r.PNG").read_bytes().startswith(b"\x89PNG"))

    def test_an_unknown_object_lists_those_there_are(self):
        scene = {"schema": "impinge.scene/1", "objects": [{"name": n, "shape": {"box": [1, 1, 1]}} for n in ("plate", "pin")]}
        self.trouble("map", "--scene", self.write("scene.json", json.dumps(scene)), "plate", "pim",
                     names=["'pim'", "'plate', 'pin'"])

    def test_fatal_meshes(self):
        other = self.write_box("other.obj")
        self.trouble("check", other, self.write("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), names="nan.obj")
        self.trouble("check", other, self.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n"), names="index.obj")
        self.trouble("check", other, self.write("none.obj", "v 0 0 0\n"), names="none.obj")

    def test_other_formats(self):
        off = "OFF\n4 4 0\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"
        document = self.check(self.write("corner.off", off), self.write_box("box.obj"), status=1)
        self.assertEqual(self.verdicts(document), [("corner", "box", "crossing")])

    @unittest.skipUnless((DATA / "11-found").is_dir(), f"no folder 11-found in {DATA}; set IMPINGE_DATA")
    def test_faces_without_area_made_verdicts_wrong(self):
        truths = {"wrong": "touching", "f1_11": "touching", "f1_1014": "same", "min": "touching", "slow_111": "touching",
                  "slow_11": "touching"}
        for name, truth in truths.items():
            for method in ("auto", "face_octree", "cluster_tree"):
                files = [DATA / "11-found" / f"{name}_{body}.off" for body in "ab"]
                for a, b in (files, files[::-1]):
                    (pair,) = self.check(a, b, "--method", method, status=1)["pairs"]
                    self.assertEqual((pair["verdict"], pair["certainty"]), (truth, "proved"), name)

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
