# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What the tables say, in words that cannot be taken for others."""
import csv
import io
import json

from tool_case import TRIANGLES, ToolCase, main


class Words(ToolCase):
    def box(self, name, x, **more):
        return {"name": name, "shape": {"box": [1, 1, 1]}, "position": [x, 0, 0], **more}

    def scene(self, *objects, **more):
        return ["--scene", self.write("s.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}))]

    def test_summary_says_what_is_counted_and_what_is_not(self):
        scene = self.scene(self.box("a", 0), self.box("b", 0.5), self.box("c", 1.5), self.box("d", 2.75),
                           ignore=[{"a": "a", "b": "b", "reason": "press fit"}])
        run = self.run_tool("check", *scene, "--clearance", 0.3, "--touching", "ignore", "--ignored", "list", status=1)
        self.assertRegex(run.stdout.splitlines()[-1],
                         r"^1 finding in 6 pairs: 1 near; not counted: 1 accepted, 1 touching \(method slice_map, ")
        self.assertIn("accepted: press fit", run.stdout)
        run = self.run_tool("check", *scene, "--clearance", 0.3, "--touching", "ignore", status=1)
        self.assertRegex(run.stdout.splitlines()[-1],
                         r"^1 finding in 5 pairs: 1 near; not counted: 1 touching; not computed: 1 ignored \(method slice_map, ")
        self.assertNotIn("press fit", run.stdout)

    def test_no_column_has_the_name_of_a_verdict(self):
        scene = self.scene({"name": "shell", "shape": {"box": [9, 9, 9]}}, self.box("seed", 0))
        text = self.run_tool("check", *scene, status=1).stdout
        header = next(line for line in text.splitlines() if "verdict" in line)
        self.assertNotIn("crossing", header)
        self.assertIn("face pairs (cross + touch)", header)
        self.assertIn("distance [mm]", header)

    def test_digits_far_from_the_origin(self):
        a = self.write_box("a.obj", edge=1.0, at=(12345678, 0, 0))
        b = self.write_box("b.obj", edge=1.0, at=(12345678.640625, 0.25, 0.25))
        text = self.run_tool("check", a, b, status=1).stdout
        self.assertRegex(text, r"\(12345678\.\d")

    def test_csv_of_the_pair_table(self):
        scene = self.scene(self.box('a, "b"', 0), self.box("c", 0.5), self.box("d", 1.75),
                           ignore=[{"a": 'a, "b"', "b": "c", "reason": "press, fit"}])
        scene += ["--ignored", "list"]
        run = self.run_tool("check", *scene, "--clearance", 0.5, "--csv", "-", status=1)
        rows = list(csv.DictReader(io.StringIO(run.stdout, newline="")))
        self.assertEqual([(r["a"], r["b"], r["verdict"], r["finding"], r["accepted"], r["reason"]) for r in rows],
                         [('a, "b"', "c", "crossing", "no", "yes", "press, fit"), ("c", "d", "near", "yes", "no", "")])
        self.assertEqual([r["distance [mm]"] for r in rows], ["0", "0.25"])
        self.assertEqual(rows[1]["a_x [mm]"], "1")
        self.assertEqual(rows[1]["b_x [mm]"], "1.25")
        pair = self.check(*scene, "--clearance", 0.5, "--csv", "pairs.csv", status=1)["pairs"][0]
        self.assertEqual((self.folder / "pairs.csv").read_text(encoding="utf-8"), run.stdout)
        self.assertEqual(rows[0]["crossing_face_pairs"], str(pair["crossing_count"]))

    def test_depth_has_its_bounds_and_its_direction(self):
        a, b = self.two_boxes(8)
        self.assertRegex(self.run_tool("check", a, b, "--volume", status=1).stdout,
                         r"volume 200 mm\^3, depth 2 mm along \(1, 0, 0\)")
        self.assertRegex(self.run_tool("check", a, b, "--volume", "--resolution", 256, status=1).stdout,
                         r"volume 200 mm\^3 \([0-9.]+ to [0-9.]+\), depth 2 mm along \(1, 0, 0\)")
        pair = self.check(a, b, "--volume", status=1)["pairs"][0]
        self.assertEqual([abs(x) for x in pair["depth_direction"]], [1, 0, 0])
        text = self.run_tool("check", a, b, "--volume", "--csv", "-", status=1).stdout
        row = next(csv.DictReader(io.StringIO(text, newline="")))
        for name, bounds in (("overlap_volume", pair["overlap_volume"]), ("depth", pair["depth"])):
            unit = "[mm^3]" if name == "overlap_volume" else "[mm]"
            self.assertEqual([float(row[f"{name}{end} {unit}"]) for end in ("", "_low", "_high")],
                             [bounds["value"], bounds["low"], bounds["high"]])
        self.assertEqual([float(row[f"depth_{axis}"]) for axis in "xyz"], pair["depth_direction"])

    def test_bodies_are_called_closed_in_the_same_words(self):
        turned = [*TRIANGLES[:-1], TRIANGLES[-1][::-1]]
        for faces, word in ((TRIANGLES, "yes"), (TRIANGLES[1:], "no"), (turned, "mixed")):
            case, part = self.write_box("case.obj", faces=faces), self.write_box("part.obj", at=(20, 0, 0))
            for command in ("check", "map"):
                text = self.run_tool(command, case, part).stdout
                row = next(line.split() for line in text.splitlines() if "case" in line)
                self.assertEqual(row[row.index("case") + 2], word, text)

    def test_sweep_names_its_times_and_units(self):
        moving = self.box("b", -5, velocity=[10, 0, 0])
        text = self.run_tool("sweep", *self.scene(self.box("a", 0), moving, duration=1), status=1).stdout
        for word in ("time of first contact", "at [mm]", "times in contact", "time of the worst overlap", "least distance [mm]"):
            self.assertIn(word, text.splitlines()[0])
        self.assertRegex(text.splitlines()[-1], r"^2 objects over 1 step, t = 0 to 1: 1 pair in contact \(")
        for plural in ("(s)", "1 objects", "1 steps"):
            self.assertNotIn(plural, text)


if __name__ == "__main__":
    main()
