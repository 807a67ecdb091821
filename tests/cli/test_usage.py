# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Help, and every usage error: status 2 and a message that names the option or the file."""
import os
import re
import unittest

from tool_case import ROOT, ToolCase, main

NUMBERS = "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()


class Usage(ToolCase):
    def sub_commands(self):
        listed = self.run_tool("--help", status=0).stdout.partition("Subcommands:")[2]
        return re.findall(r"^  ([a-z]+)  ", listed, re.M)

    def test_help_and_version_are_no_trouble(self):
        for arguments in (["--help"], ["--version"], *([word, "--help"] for word in self.sub_commands())):
            run = self.run_tool(*arguments, status=0)
            self.assertEqual(run.stderr, "")
            self.assertIn("impinge", run.stdout)
        self.assertRegex(self.run_tool("--version").stdout, r"^impinge \d+\.\d+\.\d+\n$")

    def test_the_document_has_every_sub_command_and_option(self):
        guide = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
        others = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("robots.md", "cad.md"))
        words = self.sub_commands()
        self.assertIn(f"`impinge` has {NUMBERS[len(words)]} sub-commands", guide)
        for word in words:
            self.assertRegex(guide, rf"(?m)^    impinge {word} ", f"{word} is not in the list")
            for option in re.findall(r"^  (--[a-z-]+)", self.run_tool(word, "--help").stdout, re.M):
                self.assertRegex(guide + others, rf"{option}\b", f"{word} {option}")

    def test_check_help_names_every_option_and_the_exit_status(self):
        text = self.run_tool("check", "--help").stdout
        for word in ("--scene", "--method", "--broad", "--level", "--clearance", "--touching", "--strict", "--units",
                     "--threads", "--self", "--quiet", "--json", "--face-pairs", "--max-pairs", "--picture",
                     "Exit status: 0 clean, 1 findings, 2 trouble"):
            self.assertIn(word, text)

    def test_no_arguments(self):
        self.trouble(names="no sub-command")
        self.trouble("check", names="--scene")

    def test_unknown_words(self):
        self.trouble("chekc", names=["chekc", "'check'"])
        self.trouble("check", "--clearence", "1", "a.stl", "b.stl", names=["--clearence", "'--clearance'"])
        self.trouble("check", "a.stl", "b.stl", "-x", names="-x")
        self.trouble("--nonsense", names="--nonsense")
        self.trouble("info", "surplus", names="surplus")
        self.trouble("demo", "surplus", names="surplus")

    def test_one_file_needs_self(self):
        name = self.write_box("alone.obj")
        self.trouble("check", name, names=["alone.obj", "--self"])
        self.run_tool("check", name, "--self", status=0)

    def test_a_scene_given_as_a_mesh_is_told_how(self):
        self.write("cell.json", "{}")
        self.trouble("check", "cell.json", names=["--scene cell.json"])

    def test_scene_and_files(self):
        self.trouble("check", "--scene", "s.json", "a.stl", "b.stl", names=["--scene", "a.stl"])

    def test_bad_values_name_the_option(self):
        a, b = self.two_boxes(5)
        for option, values in {
                "--clearance": ["-1", "nan", "-inf", "1e999", "one", "1mm", "0x1p3q"],
                "--level": ["-1", "21", "2.5", "deep", "99999999999"],
                "--threads": ["0", "-2", "1.5", "many", "4294967297"],
                "--max-pairs": ["-1", "1e3", "all", "18446744073709551616"],
                "--units": ["furlong", "MM", "-"],
                "--method": ["fast", "AUTO", ""],
                "--broad": ["octree", ""],
                "--touching": ["maybe", ""],
                "--scene": [""], "--json": [""], "--csv": [""], "--sampled": ["maybe", ""], "--face-pairs": [""], "--picture": ["", "-", "r.svg"], "--view": ["1", "0,91"], "--size": ["9x9", "big"],
        }.items():
            for value in values:
                with self.subTest(option=option, value=value):
                    self.trouble("check", a, b, option, value, names=option)

    def test_options_that_would_change_nothing(self):
        a, b = self.two_boxes(5)
        refused = {
            ("--method", "face_octree"): [["--resolution", 64], ["--direction", "0,0,1"], ["--choose", "faces"], ["--directions", 4],
                                          ["--zlist", "minmax"], ["--certified"], ["--drawing", "raster"]],
            ("--method", "auto"): [["--resolution", 64], ["--zlist", "minmax"], ["--choose", "faces"], ["--certified"]],
            ("--method", "slice_map"): [["--level", 3], ["--broad", "none"], ["--direction", "0,0,1"]],
            ("--method", "cluster_tree"): [["--level", 3]],
            ("--method", "polar_newton"): [["--level", 3], ["--resolution", 64]],
            ("--method", "moved_octree"): [["--broad", "none"], ["--resolution", 64]],
            ("--method", "depth_count"): [["--level", 3], ["--zlist", "minmax"], ["--certified"], ["--broad", "none"], ["--drawing", "raster"]],
            ("--method", "zlist"): [["--level", 3], ["--broad", "none"]],
            ("--method", "zlist", "--certified"): [["--choose", "faces"], ["--directions", 4], ["--zlist", "minmax"]],
            ("--verdicts",): [["--max-pairs", 3]],
        }
        for way, lists in refused.items():
            for option in lists:
                with self.subTest(way=way, option=option):
                    self.trouble("check", a, b, *way, *option, names=[option[0], "has no effect"])
        for used in (["--volume", "--resolution", 64], ["--tolerance", 1, "--direction", "0,0,1"], ["--method", "zlist", "--zlist", "minmax"],
                     ["--method", "depth_count", "--choose", "faces", "--resolution", 64], ["--method", "slice_map", "--self", "--level", 3],
                     ["--method", "face_octree", "--broad", "none", "--level", 3], ["--method", "zlist", "--certified", "--resolution", 64]):
            with self.subTest(used=used):
                self.run_tool("check", a, b, *used, status=1)

    def test_option_without_value_or_given_twice(self):
        a, b = self.two_boxes(5)
        self.trouble("check", a, b, "--clearance", names="--clearance")
        self.trouble("check", a, b, "--level", "3", "--level", "4", names="--level")

    def test_files_that_cannot_be_read(self):
        good = self.write_box("good.obj")
        (self.folder / "folder.stl").mkdir()
        self.write("empty.stl", "")
        self.write("garbage.obj", "this is no mesh\n")
        for name in ("missing.stl", "folder.stl", "empty.stl", "garbage.obj"):
            self.trouble("check", good, name, names=name)
        self.trouble("check", "--scene", "missing.json", names="missing.json")
        self.trouble("check", "--scene", self.write("bad.json", "{"), names="bad.json")

    def test_outputs_that_cannot_be_written(self):
        a, b = self.two_boxes(5)
        (self.folder / "folder").mkdir()
        for option in ("--json", "--csv", "--face-pairs", "--picture"):
            self.trouble("check", a, b, option, "nowhere/out", names=[option, "nowhere/out"])
            self.trouble("check", a, b, option, "folder", names=[option, "folder"])

    def test_outputs_never_overwrite_inputs_or_each_other(self):
        a, b = self.two_boxes(5)
        before = (self.folder / a).read_bytes()
        for option in ("--json", "--csv", "--face-pairs", "--picture"):
            self.trouble("check", a, b, option, "./" + a, names=[option, a])
        self.assertEqual((self.folder / a).read_bytes(), before)
        self.trouble("check", a, b, "--json", "out", "--face-pairs", "out", names=["--json", "--face-pairs"])
        self.trouble("check", a, b, "--json", "-", "--face-pairs", "-", names=["--json", "--face-pairs"])

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full here")
    def test_full_device(self):
        a, b = self.two_boxes(5)
        with open("/dev/full", "w", encoding="utf-8") as full:
            run = self.run_tool("check", a, b, stdout=full, status=2)
        self.assertIn("standard output", run.stderr)
        self.run_tool("check", a, b, "--json", "/dev/full", status=2)

    def test_reader_that_went_away(self):
        a, b = self.two_boxes(5)
        for arguments in (["check", a, b], ["check", a, b, "--json", "-"], ["check", a, b, "--face-pairs", "-"]):
            reader, writer = os.pipe()
            os.close(reader)
            run = self.run_tool(*arguments, stdout=writer, status=1)
            os.close(writer)
            self.assertEqual(run.stderr, "")


if __name__ == "__main__":
    main()
