# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""STEP files as users meet them: objects, verdicts by true surfaces, and files that are damaged."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from step_solids import StepFile, shaft_in_bore
from tool_case import TOOL, ToolCase


def module_is_there():
    folder = pathlib.Path(TOOL[-1]).resolve().parent
    return (folder / "modules" / "libimpinge_cad.so").is_file()


class CadCase(ToolCase):
    def setUp(self):
        super().setUp()
        if not module_is_there():
            self.skipTest("this build has no CAD module: Open CASCADE was not found")

    def only_pair(self, text, *arguments, status):
        answer = self.check(self.write("fit.step", text), *arguments, status=status)
        self.assertEqual(len(answer["pairs"]), 1, answer["pairs"])
        return answer["pairs"][0]


class TestFits(CadCase):
    DEFLECTIONS = ("1", "0.1", "0.01")

    def test_a_play_is_disjoint_at_any_deflection(self):
        for deflection in self.DEFLECTIONS:
            with self.subTest(deflection=deflection):
                text = shaft_in_bore(0.005)
                self.assertEqual(self.check(self.write("fit.step", text), "--deflection", deflection, status=0)["pairs"], [])
                pair = self.only_pair(text, "--deflection", deflection, "--clearance", "0.01", status=1)
                self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
                bounds = pair["distance_bounds"]
                self.assertLessEqual(bounds["low"], 0.005 * (1 + 1e-9))
                self.assertGreaterEqual(bounds["high"], 0.005 * (1 - 1e-9))
                self.assertLess(bounds["high"] - bounds["low"], 0.002)

    def test_a_play_of_a_tenth_of_a_micron(self):
        for deflection in self.DEFLECTIONS:
            with self.subTest(deflection=deflection):
                text = shaft_in_bore(0.0001)
                self.assertEqual(self.check(self.write("fit.step", text), "--deflection", deflection, status=0)["pairs"], [])
                pair = self.only_pair(text, "--deflection", deflection, "--clearance", "0.01", status=1)
                self.assertEqual((pair["verdict"], pair["certainty"]), ("near", "proved"))
                self.assertAlmostEqual(pair["distance_bounds"]["low"], 0.0001, delta=1e-12)
                self.assertAlmostEqual(pair["distance_bounds"]["high"], 0.0001, delta=1e-12)

    def test_a_press_fit_is_crossing_at_any_deflection(self):
        for deflection in self.DEFLECTIONS:
            with self.subTest(deflection=deflection):
                pair = self.only_pair(shaft_in_bore(-0.005), "--deflection", deflection, status=1)
                self.assertEqual((pair["verdict"], pair["certainty"]), ("crossing", "proved"))

    def test_a_press_fit_of_a_tenth_of_a_micron_needs_a_finer_chord(self):
        coarse = self.only_pair(shaft_in_bore(-0.0001), status=1)
        self.assertEqual((coarse["verdict"], coarse["certainty"]), ("touching", "within_bound"))
        fine = self.only_pair(shaft_in_bore(-0.0001), "--chord", "0.00002", status=1)
        self.assertEqual((fine["verdict"], fine["certainty"]), ("crossing", "proved"))

    def test_an_equal_fit_touches(self):
        for deflection in self.DEFLECTIONS:
            with self.subTest(deflection=deflection):
                pair = self.only_pair(shaft_in_bore(0.0), "--deflection", deflection, status=1)
                self.assertEqual((pair["verdict"], pair["certainty"]), ("touching", "proved"))

    def test_metres_are_converted(self):
        pair = self.only_pair(shaft_in_bore(0.005, unit="M", scale=0.001), "--clearance", "0.01", status=1)
        self.assertEqual(pair["verdict"], "near")
        self.assertAlmostEqual(pair["distance"], 0.005, delta=0.001)

    def test_the_overlap_lies_within_its_bounds(self):
        file = StepFile()
        file.pin("low", 5.0, 0.0, 10.0)
        file.pin("high", 5.0, 8.0, 20.0)
        pair = self.only_pair(file.text(), "--volume", status=1)
        self.assertEqual(pair["verdict"], "crossing")
        truth = 25 * 3.141592653589793 * 2
        self.assertLessEqual(pair["volume_bounds"]["low"], truth)
        self.assertGreaterEqual(pair["volume_bounds"]["high"], truth)

    def test_an_overlap_lies_within_its_bounds_though_facets_were_refined(self):
        for deflection in ("2", "0.1"):
            with self.subTest(deflection=deflection):
                pair = self.only_pair(shaft_in_bore(-0.05), "--volume", "--deflection", deflection, status=1)
                truth = 3.141592653589793 * (10.05**2 - 10**2) * 20
                self.assertLessEqual(pair["volume_bounds"]["low"], truth)
                self.assertGreaterEqual(pair["volume_bounds"]["high"], truth)
                self.assertLessEqual(pair["depth"]["low"], pair["depth"]["value"])
                self.assertGreaterEqual(pair["depth"]["high"], 0.05)

    def test_equal_pins_in_line_do_not_touch(self):
        file = StepFile()
        file.pin("low", 5.0, 0.0, 10.0)
        file.pin("high", 5.0, 10.01, 20.0)
        self.assertEqual(self.check(self.write("fit.step", file.text()), "--deflection", "1", status=0)["pairs"], [])

    def test_a_pin_on_a_pin(self):
        file = StepFile()
        file.pin("low", 5.0, 0.0, 10.0)
        file.pin("high", 3.0, 10.0, 20.0, at=(1, 0))
        pair = self.only_pair(file.text(), status=1)
        self.assertEqual((pair["verdict"], pair["certainty"]), ("touching", "proved"))

    def test_a_pin_in_a_pin(self):
        file = StepFile()
        file.pin("inner", 3.0, 2.0, 8.0)
        file.pin("outer", 5.0, 0.0, 10.0)
        pair = self.only_pair(file.text(), status=1)
        self.assertEqual((pair["verdict"], pair["certainty"]), ("a_in_b", "proved"))


class TestObjects(CadCase):
    def test_solids_are_objects_and_other_files_stand_beside(self):
        answer = self.check(self.write("fit.step", shaft_in_bore(0.005)), self.write_box("box.obj", at=(100, 0, 0)), status=0)
        self.assertEqual([o["name"] for o in answer["objects"]], ["fit/shaft", "fit/bush", "box"])
        self.assertTrue(all(o["closed"] for o in answer["objects"]))
        self.assertEqual(answer["cad"]["shapes"], 2)
        self.assertGreater(answer["cad"]["read_ms"], 0)

    def test_other_commands_read_the_facets(self):
        self.write("fit.step", shaft_in_bore(0.1))
        made = self.run_tool("check", "--self", "fit.step", status=0)
        self.assertIn("0 findings", made.stdout)
        answer = self.check("fit.step", "--parts", status=0)
        self.assertEqual(len(answer["objects"]), 2)


    def test_a_press_fit_of_a_self_check_was_what_the_facets_say(self):
        for play, verdict, status in ((-0.005, "crossing", 1), (0.005, None, 0)):
            alone = self.check(self.write("fit.step", shaft_in_bore(play)), status=status)["pairs"]
            both = [p for p in self.check("fit.step", "--self", status=status)["pairs"] if p["a"] != p["b"]]
            for pairs in (alone, both):
                self.assertEqual([p["verdict"] for p in pairs], [] if verdict is None else [verdict])
                self.assertTrue(all(p["certainty"] == "proved" for p in pairs))

    def test_facets_in_a_scene_were_called_the_surfaces(self):
        self.write("fit.step", shaft_in_bore(-0.5))
        scene = {"schema": "impinge.scene/1", "objects": [{"file": "fit.step", "parts": True}]}
        answer = self.check("--scene", self.write("scene.json", json.dumps(scene)), status=1)
        self.assertEqual([(p["verdict"], p["certainty"]) for p in answer["pairs"]], [("crossing", "within_bound")])
        for word in ("facets", "surfaces", "fit.step"):
            self.assertIn(word, answer["hint"])
        self.assertIn("hint: ", self.run_tool("map", "fit.step", "--parts", "shaft", "bush", status=1).stdout)

    def test_ctrl_c_said_that_the_file_is_damaged(self):
        # A terminal sends the signal to the process that reads, too.
        file = StepFile()
        for i in range(40):
            file.pin(f"pin {i}", 5.0 + i, 0.0, 10.0)
        self.write("pins.step", file.text())
        for delay in (0.1, 0.3, 0.6, 1.0, 1.5):
            run = subprocess.Popen([*TOOL, "check", "pins.step"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
            try:
                run.communicate(timeout=delay)
                return  # over before the signal
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGINT)
                stdout, stderr = run.communicate(timeout=60)
            if run.returncode == 1:
                return  # the signal came with the end
            self.assertEqual((run.returncode, stdout), (130, ""), f"after {delay} s: {stderr}")
            self.assertIn("interrupted", stderr)


class TestDamage(CadCase):
    def refused(self, text, *words, name="bad.step"):
        begin = time.monotonic()
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        error = self.run_tool("check", name, status=2).stderr
        self.assertLess(time.monotonic() - begin, 30)
        self.assertIn(name, error)
        for word in words:
            self.assertIn(word, error)

    def test_what_is_cut_short_is_named_by_its_line(self):
        text = shaft_in_bore(0.1)
        for share in (0.01, 0.3, 0.7, 0.99):
            self.refused(text[: int(share * len(text))], "line ", "cut short")

    def test_empty_and_foreign_files(self):
        self.refused("", "empty")
        self.refused("solid x\n", "line 1", "not a STEP file")
        self.refused(b"ISO-10303-21;" + bytes(1000), "zero byte")
        self.refused("just text\n", "80 columns", name="bad.igs")
        self.refused("just text\n", name="bad.brep")

    def test_entities_that_are_not_there_or_there_twice(self):
        text = shaft_in_bore(0.1)
        self.refused(text.replace("#12=", "#9999=", 1), "#12", "not in the file")
        self.refused(text.replace("#12=", "#11=", 1), "#11", "twice")

    def test_an_assembly_in_itself(self):
        text = shaft_in_bore(0.1)
        use = "#9001=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#1,#2,$);\n#9002=NEXT_ASSEMBLY_USAGE_OCCURRENCE('','','',#2,#1,$);\n"
        self.refused(text.replace("ENDSEC;\nEND-", use + "ENDSEC;\nEND-"), "part of itself", "#900")

    def test_a_file_without_bodies(self):
        self.refused(StepFile().text(), "no solid")

    def test_faces_that_bound_no_solid_are_said(self):
        text = shaft_in_bore(0.1).replace("CLOSED_SHELL", "OPEN_SHELL").replace("MANIFOLD_SOLID_BREP", "SHELL_BASED_SURFACE_MODEL")
        lines = [line.replace(",#", ",(#", 1).replace(");", "));") if "SHELL_BASED_SURFACE_MODEL(" in line else line
                 for line in text.splitlines(keepends=True)]
        lines = [line.replace("ADVANCED_BREP_SHAPE", "MANIFOLD_SURFACE_SHAPE") for line in lines]
        run = self.run_tool("check", "--self", self.write("loose.step", "".join(lines)), status=None)
        self.assertIn("bound no solid; taken as an open sheet (--heal", run.stderr)
        healed = self.run_tool("check", "loose.step", "--heal", status=None)
        self.assertIn("loose faces were sewn", healed.stderr)

    def with_a_body_that_is_not_read(self):
        file = StepFile()
        file.pin("pin", 1.0, 0.0, 1.0)
        file.add("CSG_SOLID('',#1)")
        return self.write("csg.step", file.text())

    def test_what_cannot_be_read_is_said(self):
        run = self.run_tool("check", "--self", self.with_a_body_that_is_not_read(), status=None)
        self.assertIn("CSG_SOLID is not read", run.stderr)

    def test_a_body_that_was_left_out_was_clean(self):
        step, far = self.with_a_body_that_is_not_read(), self.write_box("far.obj", at=(500, 0, 0))
        run = self.run_tool("check", step, far, status=1)
        self.assertRegex(run.stdout.splitlines()[-1], r"^0 findings in 1 pair; not clean: 1 kind of body or place was not read")
        run = self.run_tool("check", step, far, "--json", "-", status=1)
        answer = json.loads(run.stdout)
        self.assertEqual((answer["pairs"], answer["cad"]["unread"]), ([], 1))
        # Commands that see no notes do not take such a file for all there is.
        scene = {"schema": "impinge.scene/1", "objects": [{"name": "a", "file": step}, {"name": "b", "file": far}]}
        self.trouble("check", "--scene", self.write("scene.json", json.dumps(scene)), names=["csg.step", "CSG_SOLID is not read"])
        self.trouble("map", step, far, names=["csg.step", "CSG_SOLID is not read"])
        self.trouble("distance", far, step, names=["csg.step", "CSG_SOLID is not read"])


class TestWithoutModule(ToolCase):
    def test_the_tool_needs_no_open_cascade(self):
        if len(TOOL) > 1:
            self.skipTest("ldd runs no program of another processor")
        needed = subprocess.run(["ldd", *TOOL], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libTK", needed)

    def test_options_of_cad_files_want_one(self):
        left, right = self.two_boxes(5)
        for option in (("--chord", "0.1"), ("--depth", "1"), ("--heal",)):
            self.assertIn("no effect", self.run_tool("check", left, right, *option, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
