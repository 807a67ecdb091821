#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Test of the peer benchmark: check_peers.py PROGRAM FOLDER runs it shortly and checks what it writes. Never a time."""
import csv
import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
PEERS = {"fcl", "cgal", "embree", "embree_cgal", "bullet"}
EXACT = {"cgal", "embree", "embree_cgal"}
WORDS = {
    "work": {"fresh", "deforming", "rigid"},
    "query": {"all", "boolean", "distance", "build"},
    "contact": {"apart", "graze", "shallow", "deep"},
}
COLUMNS = "work query contact triangles threads ours_ms peer_ms ratio stream_ratio pairs peak_bytes".split()


class Peers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        FOLDER.mkdir(parents=True, exist_ok=True)
        json_file, csv_file, plot = FOLDER / "peers.json", FOLDER / "peers.csv", FOLDER / "peers.svg"
        run = subprocess.run(
            [PROGRAM, "--quick", "--json", json_file, "--csv", csv_file], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout + run.stderr
        cls.table = run.stdout
        cls.document = json.loads(json_file.read_text(encoding="utf-8"))
        cls.rows = cls.document["rows"]
        cls.csv_rows = list(csv.DictReader(csv_file.read_text(encoding="utf-8").splitlines()))
        drawing = [sys.executable, pathlib.Path(__file__).parent / "plot_peers.py", json_file, plot]
        subprocess.run(drawing, check=True)
        cls.plot = plot.read_text(encoding="utf-8")

    def test_every_row_has_the_columns(self):
        for row in self.rows:
            self.assertLessEqual(set(COLUMNS), set(row))
            for column, words in WORDS.items():
                self.assertIn(row[column], words)
            self.assertEqual(set(row["peer_ms"]) & set(row["absent"]), set())
            self.assertLessEqual(set(row["peer_ms"]) | set(row["absent"]), PEERS)
            self.assertGreater(row["triangles"], 0)

    def test_every_question_is_asked_on_one_thread_and_on_two(self):
        asked = {(r["work"], r["query"], r["contact"], r["threads"]) for r in self.rows}
        self.assertEqual(len(asked), len(self.rows))
        for threads in (1, 2):
            for work, query in [("fresh", "all"), ("deforming", "all"), ("rigid", "all"), ("rigid", "boolean")]:
                for contact in WORDS["contact"]:
                    self.assertIn((work, query, contact, threads), asked)
            self.assertIn(("rigid", "distance", "apart", threads), asked)
            self.assertIn(("rigid", "build", "apart", threads), asked)

    def test_exact_peers_find_what_ours_finds(self):
        for row in self.rows:
            self.assertEqual(row["differences"], [])
            if row["query"] != "all":
                continue
            for name in EXACT & set(row["peer_pairs"]):
                self.assertEqual(row["peer_pairs"][name], row["pairs"], name)
            self.assertEqual(row["pairs"] == 0, row["contact"] == "apart")

    def test_ratios_are_those_of_the_times(self):
        for row in self.rows:
            if row["ours_ms"] is None or not row["peer_ms"]:
                self.assertIsNone(row["ratio"])
                continue
            self.assertAlmostEqual(row["ratio"] * row["ours_ms"] / min(row["peer_ms"].values()), 1, places=3)
            self.assertAlmostEqual(row["stream_ratio"] * row["stream_ms"] / row["ours_ms"], 1, places=3)

    def test_distances_agree(self):
        for row in self.rows:
            for name, distance in row["peer_distance"].items():
                self.assertAlmostEqual(distance, row["distance"], places=5, msg=name)

    def test_environment_names_the_versions(self):
        environment = self.document["environment"]
        self.assertLessEqual(PEERS | {"ours", "stream"}, set(environment["versions"]))
        for word in ("cpu", "compiler", "cores"):
            self.assertTrue(environment[word])

    def test_csv_has_the_same_rows(self):
        self.assertEqual(len(self.csv_rows), len(self.rows))
        for line, row in zip(self.csv_rows, self.rows):
            self.assertEqual([line[w] for w in WORDS], [row[w] for w in WORDS])
            self.assertEqual(line["pairs"], "" if row["pairs"] is None else str(row["pairs"]))

    def test_plot_has_every_panel(self):
        self.assertTrue(self.plot.startswith("<svg") and self.plot.endswith("</svg>\n"))
        for title in ("fresh, all, deep", "deforming, all, graze", "rigid, boolean, shallow", "rigid, build"):
            self.assertIn(title, self.plot)

    def test_table_has_a_line_for_every_row(self):
        lines = [line for line in self.table.splitlines() if line.split()[:1] and line.split()[0] in WORDS["work"]]
        self.assertGreaterEqual(len(lines), len(self.rows))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
