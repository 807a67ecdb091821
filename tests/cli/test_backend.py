# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The backends as users meet them: named, asked for, missing, and what happens then."""
import json
import os
import pathlib
import subprocess
import unittest

from tool_case import TOOL, ToolCase


class BackendCase(ToolCase):
    def info(self, **environment):
        run = self.run_tool("info", "--json", status=0, env={**os.environ, **environment})
        return {b["name"]: b for b in json.loads(run.stdout)["backends"]}

    def hidden(self, library):
        """An environment in which the library is found, but is none."""
        folder = self.folder / "hidden"
        folder.mkdir(exist_ok=True)
        (folder / library).write_bytes(b"")
        path = os.environ.get("LD_LIBRARY_PATH")
        return {"LD_LIBRARY_PATH": f"{folder}:{path}" if path else str(folder)}

    def require_gl(self):
        gl = self.info()["gl"]
        if not gl["available"]:
            print("no OpenGL device:", gl["reason"])
            self.skipTest(gl["reason"])
        return gl


class TestInfo(BackendCase):
    def test_every_backend_is_named_with_device_or_reason(self):
        for name, backend in self.info().items():
            self.assertIn("device", backend)
            if backend["available"]:
                self.assertTrue(backend["device"], name)
            else:
                self.assertIsNone(backend["device"])
                self.assertTrue(backend["reason"], name)
        text = self.run_tool("info", status=0).stdout
        self.assertIn("gl", text)
        gl = self.info()["gl"]
        if gl["available"]:
            self.assertTrue(gl["conservative"]["raster"])
            self.assertIn("conservative cells", text)

    def test_the_tool_needs_no_graphics_library(self):
        if len(TOOL) > 1:
            self.skipTest("ldd runs no program of another processor")
        needed = subprocess.run(["ldd", *TOOL], capture_output=True, text=True, check=True).stdout
        for library in ("libEGL", "libepoxy", "libGL", "libOpenGL"):
            self.assertNotIn(library, needed)


class TestMissing(BackendCase):
    def expect_absent(self, environment, *words):
        gl = self.info(**environment)["gl"]
        self.assertFalse(gl["available"])
        for word in words:
            self.assertIn(word, gl["reason"])
        left, right = self.two_boxes(5)
        env = {**os.environ, **environment}
        run = self.run_tool("check", left, right, "--method", "zlist", "--backend", "gl", status=2, env=env)
        self.assertEqual(run.stdout, "")
        self.assertIn("backend gl", run.stderr)
        run = self.run_tool("check", left, right, "--method", "zlist", "--backend", "auto", "--json", "-", status=1, env=env)
        self.assertEqual(json.loads(run.stdout)["stats"]["backend"], "cpu")

    def test_without_egl(self):
        self.require_gl()
        self.expect_absent(self.hidden("libEGL.so.1"), "libEGL.so.1 is missing")

    def test_without_epoxy(self):
        self.require_gl()
        self.expect_absent(self.hidden("libepoxy.so.0"), "libepoxy.so.0")

    def test_without_a_driver(self):
        self.require_gl()
        self.expect_absent({"__EGL_VENDOR_LIBRARY_FILENAMES": str(self.folder / "none.json")})

    def test_a_driver_without_4_5(self):
        if not self.require_gl()["software"]:
            self.skipTest("only Mesa can be told to hide its version")
        self.expect_absent({"MESA_GL_VERSION_OVERRIDE": "4.4"}, "4.5")


class TestAnswers(BackendCase):
    def test_check_and_map_answer_as_the_processor(self):
        self.require_gl()
        left, right = self.two_boxes(5)
        for method in ("zlist", "depth_count"):
            cpu = self.check(left, right, "--method", method, status=1)
            card = self.check(left, right, "--method", method, "--backend", "gl", status=1)
            self.assertEqual(card["stats"]["backend"], "gl")
            self.assertEqual(card["pairs"], cpu["pairs"])
            drawn = self.check(left, right, "--method", method, "--backend", "gl", "--drawing", "raster", status=1)
            self.assertEqual(drawn["pairs"], cpu["pairs"])
            self.assertNotIn("not_as_asked", drawn["stats"])
        maps = [json.loads(self.run_tool("map", left, right, "--resolution", 64, "--backend", backend, "--json", "-",
                                         status=1).stdout) for backend in ("cpu", "gl")]
        self.assertEqual(maps[1]["stats"]["backend"], "gl")
        for document in maps:
            del document["stats"]
        self.assertEqual(maps[0], maps[1])

    def test_certified_face_pairs_are_those_of_the_processor(self):
        self.require_gl()
        left, right = self.two_boxes(5)
        cpu = self.check(left, right, "--method", "zlist", "--certified", status=1)
        for drawing in ("compute", "raster"):
            card = self.check(left, right, "--method", "zlist", "--certified", "--backend", "gl", "--drawing", drawing, status=1)
            self.assertEqual(card["stats"]["backend"], "gl")
            self.assertEqual(card["pairs"], cpu["pairs"])

    def test_an_unknown_backend_is_refused(self):
        left, right = self.two_boxes(5)
        self.trouble("check", left, right, "--backend", "cuda", names="--backend")
        self.trouble("check", left, right, "--drawing", "crayon", names="--drawing")


if __name__ == "__main__":
    unittest.main()
