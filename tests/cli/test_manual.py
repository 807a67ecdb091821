# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Manual pages and shell completion know every sub-command and every option, as the help does."""
import re
import shutil
import subprocess

from tool_case import ROOT, ToolCase, main


class Manual(ToolCase):
    def commands(self):
        text = self.run_tool("--help", status=0).stdout.split("Subcommands:")[1]
        return re.findall(r"^  ([a-z]+)  ", text, re.M)

    def options(self, command):
        text = self.run_tool(*([command] if command else []), "--help", status=0).stdout
        return set(re.findall(r"^  (?:-h,)?(--[a-z-]+)", text, re.M))

    def test_pages(self):
        self.assertGreaterEqual(len(self.commands()), 10)
        for command in ["", *self.commands()]:
            page = self.run_tool("--man", *([command] if command else []), status=0).stdout
            self.assertTrue(page.startswith(".TH IMPINGE"), page[:40])
            listed = {name.replace("\\-", "-") for name in re.findall(r"^\\fB((?:\\-){2}[a-z\\-]+)\\fR", page, re.M)}
            self.assertEqual(listed, self.options(command), command)
            for section in ("NAME", "SYNOPSIS", "OPTIONS", "SEE ALSO"):
                self.assertIn(f".SH {section}\n", page)
            if shutil.which("groff"):
                run = subprocess.run(["groff", "-K", "utf8", "-man", "-Tutf8", "-ww", "-z"], input=page, encoding="utf-8", capture_output=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), command)
        self.assertEqual(self.run_tool("--man", "nothing").returncode, 2)

    def test_every_page_is_installed(self):
        text = (ROOT / "cmake" / "ImpingeManual.cmake").read_text(encoding="utf-8")
        listed = re.search(r"IMPINGE_COMMANDS ([a-z ]+)\)", text)[1].split()
        self.assertEqual(sorted(listed), sorted(self.commands()))

    def complete(self, *words):
        """What bash offers for the last word."""
        script = self.run_tool("--completion", "bash", status=0).stdout
        self.write("impinge.bash", script)
        quoted = " ".join("'" + word + "'" for word in ("impinge", *words))
        ask = f"source impinge.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _impinge; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        run = subprocess.run(["bash", "-c", ask], cwd=self.folder, encoding="utf-8", capture_output=True)
        self.assertEqual(run.stderr, "")
        return [line for line in run.stdout.split("\n") if line]

    def test_bash(self):
        if shutil.which("bash") is None:
            self.skipTest("no bash")
        self.assertEqual(self.complete(""), self.commands())
        self.assertEqual(self.complete("sw"), ["sweep"])
        for command in self.commands():
            self.assertEqual(set(self.complete(command, "-")), self.options(command), command)
        self.assertEqual(self.complete("check", "--touching", ""), ["report", "ignore"])
        self.assertEqual(self.complete("check", "--method", "fa"), ["face_octree"])
        self.assertEqual(self.complete("check", "--bcf-version", ""), ["2.1", "3.0"])
        self.write("part.stl", "")
        self.assertEqual(self.complete("check", "pa"), ["part.stl"])
        self.assertEqual(self.complete("check", "--scene", "pa"), ["part.stl"])
        self.assertEqual(self.complete("check", "--clearance", "pa"), [])
        self.assertEqual(self.complete("--completion", ""), ["bash", "zsh", "fish"])

    def test_other_shells(self):
        for shell in ("zsh", "fish"):
            script = self.run_tool("--completion", shell, status=0).stdout
            for command in self.commands():
                self.assertIn(command, script)
                for option in self.options(command):
                    self.assertIn(option[2:] if shell == "fish" else option, script)
            if shutil.which(shell):
                self.write("script", script)
                subprocess.run([shell, "-n", self.folder / "script"], check=True)
        self.assertEqual(self.run_tool("--completion", "cmd").returncode, 2)
        self.assertEqual(self.run_tool("--completion").returncode, 2)


if __name__ == "__main__":
    main()
