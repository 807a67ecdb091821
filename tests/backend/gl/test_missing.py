# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What OpenGL needs, taken away: a library, a driver, a version."""
import os
import unittest

from backend_case import BackendCase


class TestMissing(BackendCase):
    def setUp(self):
        super().setUp()
        if "gl" not in self.devices():
            self.skipTest("no OpenGL device")

    def hidden(self, library):
        """An environment in which the library is found, but is none."""
        folder = self.folder / "hidden"
        folder.mkdir(exist_ok=True)
        (folder / library).write_bytes(b"")
        path = os.environ.get("LD_LIBRARY_PATH")
        return {"LD_LIBRARY_PATH": f"{folder}:{path}" if path else str(folder)}

    def test_without_egl(self):
        self.expect_absent("gl", self.hidden("libEGL.so.1"), "libEGL.so.1 is missing")

    def test_without_epoxy(self):
        self.expect_absent("gl", self.hidden("libepoxy.so.0"), "libepoxy.so.0")

    def test_without_a_driver(self):
        self.expect_absent("gl", {"__EGL_VENDOR_LIBRARY_FILENAMES": str(self.folder / "none.json")})

    def test_a_driver_without_4_5(self):
        if not self.info()["gl"]["software"]:
            self.skipTest("only Mesa can be told to hide its version")
        self.expect_absent("gl", {"MESA_GL_VERSION_OVERRIDE": "4.4"}, "4.5")


if __name__ == "__main__":
    unittest.main()
