# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The backends as users meet them: named, asked for, and with the answers of the processor."""
import json
import re
import subprocess
import unittest

from backend_case import BackendCase
from tool_case import TOOL


class TestInfo(BackendCase):
    def test_every_backend_is_named_with_device_or_reason(self):
        text = self.run_tool("info", status=0).stdout
        for name, backend in self.info().items():
            self.assertIn(name, text)
            self.assertIn("device", backend)
            if backend["available"]:
                self.assertTrue(backend["device"], name)
            else:
                self.assertIsNone(backend["device"])
                self.assertTrue(backend["reason"], name)
            if backend.get("conservative", {}).get("raster"):
                self.assertIn("conservative cells", text)

    def test_help_names_the_same_backends(self):
        words = {"auto", *self.info()}
        for command in ("check", "map", "sweep"):
            text = self.run_tool(command, "--help", status=0).stdout
            self.assertEqual(set(re.search(r"--backend (\S+)", text)[1].split("|")), words)

    def test_the_tool_needs_no_graphics_library(self):
        if len(TOOL) > 1:
            self.skipTest("ldd runs no program of another processor")
        needed = subprocess.run(["ldd", *TOOL], capture_output=True, text=True, check=True).stdout
        for library in ("libEGL", "libepoxy", "libGL", "libOpenGL", "libcuda"):
            self.assertNotIn(library, needed)


class TestAnswers(BackendCase):
    def for_each_device(self):
        """Runs what follows once for every device that is there."""
        names = self.devices()
        if not names:
            self.skipTest("no device")
        for name in names:
            with self.subTest(backend=name):
                yield name, ("compute", "raster") if self.info()[name]["conservative"]["raster"] else ("compute",)

    def test_check_and_map_answer_as_the_processor(self):
        left, right = self.two_boxes(5)
        for name, drawings in self.for_each_device():
            for method in ("zlist", "depth_count"):
                cpu = self.check(left, right, "--method", method, status=1)
                for drawing in drawings:
                    card = self.check(left, right, "--method", method, "--backend", name, "--drawing", drawing, status=1)
                    self.assertEqual(card["stats"]["backend"], name)
                    self.assertEqual(card["pairs"], cpu["pairs"])
                    self.assertNotIn("not_as_asked", card["stats"])
            maps = [json.loads(self.run_tool("map", left, right, "--resolution", 64, "--backend", backend, "--json", "-",
                                             status=1).stdout) for backend in ("cpu", name)]
            self.assertEqual(maps[1]["stats"]["backend"], name)
            for document in maps:
                del document["stats"]
            self.assertEqual(maps[0], maps[1])

    def test_certified_face_pairs_are_those_of_the_processor(self):
        left, right = self.two_boxes(5)
        cpu = self.check(left, right, "--method", "zlist", "--certified", status=1)
        for name, drawings in self.for_each_device():
            for drawing in drawings:
                card = self.check(left, right, "--method", "zlist", "--certified", "--backend", name, "--drawing", drawing,
                                  status=1)
                self.assertEqual(card["stats"]["backend"], name)
                self.assertEqual(card["pairs"], cpu["pairs"])

    def test_an_unknown_backend_is_refused(self):
        left, right = self.two_boxes(5)
        self.trouble("check", left, right, "--backend", "abacus", names="--backend")
        self.trouble("check", left, right, "--drawing", "crayon", names="--drawing")


if __name__ == "__main__":
    unittest.main()
