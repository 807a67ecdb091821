# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The table, the JSON file, the CSV of face pairs and the picture."""
import csv
import io
import json
import struct

from tool_case import ToolCase, main


class Reports(ToolCase):
    def rows(self, text):
        rows = list(csv.reader(io.StringIO(text, newline="")))
        self.assertEqual(rows[0], ["a", "b", "a_face", "b_face", "relation"])
        return rows[1:]

    def test_table_and_summary(self):
        run = self.run_tool("check", *self.two_boxes(5), status=1)
        self.assertEqual(run.stderr, "")
        self.assertIn("crossing", run.stdout)
        self.assertIn("left", run.stdout)
        self.assertRegex(run.stdout.splitlines()[-1], r"^1 finding in 1 pair: 1 crossing \(method slice_map, ")
        clean = self.run_tool("check", *self.two_boxes(20), status=0)
        self.assertRegex(clean.stdout.splitlines()[-1], r"^0 findings in 1 pair \(")

    def test_quiet_prints_nothing(self):
        for offset, status in ((5, 1), (20, 0)):
            run = self.run_tool("check", *self.two_boxes(offset), "--quiet", status=status)
            self.assertEqual((run.stdout, run.stderr), ("", ""))
        run = self.run_tool("check", "missing.stl", "left.obj", "--quiet", status=2)
        self.assertIn("missing.stl", run.stderr)

    def test_json_file_beside_the_table(self):
        run = self.run_tool("check", *self.two_boxes(5), "--json", "out.json", status=1)
        self.assertIn("1 finding", run.stdout)
        document = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))
        self.validate(document)
        self.assertEqual(self.verdicts(document), [("left", "right", "crossing")])
        self.assertEqual(list(document), ["schema", "units", "objects", "pairs", "truncated", "stats", "asked", "skipped"])

    def test_numbers_survive_the_text(self):
        third = 10 + 1 / 3
        pair = self.check(*self.two_boxes(third), "--clearance", "1", status=1)["pairs"][0]
        points = pair["witness"]
        self.assertEqual(points["b_point"][0], third - 5)
        self.assertEqual(pair["distance"], third - 5 - 5)

    def test_names_that_need_quoting(self):
        a, b = self.write_box('lid, "left".obj'), self.write_box("größe\tx.obj", at=(5, 1, 1))
        document = self.check(a, b, status=1)
        self.assertEqual([o["name"] for o in document["objects"]], ['lid, "left"', "größe\tx"])
        run = self.run_tool("check", a, b, "--face-pairs", "p.csv", status=1)
        self.assertNotIn("\t", run.stdout)
        rows = self.rows((self.folder / "p.csv").read_text(encoding="utf-8"))
        self.assertEqual({(r[0], r[1]) for r in rows}, {('lid, "left"', "größe\tx")})

    def test_name_that_is_no_text(self):
        self.write_box("right.obj", at=(5, 1, 1))
        raw = bytes(self.folder) + b"/b\xff.obj"
        with open(raw, "wb") as file:
            file.write((self.folder / "right.obj").read_bytes())
        run = self.run_tool("check", "right.obj", "b\udcff.obj", "--json", "out.json", status=1)
        self.assertEqual(run.stderr, "")
        self.validate(json.loads((self.folder / "out.json").read_text(encoding="utf-8")))

    def test_face_pairs(self):
        a, b = self.write_box("left.obj"), self.write_box("right.obj", at=(5, 1, 1))
        pair = self.check(a, b, "--face-pairs", "pairs.csv", status=1)["pairs"][0]
        text = (self.folder / "pairs.csv").read_text(encoding="utf-8")
        rows = self.rows(text)
        self.assertEqual(len(rows), pair["face_pair_count"])
        self.assertEqual(sum(r[4] == "crossing" for r in rows), pair["crossing_count"])
        self.assertEqual(sum(r[4] == "touching" for r in rows), pair["touching_count"])
        faces = [(int(r[2]), int(r[3])) for r in rows]
        self.assertEqual(faces, sorted(set(faces)))
        self.assertTrue(all(0 <= f < 12 and 0 <= g < 12 for f, g in faces))
        self.assertEqual(self.run_tool("check", a, b, "--face-pairs", "-", status=1).stdout, text)

    def test_clean_check_writes_the_header_alone(self):
        self.run_tool("check", *self.two_boxes(20), "--face-pairs", "pairs.csv", status=0)
        self.assertEqual(self.rows((self.folder / "pairs.csv").read_text(encoding="utf-8")), [])

    def test_max_pairs_cuts_the_list_and_never_the_counts(self):
        a, b = self.write_box("left.obj"), self.write_box("right.obj", at=(5, 1, 1))
        whole = self.check(a, b, "--face-pairs", "whole.csv", status=1)
        all_rows = self.rows((self.folder / "whole.csv").read_text(encoding="utf-8"))
        self.assertGreater(len(all_rows), 3)
        self.assertFalse(whole["truncated"] or whole["pairs"][0]["truncated"])
        for cap in (0, 3, len(all_rows), 10**6):
            cut = self.check(a, b, "--max-pairs", cap, "--face-pairs", "cut.csv", status=1)
            rows = self.rows((self.folder / "cut.csv").read_text(encoding="utf-8"))
            self.assertEqual(rows, all_rows[:cap])
            self.assertEqual(cut["truncated"], cap < len(all_rows))
            self.assertEqual(cut["pairs"][0]["truncated"], cap < len(all_rows))
            for key in ("face_pair_count", "crossing_count", "touching_count", "verdict", "witness"):
                self.assertEqual(cut["pairs"][0][key], whole["pairs"][0][key])
        self.assertIn("truncated", self.run_tool("check", a, b, "--max-pairs", "3").stdout)

    def test_max_pairs_holds_over_all_pairs(self):
        names = [self.write_box(f"{i}.obj", at=(5 * i, i, i)) for i in range(3)]
        self.check(*names, "--max-pairs", "15", "--face-pairs", "cut.csv", status=1)
        self.assertEqual(len(self.rows((self.folder / "cut.csv").read_text(encoding="utf-8"))), 15)

    def test_picture(self):
        a, b = self.two_boxes(5)
        self.run_tool("check", a, b, "--picture", "out.png", "--quiet", status=1)
        data = (self.folder / "out.png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (1280, 960))

    def test_stats(self):
        stats = self.check(*self.two_boxes(5), status=1)["stats"]
        self.assertEqual((stats["method"], stats["backend"]), (["slice_map"], "cpu"))
        names = [stage["name"] for stage in stats["stages"]]
        self.assertTrue({"sweep_boxes", "overlap_region", "slice_map", "face_pair_static"} <= set(names), names)


if __name__ == "__main__":
    main()
