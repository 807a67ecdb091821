# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge sweep` with --overlap, --contacts, --curves, --patches and --parting: the worst moment of a motion."""
import csv
import io

from sweep_case import SweepCase
from tool_case import main

KEYS = {"contacts", "curves", "patches", "lumps", "volume", "parting"}


class SweepOverlap(SweepCase):
    # Two cubes of 2 mm, one of which passes the other half beside it: 4 mm^3 in common in the middle of the way.
    cubes = [{"name": "left", "shape": {"box": [2, 2, 2]}},
             {"name": "right", "shape": {"box": [2, 2, 2]}, "position": [-7, 1, 0], "velocity": [12, 0, 0]}]

    def worst(self, *arguments, objects=None):
        (pair,) = self.sweep(objects or self.cubes, *arguments, duration=1)["pairs"]
        return pair["overlap"]

    def test_only_what_was_asked_for_is_there(self):
        (pair,) = self.sweep(self.cubes, duration=1)["pairs"]
        self.assertNotIn("overlap", pair)
        for options, keys in ((["--contacts", "c.csv"], {"contacts"}), (["--curves", "c.obj"], {"curves"}),
                              (["--patches"], {"patches"}), (["--parting"], {"parting"}),
                              (["--overlap", "o.ply"], {"lumps", "volume"})):
            with self.subTest(options=options):
                self.assertEqual(set(self.worst(*options)), keys | {"t", "verdict"})

    def test_worst_moment_of_two_cubes(self):
        worst = self.worst("--overlap", "common.ply", "--parting", "--curves", "curves.obj", "--contacts", "contacts.csv")
        self.assertAlmostEqual(worst["t"], 7 / 12, delta=1e-5)
        self.assertEqual(worst["verdict"], "crossing")
        self.assertAlmostEqual(worst["volume"], 4, delta=1e-4)
        self.assertAlmostEqual(worst["parting"]["length"], 1, delta=1e-9)
        self.assertEqual(len(worst["parting"]["points"]), 4)
        for push in worst["parting"]["points"]:
            self.assertEqual(push["lump"], 0)
            self.assertGreater(push["depth"], 0)
            self.assertAlmostEqual(sum(x * x for x in push["normal"]), 1, delta=1e-12)
            self.assertGreater(push["normal"][1], 0)
        # The file holds the solid where it was then.
        left = self.write_box("left.obj", at=(0, 0, 0), edge=2)
        document = self.check("common.ply", left, status=1)
        self.assertTrue(document["objects"][0]["closed"])
        self.assertEqual(document["pairs"][0]["verdict"], "a_in_b")
        rows = list(csv.DictReader(io.StringIO((self.folder / "contacts.csv").read_text(), newline="")))
        self.assertEqual(len({row["contact"] for row in rows}), worst["contacts"])
        self.assertIn("o left & right", (self.folder / "curves.obj").read_text())

    def test_touching_bodies_at_their_first_contact(self):
        objects = [{"name": "plate", "shape": {"box": [4, 4, 1]}},
                   {"name": "block", "shape": {"box": [2, 2, 2]}, "position": [-1, 0, 1.5], "velocity": [2, 0, 0]}]
        worst = self.worst("--patches", "--overlap", "o.ply", objects=objects)
        self.assertEqual((worst["verdict"], worst["t"], worst["volume"], worst["lumps"]), ("touching", 0, 0, []))
        self.assertEqual([p["area"] for p in worst["patches"]], [4])
        self.assertFalse((self.folder / "o.ply").exists())

    def test_table(self):
        scene = self.scene(self.cubes, duration=1)
        run = self.run_tool("sweep", "--scene", scene, "--overlap", "o.ply", "--parting", status=1)
        self.assertRegex(run.stdout, r"at time 0\.583\d*: volume (4|3\.999\d*) mm\^3 in 1 lump, parts by 1 mm along")

    def test_refusals(self):
        scene = self.scene(self.cubes, duration=1)
        self.trouble("sweep", "--scene", scene, "--overlap", "o.xyz", names=["--overlap", "o.xyz"])
        self.trouble("sweep", "--scene", scene, "--contacts", "nowhere/c.csv", names=["--contacts", "nowhere"])
        self.trouble("sweep", "--scene", scene, "--json", "-", "--curves", "-", names=["--json", "--curves"])


if __name__ == "__main__":
    main()
