# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""CAD files under rules, beside meshes, and where surfaces run together at a point: what facets say is not the answer."""
import json
import math
import unittest

from step_solids import StepFile, shaft_in_bore
from test_cad import CadCase
from test_cad_forms import ball_and_socket, shaft_and_bore, taper
from tool_case import box_obj


def pins_side_by_side(gap):
    """Their facets are farther apart than they are, where no corner lies on the line between them."""
    file = StepFile()
    file.pin("left", 5.0, 0.0, 10.0)
    file.pin("right", 5.0, 0.0, 10.0, at=((10.0 + gap) * math.cos(0.3), (10.0 + gap) * math.sin(0.3)))
    return file.text()


class TestRulesOfSurfaces(CadCase):
    DEFLECTIONS = ("1", "0.1")

    def ruled(self, text, rule, deflection, status):
        self.write("rules.json", json.dumps({"schema": "impinge.rules/1", "rules": [{"a": ["*"], "b": ["*"], **rule}]}))
        return self.check(self.write("fit.step", text), "--rules", "rules.json", "--deflection", deflection, status=status)["pairs"]

    def each(self, text, rule, status):
        for deflection in self.DEFLECTIONS:
            with self.subTest(deflection=deflection, rule=rule):
                yield self.ruled(text, rule, deflection, status)

    def test_a_least_distance_that_facets_keep_was_clean(self):
        for pairs in self.each(pins_side_by_side(0.05), {"min": 0.06}, 1):
            self.assertEqual([(p["verdict"], p["certainty"]) for p in pairs], [("near", "proved")])
        for pairs in self.each(pins_side_by_side(0.05), {"min": 0.04}, 0):
            self.assertEqual(pairs, [])

    def test_a_greatest_distance_that_facets_exceed_was_a_finding(self):
        for pairs in self.each(pins_side_by_side(0.05), {"max": 0.06}, 0):
            self.assertEqual(pairs, [])
        for pairs in self.each(pins_side_by_side(0.05), {"max": 0.04}, 1):
            self.assertEqual([p["verdict"] for p in pairs], ["disjoint"])
            self.assertIn("above 0.04", pairs[0]["statement"])
        for pairs in self.each(pins_side_by_side(0.05), {"min": 0.02, "max": 0.06}, 0):
            self.assertEqual(pairs, [])

    def test_an_accepted_touch_was_a_finding_where_facets_cross(self):
        for form in (taper, shaft_and_bore):
            file = StepFile()
            form(file, 0.0, False)
            for pairs in self.each(file.text(), {"accept": ["touching"]}, 0):
                self.assertEqual([(p["verdict"], p["accepted"]) for p in pairs], [("touching", True)])

    def test_a_press_fit_is_not_an_accepted_touch(self):
        for pairs in self.each(shaft_in_bore(-0.005), {"accept": ["touching"]}, 1):
            self.assertEqual([p["verdict"] for p in pairs], ["crossing"])

    def test_what_is_contained_is_accepted_from_its_own_side(self):
        file = StepFile()
        file.pin("inner", 3.0, 2.0, 8.0)
        file.pin("outer", 5.0, 0.0, 10.0)
        for a, b, status in (("inner", "outer", 0), ("outer", "inner", 1)):
            self.ruled(file.text(), {"a": [a], "b": [b], "accept": ["a_in_b"]}, "0.1", status)

    def test_limits_are_those_of_the_surfaces(self):
        file = StepFile()
        file.pin("low", 5.0, 0.0, 10.005)
        file.pin("high", 4.0, 10.0, 20.0)
        for pairs in self.each(file.text(), {"max_depth": 0.006}, 0):
            self.assertEqual([(p["verdict"], p["accepted"]) for p in pairs], [("crossing", True)])
            self.assertIn("within 0.006", pairs[0]["statement"])
        for pairs in self.each(file.text(), {"max_depth": 0.004}, 1):
            self.assertEqual([p["verdict"] for p in pairs], ["crossing"])
        # What the bounds leave open is not tolerated.
        for pairs in self.each(file.text(), {"max_volume": math.pi * 16 * 0.005 * 0.999}, 1):
            self.assertNotIn("volume_bounds", pairs[0])
        for _ in self.each(file.text(), {"max_volume": 300}, 0):
            pass


class TestMeshesBeside(CadCase):
    def test_a_mesh_near_a_pin_is_judged_by_the_pin(self):
        file = StepFile()
        file.pin("pin", 5.0, 0.0, 10.0)
        self.write("pin.step", file.text())
        for gap, verdict in ((0.005, "near"), (-0.005, "crossing")):
            # A corner of the cube, turned by 45 degrees, points at the pin where its facets have no corner.
            way, edge = (math.cos(0.3), math.sin(0.3)), 2.0
            lines = []
            for line in box_obj(edge=edge).splitlines(keepends=True):
                if line.startswith("v "):
                    x, y, z = (float(t) for t in line.split()[1:])
                    u, v = (x + y) * math.sqrt(0.5), (y - x) * math.sqrt(0.5)
                    far = 5.0 + gap + edge * math.sqrt(0.5) + u
                    line = f"v {far * way[0] - v * way[1]!r} {far * way[1] + v * way[0]!r} {z + 5}\n"
                lines.append(line)
            self.write("cube.obj", "".join(lines))
            for deflection in ("1", "0.05"):
                with self.subTest(gap=gap, deflection=deflection):
                    pair = self.check("pin.step", "cube.obj", "--clearance", "0.05", "--deflection", deflection, status=1)["pairs"][0]
                    self.assertEqual((pair["verdict"], pair["certainty"]), (verdict, "proved"))
                    if gap > 0:
                        self.assertLessEqual(pair["distance_bounds"]["low"], gap + 1e-9)
                        self.assertGreaterEqual(pair["distance_bounds"]["high"], gap - 1e-9)

    def test_meshes_among_themselves_are_exact(self):
        file = StepFile()
        file.pin("pin", 1.0, 100.0, 110.0)
        self.write("pin.step", file.text())
        left, right = self.two_boxes(10)
        pairs = self.check("pin.step", left, right, status=1)["pairs"]
        self.assertEqual([(p["a"], p["b"], p["verdict"], p["certainty"]) for p in pairs], [("left", "right", "touching", "proved")])


class TestSmallPlays(CadCase):
    """The nearest points are known at once, so that nothing is left to refine; what else is near must still be told apart."""

    def test_a_tenth_of_a_micron(self):
        for form in (shaft_and_bore, ball_and_socket, taper):
            for clearance in ("0.01", "0.0005"):
                with self.subTest(form=form.__name__, clearance=clearance):
                    file = StepFile()
                    form(file, 0.0001, False)
                    pair = self.only_pair(file.text(), "--clearance", clearance, status=1)
                    self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
                    self.assertAlmostEqual(pair["distance_bounds"]["low"], 0.0001, delta=1e-8)


class TestPoles(CadCase):
    """A ball that dips into a plate with its pole: halved at the parameters, the facets there never came nearer to it."""

    def ball_on_plate(self, gap):
        file = StepFile()
        surface = file.add(f"SPHERICAL_SURFACE('',{file.frame((0, 0, 8 + gap))},8.0)")
        low, high = file.vertex((0, 0, gap)), file.vertex((0, 0, 16 + gap))
        circle = file.add(f"CIRCLE('',{file.frame((0, 0, 8 + gap), (0, -1, 0), (1, 0, 0))},8.0)")
        seam = file.add(f"EDGE_CURVE('',{low},{high},{circle},.T.)")
        file.solid("ball", [file.face(surface, True, file.loop((seam, True), (seam, False)))])
        file.pin("plate", 20.0, -5.0, 0.0)
        return file.text()

    def test_a_ball_dips_into_a_plate(self):
        pair = self.only_pair(self.ball_on_plate(-0.005), status=1)
        self.assertEqual((pair["verdict"], pair["certainty"]), ("crossing", "proved"))
        answer = self.check(self.write("fit.step", self.ball_on_plate(-0.0001)), status=1)
        self.assertEqual(answer["pairs"][0]["verdict"], "touching")
        self.assertLess(answer["cad"]["refined"], 20_000)

    def test_a_ball_over_a_plate(self):
        pair = self.only_pair(self.ball_on_plate(0.0001), "--clearance", "0.01", status=1)
        self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
        self.assertAlmostEqual(pair["distance_bounds"]["low"], 0.0001, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
