#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Test of the papers' benchmark: check_papers.py PROGRAM FOLDER runs it shortly, twice, and makes the page. Never a time."""
import csv
import html.parser
import json
import pathlib
import subprocess
import sys
import unittest

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).parent


def run(name):
    rows = FOLDER / f"{name}.json"
    done = subprocess.run(
        [PROGRAM, "--quick", "--counts", "--json", rows, "--csv", FOLDER / f"{name}.csv", "--pictures", FOLDER / "pictures"],
        capture_output=True, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(rows.read_text(encoding="utf-8"))


def without_times(document):
    """Everything that must be the same in every run."""
    for paper in document["papers"]:
        for figure in paper["figures"]:
            for row in figure["rows"]:
                if row["timed"]:
                    row["ours"] = None
            for claim in figure["claims"]:
                if claim["timed"]:
                    claim["value"] = claim["holds"] = None
    return document


class Rows(html.parser.HTMLParser):
    """Counts the rows of tables, and the addresses that a page would load from."""

    def __init__(self):
        super().__init__()
        self.rows, self.loads = 0, []

    def handle_starttag(self, tag, attrs):
        self.rows += tag == "tr"
        self.loads += [v for k, v in attrs if k in ("src", "href", "srcset") and not v.startswith(("#", "data:"))]


class Papers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        FOLDER.mkdir(parents=True, exist_ok=True)
        cls.first, cls.second = run("papers"), run("again")
        page = FOLDER / "papers.html"
        subprocess.run([sys.executable, HERE / "page.py", FOLDER / "papers.json", page, FOLDER / "pictures"], check=True)
        cls.page = page.read_text(encoding="utf-8")

    def figures(self):
        return [f for p in self.first["papers"] for f in p["figures"]]

    def test_two_runs_give_the_same_numbers_but_for_times(self):
        self.assertEqual(without_times(json.loads(json.dumps(self.first))), without_times(self.second))

    def test_every_figure_says_what_was_run_and_where_the_shape_differs(self):
        for f in self.figures():
            with self.subTest(figure=f["id"]):
                for key in ("name", "title", "machine", "setting", "shape"):
                    self.assertTrue(f[key])
                self.assertTrue(f["rows"])
                self.assertTrue(f["claims"])

    def test_every_row_has_its_number_and_what_it_was_measured_on(self):
        for f in self.figures():
            for row in f["rows"]:
                with self.subTest(figure=f["id"], row=row["series"]):
                    self.assertIsNotNone(row["ours"])
                    self.assertTrue(row["backend"])
                    self.assertGreater(row["threads"], 0)
                    if row["published"] is not None:
                        self.assertTrue(row["machine"])

    def test_claims_about_counts_hold(self):
        claims = [c for f in self.figures() for c in f["claims"] if not c["timed"]]
        self.assertTrue(claims)
        self.assertEqual([c["what"] for c in claims if not c["holds"]], [])

    def test_the_table_has_every_row(self):
        with open(FOLDER / "papers.csv", encoding="utf-8") as file:
            self.assertEqual(len(list(csv.DictReader(file))), sum(len(f["rows"]) for f in self.figures()))

    def test_the_page_has_every_row_and_loads_nothing(self):
        seen = Rows()
        seen.feed(self.page)
        listed = sum(row["listed"] for f in self.figures() for row in f["rows"])
        tables = 1 + sum(any(row["listed"] for row in f["rows"]) for f in self.figures())
        self.assertEqual(seen.rows, listed + tables + len(self.first["papers"]))
        self.assertEqual(seen.loads, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
