# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The numbers and the exit status of `impinge map`, and every usage error."""
from map_case import MapCase
from tool_case import CORNERS, TRIANGLES, box_obj, main


def box(name, edges, at):
    return {"name": name, "shape": {"box": edges}, "position": at}


class MapNumbers(MapCase):
    def test_cubes_that_overlap_by_half(self):
        document = self.map(*self.two_boxes(5), status=1)
        self.within(document["overlap_volume"], 500)
        volume = document["overlap_volume"]
        self.assertLessEqual(volume["high"] - volume["low"], 0.02 * 500)
        self.assertAlmostEqual(volume["value"], 500, delta=5)
        self.assertEqual((document["a"], document["b"], document["units"]), ("left", "right", "mm"))
        self.assertEqual((document["schema"], document["resolution"]), ("impinge.map/1", 512))
        self.assertTrue(document["solids"])
        self.assertEqual(document["statement"], "")
        self.within(document["projected_area"], 100 if document["direction"][0] else 50)
        self.within(document["max_depth"], 5 if document["direction"][0] else 10)
        for found, truth in zip(document["centroid"], (2.5, 0, 0)):
            self.assertAlmostEqual(found, truth, delta=0.1)

    def test_every_axis_gives_the_same_volume(self):
        cubes = self.two_boxes(5)
        for direction, depth in (("1,0,0", 5), ("0,-3,0", 10), ("0,0,1e-3", 10), ("-1,0,0", 5)):
            document = self.map(*cubes, "--direction", direction, "--resolution", 64, status=1)
            self.assertEqual(document["direction_rule"], "given")
            self.within(document["overlap_volume"], 500)
            self.within(document["max_depth"], depth)

    def test_direction_rules(self):
        cubes = self.two_boxes(5)
        for rule in ("boxes", "faces"):
            document = self.map(*cubes, "--direction", rule, "--resolution", 32, status=1)
            self.assertEqual(document["direction_rule"], rule)
            self.within(document["overlap_volume"], 500)

    def test_refined_cells(self):
        cubes = self.two_boxes(5)
        plain = self.map(*cubes, "--resolution", 60, "--direction", "1,0.2,0.1", status=1)
        fine = self.map(*cubes, "--resolution", 60, "--direction", "1,0.2,0.1", "--refine", 3, status=1)
        self.assertEqual(plain["refined"], [])
        self.assertTrue(1 <= len(fine["refined"]) <= 3)
        self.within(fine["overlap_volume"], 500)
        for key in ("overlap_volume", "projected_area", "max_depth"):
            self.assertLess(fine[key]["high"] - fine[key]["low"], plain[key]["high"] - plain[key]["low"], key)
        self.assertEqual(fine["cells"], plain["cells"])
        self.assertIn("refined cells: ", self.run_tool("map", *cubes, "--refine", 1, status=1).stdout)

    def test_ways_to_choose_a_direction(self):
        cubes = self.two_boxes(5)
        for options, rule, views in ((["--choose", "faces"], "faces", 1), (["--choose", "several"], "several", 4),
                                     (["--directions", "7"], "several", 7),
                                     (["--choose", "last", "--direction", "1,0,0"], "last", 1)):
            document = self.map(*cubes, *options, "--resolution", 32, status=1)
            self.assertEqual((document["direction_rule"], len(document["views"])), (rule, views))
            self.assertEqual(document["views"][0]["direction"], document["direction"])
            self.within(document["overlap_volume"], 500)
        for wrong in (["--choose", "last"], ["--choose", "faces", "--directions", "3"], ["--directions", "65"],
                      ["--choose", "faces", "--direction", "0,0,1"], ["--choose", "best"], ["--zlist", "some"]):
            self.run_tool("map", *cubes, *wrong, status=2)

    def test_scans_closed_by_their_outlines(self):
        def hills(name, height, **more):
            return {"name": name, "shape": {"mandelbrot_field": {"size": 10, "height": 1, "depth": 0, "cells": 16}},
                    "position": [0, 0, height], **more}
        scene = self.write_scene("scans.json", [hills("low", 0), hills("high", 0.25)])
        view = ("--scene", scene, "--direction", "0,0,1", "--resolution", 64)
        self.assertFalse(self.map(*view, status=0)["solids"])
        closed = self.map(*view, "--close-scans", status=0)
        self.assertTrue(closed["solids"])
        self.assertIn("outline", closed["statement"])
        self.assertEqual(closed["overlap_volume"]["value"], 0)
        self.assertAlmostEqual(closed["min_gap"], 0.25, delta=1e-3)
        scene = self.write_scene("closed.json", [hills("low", 0, close_scan={"away": [0, 0, -1], "depth": 3}),
                                                 hills("high", -0.25, close_scan={"away": [0, 0, 1], "depth": 3})])
        again = self.map("--scene", scene, "--direction", "0,0,1", "--resolution", 64, status=1)
        self.within(again["overlap_volume"], 25)
        self.assertEqual(again["statement"], "")

    def test_nearest_and_farthest_crossings_give_the_same_numbers(self):
        cubes = self.two_boxes(5)
        complete, minmax = (self.map(*cubes, "--zlist", form, status=1) for form in ("complete", "minmax"))
        for key in ("overlap_volume", "projected_area", "max_depth", "cells", "partings"):
            self.assertEqual(minmax[key], complete[key], key)

    def test_apart_and_touching(self):
        apart = self.map(*self.two_boxes(12), "--direction", "1,0,0", "--resolution", 32, status=0)
        self.assertAlmostEqual(apart["min_gap"], 2, delta=1e-6)
        self.assertEqual(apart["overlap_volume"]["value"], 0)
        self.assertEqual(apart["max_depth"]["value"], 0)
        self.assertEqual(apart["cells"]["gap"], 32 * 32)
        touching = self.map(*self.two_boxes(10), "--direction", "1,0,0", "--resolution", 32, status=1)
        self.assertEqual(touching["cells"]["contact"], 32 * 32)
        self.assertAlmostEqual(touching["projected_area"]["value"], 100, delta=2)
        self.within(touching["projected_area"], 100)

    def test_no_line_meets_both(self):
        document = self.map(*self.two_boxes(30), "--direction", "0,0,1", "--resolution", 32, status=0)
        self.assertIsNone(document["min_gap"])
        self.assertEqual(document["cells"]["gap"], 0)

    def test_range_leaves_wide_gaps_out(self):
        cubes = self.two_boxes(12)
        wide = self.map(*cubes, "--direction", "1,0,0", "--resolution", 16, "--range", "1", status=0)
        self.assertEqual((wide["min_gap"], wide["range"]), (None, 1))
        near = self.map(*cubes, "--direction", "1,0,0", "--resolution", 16, "--range", "3", status=0)
        self.assertAlmostEqual(near["min_gap"], 2, delta=1e-6)
        self.assertIsNone(self.map(*cubes, "--resolution", 16, "--range", "inf", status=0)["range"])

    def test_tolerance_makes_shallow_overlap_contact(self):
        cubes = self.two_boxes(9.9)
        deep = self.map(*cubes, "--direction", "1,0,0", "--resolution", 16, status=1)
        self.assertEqual(deep["cells"]["penetration"], 16 * 16)
        shallow = self.map(*cubes, "--direction", "1,0,0", "--resolution", 16, "--tolerance", "0.2", status=1)
        self.assertEqual((shallow["cells"]["penetration"], shallow["cells"]["contact"]), (0, 16 * 16))

    def test_partings(self):
        document = self.map(*self.two_boxes(5), "--direction", "1,0,0", "--parting", "0,0,1", "--parting", "1,0,0",
                            "--resolution", 64, status=1)
        partings = document["partings"]
        self.assertEqual(len(partings), 3)
        self.assertEqual([abs(x) for x in partings[1]["direction"]], [0, 0, 1])
        self.assertAlmostEqual(partings[1]["distance"]["value"], 10, delta=0.4)
        self.assertAlmostEqual(partings[2]["distance"]["value"], 5, delta=0.4)

    def test_scene_of_two_and_of_more(self):
        two = [box("plate", [10, 10, 2], [0, 0, 0]), box("pin", [2, 2, 10], [0, 0, 5.5])]
        document = self.map("--scene", self.write_scene("two.json", two), "--resolution", 64, status=1)
        self.assertEqual((document["a"], document["b"]), ("plate", "pin"))
        self.within(document["overlap_volume"], 2)
        three = self.write_scene("three.json", two + [box("cover", [10, 10, 1], [0, 0, 12])])
        self.assertEqual(self.map("--scene", three, "pin", "cover", "--resolution", 64, status=0)["a"], "pin")
        self.trouble("map", "--scene", three, names=["three.json", "3 object"])
        self.trouble("map", "--scene", three, "pin", names="three.json")
        self.trouble("map", "--scene", three, "pin", "pin", names="pin")
        self.trouble("map", "--scene", three, "pin", "lid", names="lid")
        self.trouble("map", "--scene", three, "pin", "cover", "--units", "in", names=["--units", "three.json"])

    def test_accepted_pair_is_no_finding(self):
        objects = [box("plate", [10, 10, 2], [0, 0, 0]), box("pin", [2, 2, 10], [0, 0, 5.5])]
        scene = self.write_scene("s.json", objects, ignore=[{"a": "plate", "b": "pin", "reason": "press fit"}])
        document = self.map("--scene", scene, "--resolution", 32, status=0)
        self.assertEqual((document["ignored"], document["reason"]), (True, "press fit"))
        self.assertIn("press fit", self.run_tool("map", "--scene", scene, "--resolution", 32, status=0).stdout)

    def test_open_surface_says_what_is_not_defined(self):
        lid = self.write("open.obj", box_obj(at=(5, 0, 0), faces=TRIANGLES[:-2]))
        document = self.map(self.write_box("left.obj"), lid, "--resolution", 32, status=1)
        self.assertFalse(document["solids"])
        self.assertIn("volume", document["statement"])
        self.assertGreater(document["max_depth"]["value"], 0)
        self.assertAlmostEqual(document["partings"][0]["distance"]["value"], document["max_depth"]["value"], delta=1e-6)

    def test_threads_do_not_change_the_answer(self):
        cubes = self.two_boxes(5)
        one, two = (self.map(*cubes, "--threads", n, "--resolution", 100, status=1) for n in (1, 2))
        one.pop("stats")
        two.pop("stats")
        self.assertEqual(one, two)

    def test_table(self):
        run = self.run_tool("map", *self.two_boxes(5), "--resolution", 128, status=1)
        self.assertEqual(run.stderr, "")
        for word in ("overlap volume [mm^3]", "projected contact area [mm^2]", "max depth [mm]", "min gap on a line [mm]", "distance [mm]",
                     "parting [mm]", "position or direction [mm]", "left", "right"):
            self.assertIn(word, run.stdout)
        self.assertRegex(run.stdout.splitlines()[-1], r"^penetration, up to [0-9.]+ mm deep; ")
        clean = self.run_tool("map", *self.two_boxes(12), "--direction", "1,0,0", "--units", "in", status=0)
        self.assertRegex(clean.stdout.splitlines()[-1], r"^no contact, 2 in apart; ")
        quiet = self.run_tool("map", *self.two_boxes(5), "--quiet", status=1)
        self.assertEqual((quiet.stdout, quiet.stderr), ("", ""))


class MapJudgement(MapCase):
    """Headline, exit status, numbers and cells come from one judgement."""

    def test_an_overlap_between_the_lines_is_not_clean(self):
        def block(low, high, first):
            corners = ([l if c < 0 else h for c, l, h in zip(corner, low, high)] for corner in CORNERS)
            text = "".join("v {} {} {}\n".format(*corner) for corner in corners)
            return text + "".join("f {} {} {}\n".format(*(i + first for i in face)) for face in TRIANGLES)
        # A wall 5 away from the plate, and on it a needle that the lines do not meet.
        plate = self.write("plate.obj", block((-5, -5, -1), (5, 5, 0), 1))
        wall = self.write("wall.obj", block((-5, -5, 5), (5, 5, 6), 1) + block((1.1, 1.1, -0.5), (1.2, 1.2, 5.5), 9))
        view = (plate, wall, "--direction", "0,0,1", "--resolution", 7)
        document = self.map(*view, status=1)
        self.assertEqual((document["verdict"], document["certainty"]), ("crossing", "proved"))
        self.assertAlmostEqual(document["min_gap"], 5, delta=1e-5)
        self.assertRegex(self.run_tool("map", *view, status=1).stdout.splitlines()[-1], "^penetration, ")

    def test_grazed_faces_are_not_contact(self):
        objects = [box("a", [2, 2, 2], [0, 0, 0]), box("b", [2, 2, 2], [2.00001, 0, 0])]
        scene = self.write_scene("graze.json", objects)
        for direction in ("0,0,1", "1e-5,0,1", "1e-3,0,1", "0.3,1e-4,1", "1,0,0"):
            document = self.map("--scene", scene, "--direction", direction, "--resolution", 65, status=0)
            self.assertEqual((document["verdict"], document["certainty"]), ("disjoint", "proved"))
            self.assertAlmostEqual(document["distance"], 1e-5, delta=1e-9)

    def test_one_error_to_quote(self):
        document = self.map(*self.two_boxes(5), "--direction", "1,0.1,0", status=1)
        self.assertNotIn("depth_error", document)

    def test_shapes_without_faces_are_sampled(self):
        ball = {"implicit": {"sphere": {"radius": 1}}}
        for apart, status, words in ((1.5, 1, "penetration, up to "), (2.5, 0, "no contact on any line, ")):
            objects = [{"name": "a", "shape": ball}, {"name": "b", "shape": ball, "position": [apart, 0, 0]}]
            view = ("--scene", self.write_scene("balls.json", objects), "--resolution", 64)
            document = self.map(*view, status=status)
            self.assertEqual((document["certainty"], document["distance"]), ("sampled", None))
            for number in (document["overlap_volume"], document["max_depth"], document["projected_area"]):
                self.assertTrue(number["sampled"])
            self.assertRegex(self.run_tool("map", *view, status=status).stdout.splitlines()[-1], rf"^{words}.* \(sampled\); ")

    def test_bounds_that_lines_alone_give_are_not_called_proved(self):
        # A cube less a thin tube that lines may miss: "512 (512 to 512)" excluded the truth.
        tube = {"sdf": {"cylinder": {"radius": 0.03, "height": 8}}}
        drilled = {"csg": {"difference": [{"shape": {"box": [8, 8, 8]}}, {"shape": tube}]}}
        objects = [{"name": "drilled", "shape": drilled}, {"name": "block", "shape": {"box": [20, 20, 20]}}]
        scene = self.write_scene("drilled.json", objects)
        document = self.map("--scene", scene, "--resolution", 16, status=1)
        self.assertTrue(document["overlap_volume"]["sampled"])
        self.assertIn("the truth may lie beyond", self.run_tool("map", "--scene", scene, status=1).stdout)
        self.assertNotIn("sampled", self.map(*self.two_boxes(5), status=1)["overlap_volume"])
        text = self.run_tool("check", "--scene", scene, "--volume", status=1).stdout
        self.assertIn("by sample lines: not proved", text)

    def test_an_open_surface_has_no_volume_and_a_deepest_point(self):
        lid = self.write("open.obj", box_obj(at=(5, 0, 0), faces=TRIANGLES[:-2]))
        document = self.map(self.write_box("left.obj"), lid, "--resolution", 32, status=1)
        self.assertIsNone(document["overlap_volume"])
        self.assertIsNone(document["centroid"])
        self.assertNotEqual(document["deepest_point"], [0, 0, 0])
        self.assertNotIn("overlap volume", self.run_tool("map", self.write_box("left.obj"), lid, status=1).stdout)

    def test_words_of_an_engineer(self):
        text = self.run_tool("map", *self.two_boxes(5), "--refine", 1, status=1).stdout
        for words in ("mean surface angle to the view", "refined cells", "projected contact area [mm^2]"):
            self.assertIn(words, text)


class MapUsage(MapCase):
    def test_a_clearance_was_taken_for_a_tolerance(self):
        run = self.trouble("map", *self.two_boxes(11), "--clearance", 2, names=["--clearance", "--range"])
        self.assertNotIn("--tolerance", run.stderr)

    def test_checks_along_lines_say_what_they_have_not(self):
        for method in ("zlist", "depth_count"):
            run = self.run_tool("check", *self.two_boxes(11), "--method", method, "--clearance", 2, status=2)
            self.assertIn("clearance", run.stderr)
        scene = self.write_scene("open.json", [
            {"name": "box", "shape": {"box": [2, 2, 2]}},
            {"name": "field", "shape": {"mandelbrot_field": {"size": 6, "height": 1}}}])
        self.assertIn("volume needs closed bodies", self.run_tool("check", "--scene", scene, "--volume", status=1).stdout)

    def test_help_names_every_option_and_the_exit_status(self):
        text = self.run_tool("map", "--help", status=0).stdout
        for word in ("--scene", "--units", "--resolution", "--refine", "--direction", "--range", "--tolerance", "--parting", "--threads",
                     "--quiet", "--output", "--raw", "--layer", "--ply", "--json", "Exit status: 0", "1 findings",
                     "Contact, penetration and undecided are findings", "2 trouble"):
            self.assertIn(word, text)
        self.assertIn("map", self.run_tool("--help", status=0).stdout)

    def test_inputs(self):
        a, b = self.two_boxes(5)
        self.trouble("map", names="two mesh files")
        self.trouble("map", a, names=[a, "second file"])
        self.trouble("map", a, b, a, names="two bodies")
        self.trouble("map", a, "missing.stl", names="missing.stl")
        self.trouble("map", "--scene", "missing.json", names="missing.json")
        self.trouble("mapp", a, b, names="'map'")
        self.trouble("map", a, b, "--resolutoin", "5", names="'--resolution'")

    def test_bad_values_name_the_option(self):
        a, b = self.two_boxes(5)
        for option, values in {
                "--resolution": ["0", "-1", "9000", "8193", "2.5", "nan", "many", ""],
                "--refine": ["-1", "9", "1.5", "deep", ""],
                "--direction": ["0,0,0", "-0,0,0", "nan,0,0", "inf,0,1", "0,0", "0,0,1,0", "x", "1 0 0", ",,", "1,,0", "1e999,0,0",
                                ""],
                "--parting": ["0,0,0", "nan,0,0", "up"],
                "--range": ["-1", "nan", "wide", "1e999", ""],
                "--tolerance": ["-1", "nan", "inf", "small", ""],
                "--threads": ["0", "-2", "many", "4294967297"],
                "--units": ["furlong", "MM"],
                "--layer": ["depth", ""],
                "--output": ["", "-", "map", "map.jpg", "map.pfm"],
                "--raw": ["", "-", "map.png", "map.exr"],
                "--ply": ["", "-", "map.stl"],
                "--json": [""],
        }.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    self.trouble("map", a, b, option, value, names=option)

    def test_outputs_that_cannot_be_written(self):
        a, b = self.two_boxes(5)
        for option, name in (("--json", "out"), ("--output", "o.png"), ("--raw", "o.tif"), ("--ply", "o.ply")):
            self.trouble("map", a, b, option, "nowhere/" + name, names=[option, "nowhere/" + name])
        before = (self.folder / a).read_bytes()
        self.trouble("map", a, b, "--json", "./" + a, names=["--json", a])
        self.assertEqual((self.folder / a).read_bytes(), before)
        self.trouble("map", a, b, "--json", "x.png", "--output", "x.png", names=["--json", "--output"])


if __name__ == "__main__":
    main()
