# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Names are text everywhere: nothing in a name is markup, and every file can be read whatever it is."""
import csv
import html
import io
import json
import os
import re
import xml.etree.ElementTree as ET

from review_case import ReviewCase
from rule_reference import box
from tool_case import box_obj, main

NAMES = ["<script>alert(1)</script>", "quotes \" ' ` “”", "control \x01\x07\x1b[31m\x7f\x85", "new\nline\r\nand\ttab", "a,b;c|d",
         "]]> & &amp; <!-- -->", "\u202emirrored\u202c \u2067isolated", "\u0634\u0627\u0645\u0644 \u05e9\u05dc\u05d5\u05dd", "x" * 10000,
         "@someone #12 https://example.org www.example.org :smile: _a_ **b** $x$ [l](http://m) ![i](j) \\| \\",
         "= 1 + 1", "\U0001f600\ufffe\uffff", "%s %n {} {0}", " "]
ALL = ["--junit", "j.xml", "--sarif", "s.sarif", "--markdown", "r.md", "--bcf", "b.bcf", "--glb", "g.glb", "--csv", "p.csv",
       "--json", "a.json", "--snapshots", "1"]


def as_xml(name):
    """What XML 1.0 has room for."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", name)


class Names(ReviewCase):
    def run_names(self, **more):
        scene = self.scene([box("plate", (0, 0, 0)), *(box(name, (0.1 * i, 1, 1)) for i, name in enumerate(NAMES))],
                           rules=[{"a": "plate", "b": "*", "reason": NAMES[0] + NAMES[2] + NAMES[6]}], **more)
        return self.run_tool("check", "--scene", scene, *ALL, "--quiet", status=1)

    def test_xml(self):
        self.run_names()
        self.assertEqual(len([k for k in self.junit("j.xml") if k[0] == "findings"]), len(NAMES))
        self.assertNotIn("<script", self.text_of("j.xml"))
        for version in ("2.1", "3.0"):
            self.run_tool("check", "--scene", "scene.json", "--bcf", "b.bcf", "--bcf-version", version, "--snapshots", 0, "--quiet",
                          status=1)
            found = [view.findall("Components/Selection/Component/AuthoringToolId")[1].text
                     for _, view, _ in self.bcf("b.bcf", version).values()]
            wanted = [as_xml(name) if name.strip() else f"object {i + 1}" for i, name in enumerate(NAMES)]
            self.assertEqual(sorted(found), sorted(wanted))

    def test_json(self):
        self.run_names()
        results = self.sarif("s.sarif")["results"]
        self.assertEqual([r["properties"]["b"] for r in results], NAMES)
        for result in results:
            self.assertLess(len(result["message"]["text"]), 2000)
            opened, closed = (sum(result["message"]["text"].count(c) for c in chars) for chars in ("\u2066\u2067\u2068", "\u2069"))
            self.assertGreaterEqual(closed, opened, result["message"]["text"])
        self.assertEqual([p["b"] for p in json.loads(self.text_of("a.json"))["pairs"]], NAMES)
        self.assertEqual([n["name"] for n in self.glb("g.glb")["nodes"][1:1 + len(NAMES)]], NAMES)

    def test_csv(self):
        self.run_names()
        with open(self.folder / "p.csv", encoding="utf-8", newline="") as file:
            self.assertEqual([row["b"] for row in csv.DictReader(file)], NAMES)

    def test_markdown(self):
        self.run_names()
        text = self.text_of("r.md")
        rows = [line for line in text.split("\n") if line.startswith("| plate |")]
        self.assertEqual(len(rows), len(NAMES))
        for row, name in zip(rows, NAMES):
            self.assertEqual(row.count("|"), 6, row[:200])
            self.assertLess(len(row), 8000)
            cell = row.split("|")[2]
            self.assertNotRegex(cell, r"[<>\\`*\[\]$~]|https:|www\.|:smile|(?<!&)[@#](?!\u2060)|[\x00-\x1f\x7f]")
            plain = html.unescape(cell)[1:-1].replace("\u2060", "")
            wanted = re.sub("[\x00-\x1f\x7f-\x9f]", "\ufffd", re.sub("[\n\r\t]", " ", name))
            if len(wanted) > 200:
                wanted = wanted[:199] + "\u2026"
            self.assertEqual(plain, html.unescape(wanted) if "&amp;" not in name else wanted)
        self.assertNotIn("<script", text)
        self.assertEqual(set(re.findall("</?[a-zA-Z]+", text)), {"<br", "<img"})

    def test_svg(self):
        moving = [{**box(name, (-20, 0.1 * i, 0)), "velocity": [40, 0, 0]} for i, name in enumerate(NAMES)]
        scene = self.scene([box("wall", (0, 0, 0), (0.1, 50, 50)), *moving], duration=1, rules=[{"a": "wall", "b": "*"}])
        self.run_tool("sweep", "--scene", scene, "--plot", "p.svg", "--first-only", *ALL[:8], "--quiet", status=1)
        ET.fromstring((self.folder / "p.svg").read_bytes())
        self.assertNotIn("<script", self.text_of("p.svg"))
        self.junit("j.xml")
        self.sarif("s.sarif")
        self.assertEqual(len(self.bcf("b.bcf")), len(NAMES))

    def test_bytes_that_are_no_utf8(self):
        name = b"bad \xff\xc3\x28 \xe2\x82 \xf0\x9f \xed\xa0\x80 \xc0\xaf.obj"
        with open(os.path.join(os.fsencode(self.folder), name), "w", encoding="utf-8") as file:
            file.write(box_obj(at=(5, 0, 0)))
        self.write_box("good.obj")
        self.run_tool("check", "good.obj", os.fsdecode(name), *ALL, "--quiet", status=1)
        self.junit("j.xml")
        result = self.sarif("s.sarif")["results"][0]
        self.assertTrue(result["properties"]["b"].startswith("bad \ufffd"))
        self.assertIn("%FF", result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        self.assertEqual(len(self.bcf("b.bcf")), 1)
        self.assertIn("| good | bad \ufffd", self.text_of("r.md"))
        self.glb("g.glb")
        with open(self.folder / "p.csv", encoding="utf-8", errors="surrogateescape", newline="") as file:
            self.assertEqual(next(csv.DictReader(file))["b"], os.fsdecode(name)[:-4])

    def test_reasons_and_people_of_decisions(self):
        scene = self.scene([box("a", (0, 0, 0)), box("b", (1, 0, 0)), box("c", (1.5, 0, 0))])
        pairs = self.check("--scene", scene, status=1)["pairs"]
        for text in NAMES:
            decisions = [{"id": p["id"], "state": state, "reason": text, "assignee": text, "comment": text}
                         for p, state in zip(pairs, ("accepted", "assigned", "open"))]
            self.write("d.json", json.dumps({"schema": "impinge.decisions/1", "decisions": decisions}))
            self.run_tool("check", "--scene", scene, "--decisions", "d.json", *ALL[:8], "--snapshots", 0, "--quiet", status=1)
            self.junit("j.xml")
            found = self.sarif("s.sarif")["results"][0]["suppressions"][0]["justification"]
            self.assertEqual(found, text)
            markup = self.bcf("b.bcf")["a / b: crossing"][0]
            self.assertEqual(markup.findtext("Comment/Comment"), as_xml(text) if text.strip() else None)
            self.assertEqual({tag for tag in re.findall("</?[a-zA-Z]+", self.text_of("r.md"))},
                             {"<br", "<details", "</details", "<summary", "</summary"})


if __name__ == "__main__":
    main()
