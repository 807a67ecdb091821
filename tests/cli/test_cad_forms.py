# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Bodies whose distance is a formula, as analytic surfaces and as splines that are the same: fits, sockets, tapers, rings, threads."""
import math
import os
import unittest

from step_revolved import arc, revolve
from step_solids import StepFile
from test_cad import CadCase


def shaft_and_bore(file, play, nurbs):
    revolve(file, "shaft", (0, -5.0), [(10 - play, -5.0), (10 - play, 25.0), (0, 25.0), (0, -5.0)], nurbs)
    revolve(file, "bush", (10.0, 0.0), [(20.0, 0.0), (20.0, 20.0), (10.0, 20.0), (10.0, 0.0)], nurbs)
    return play


def ball_and_socket(file, play, nurbs):
    def on(radius, z):
        return (math.sqrt(radius * radius - z * z), z)

    ball, own = 8.0 - play, 6.0
    low, high = on(ball, -own), on(ball, own)
    revolve(file, "ball", (0, -own), [low, arc((0, 0), high), (0, own), (0, -own)], nurbs)
    low, high = on(8.0, -5.0), on(8.0, 5.0)
    revolve(file, "socket", low, [(12.0, -5.0), (12.0, 5.0), high, arc((0, 0), low)], nurbs)
    return play


def taper(file, play, nurbs):
    """Cones of one angle, moved along the axis so that they are this far apart."""
    up = play / math.sin(math.atan2(2, 10))
    revolve(file, "cone", (0, up), [(4.0, up), (6.0, 10 + up), (0, 10 + up), (0, up)], nurbs)
    revolve(file, "seat", (4.0, 0.0), [(9.0, 0.0), (9.0, 10.0), (6.0, 10.0), (4.0, 0.0)], nurbs)
    return play


def ring_in_groove(file, play, nurbs):
    tube, c = 3.0 - play, (10.0, 0.0)
    west, east, top = (10 - tube, 0.0), (10 + tube, 0.0), (10.0, tube)
    revolve(file, "ring", west, [arc(c, (10.0, -tube)), arc(c, east), arc(c, top), arc(c, west)], nurbs)
    revolve(file, "groove", (5.0, -6.0),
            [(15.0, -6.0), (15.0, 0.0), (13.0, 0.0), arc(c, (10.0, -3.0)), arc(c, (7.0, 0.0)), (5.0, 0.0), (5.0, -6.0)], nurbs)
    return play


def thread(file, play, nurbs):
    """Grooves of 90 degrees round a bolt, and the nut that fits, wider by the play across the flanks."""
    wide = play * math.sqrt(2)

    def flanks(shift, zs):
        return [((8.0 if i % 2 else 7.0) + shift, float(z)) for i, z in enumerate(zs)]

    bolt = flanks(-wide, range(-1, 8))
    revolve(file, "bolt", (0, -1.0), bolt + [(0, 7.0), (0, -1.0)], nurbs)
    nut = flanks(0, range(1, 6))
    revolve(file, "nut", nut[0], [(12.0, 1.0), (12.0, 5.0)] + nut[::-1], nurbs)
    return play


FORMS = (shaft_and_bore, ball_and_socket, taper, ring_in_groove, thread)
# These take seconds each; IMPINGE_FULL=1 takes all.
SLOW = (ring_in_groove, thread)


def wanted(form, play, nurbs):
    return bool(os.environ.get("IMPINGE_FULL")) or not (form in SLOW or (form is ball_and_socket and nurbs and play < 0))



class TestForms(CadCase):
    def each(self, play):
        for nurbs in (False, True):
            for form in FORMS:
                if not wanted(form, play, nurbs):
                    continue
                with self.subTest(form=form.__name__, play=play, nurbs=nurbs):
                    file = StepFile()
                    form(file, play, nurbs)
                    yield file.text()

    def test_a_play_is_disjoint_and_its_distance_within_bounds(self):
        for text in self.each(0.005):
            self.assertEqual(self.check(self.write("fit.step", text), status=0)["pairs"], [])
            pair = self.only_pair(text, "--clearance", "0.01", status=1)
            self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
            self.assertLessEqual(pair["distance_bounds"]["low"], 0.005 * (1 + 1e-6))
            self.assertGreaterEqual(pair["distance_bounds"]["high"], 0.005 * (1 - 1e-6))

    def test_a_press_fit_is_crossing(self):
        for text in self.each(-0.005):
            pair = self.only_pair(text, status=1)
            self.assertEqual((pair["verdict"], pair["certainty"]), ("crossing", "proved"))

    def test_one_surface_is_touching(self):
        for text in self.each(0.0):
            pair = self.only_pair(text, "--volume", status=1)
            self.assertEqual(pair["verdict"], "touching")
            # Flanks of a thread lie on both sides of each other.
            if "'bolt'" not in text:
                self.assertEqual(pair["certainty"], "proved")
                self.assertEqual(pair["volume_bounds"], {"low": 0, "high": 0})


if __name__ == "__main__":
    unittest.main()
