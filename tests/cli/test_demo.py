# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge info` and `impinge demo`."""
import json

from tool_case import ToolCase, main


class InfoAndDemo(ToolCase):
    def test_info(self):
        text = self.run_tool("info", status=0).stdout
        document = json.loads(self.run_tool("info", "--json", status=0).stdout)
        self.assertEqual(document["schema"], "impinge.info/1")
        self.assertIn(document["version"], text)
        methods = {m["name"]: m for m in document["methods"]}
        for name, guarantee in (("brute_boxes", "superset"), ("sweep_boxes", "superset"), ("overlap_region", "superset"),
                                ("face_octree", "superset"), ("slice_map", "superset"), ("face_pair_static", "direct")):
            self.assertEqual(methods[name]["guarantee"], guarantee)
            self.assertIn(name, text)
        self.assertEqual(document["backends"][0]["name"], "cpu")
        self.assertTrue(document["backends"][0]["available"])
        self.assertTrue(document["backends"][0]["device"])
        self.assertEqual(set(document["guarantees"]), {"superset", "sampled", "direct"})

    def test_demo_writes_valid_results(self):
        run = self.run_tool("demo", "--output", "results", status=0)
        self.assertIn("results", run.stdout)
        documents = sorted((self.folder / "results").glob("*.json"))
        self.assertGreaterEqual(len(documents), 5)
        for path in documents:
            self.validate(json.loads(path.read_text(encoding="utf-8")))
            self.assertTrue(path.with_suffix(".csv").is_file())
            self.assertEqual(path.with_suffix(".png").read_bytes()[:4], b"\x89PNG")

    def test_demo_names_its_folder(self):
        self.assertIn("impinge-demo", self.run_tool("demo", "--help").stdout)
        self.write("taken", "a file")
        self.trouble("demo", "--output", "taken", names=["--output", "taken"])
        self.trouble("demo", "--output", "taken/sub", names=["--output", "taken/sub"])


if __name__ == "__main__":
    main()
