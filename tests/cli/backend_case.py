# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What tests of backends ask the tool."""
import json
import os

from tool_case import ToolCase


class BackendCase(ToolCase):
    def info(self, **environment):
        run = self.run_tool("info", "--json", status=0, env={**os.environ, **environment})
        return {b["name"]: b for b in json.loads(run.stdout)["backends"]}

    def devices(self):
        """The names of the backends whose device is there; says why one is missing."""
        names = []
        for name, backend in self.info().items():
            if not backend["available"]:
                print(f"no device for {name}:", backend["reason"])
            elif name != "cpu":
                names.append(name)
        return names

    def expect_absent(self, name, environment, *words):
        """In this environment the backend has no device, the tool says why, and `auto` does without."""
        backend = self.info(**environment)[name]
        self.assertFalse(backend["available"])
        for word in words:
            self.assertIn(word, backend["reason"])
        left, right = self.two_boxes(5)
        env = {**os.environ, **environment}
        run = self.run_tool("check", left, right, "--method", "zlist", "--backend", name, status=2, env=env)
        self.assertEqual(run.stdout, "")
        self.assertIn(f"backend {name}", run.stderr)
        run = self.run_tool("check", left, right, "--method", "zlist", "--backend", "auto", "--json", "-", status=1, env=env)
        self.assertNotEqual(json.loads(run.stdout)["stats"]["backend"], name)
