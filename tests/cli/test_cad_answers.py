# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Assemblies of others against reference answers (distances, common volumes) computed by Open CASCADE's own algorithms."""
import json
import os
import pathlib
import unittest

from test_cad import CadCase

DATA = pathlib.Path(os.environ.get("IMPINGE_DATA", ""))
# Small ones; IMPINGE_FULL=1 takes all.
FEW = ("made/pin_fits_mm", "made/pin_fits_inch", "made/boxes_nested_mm", "ogeom_asm_bolted_plate", "stp_multiple_shp_at_root",
       "red_cube_blue_cylinder", "head_asm.stp", "tail_asm.stp", "CrankArm", "made/wedge_mirrored_scaled")
CLEARANCE = 1.5


class TestAnswers(CadCase):
    def files(self):
        answers = DATA / "cad_robot_answers.json"
        if not os.environ.get("IMPINGE_DATA") or not answers.is_file():
            self.skipTest("IMPINGE_DATA names no folder with cad_robot_answers.json")
        everything = json.loads(answers.read_text(encoding="utf-8"))["cad"]
        for name, answer in everything.items():
            wanted = os.environ.get("IMPINGE_FULL") or any(part in name for part in FEW)
            if wanted and len(answer.get("solids", ())) > 1 and (DATA / name).is_file():
                yield name, answer

    def test_every_pair_agrees(self):
        looked = 0
        for name, answer in self.files():
            with self.subTest(file=name):
                looked += self.compare(name, answer)
        print(f"{looked} pairs of solids agree")
        self.assertGreater(looked, 0)

    def test_a_part_of_another_file_that_is_not_there_is_named(self):
        top = DATA / "06-cad/occt-import-js/cax-if/s1_pe_214/s1_pe_214.stp"
        if not os.environ.get("IMPINGE_DATA") or not top.is_file():
            self.skipTest("IMPINGE_DATA names no folder with s1_pe_214.stp")
        (self.folder / "top.stp").write_bytes(top.read_bytes())
        self.assertIn("foot_asm.stp", self.run_tool("check", "top.stp", status=2).stderr)

    def test_oddities_are_said(self):
        folder = DATA / "06-cad"
        if not os.environ.get("IMPINGE_DATA") or not folder.is_dir():
            self.skipTest("IMPINGE_DATA names no folder of CAD files")
        for name, words in (("made/wedge_mirrored_scaled.step", ("a mirror", "a scale of 2")),
                            ("brlcad/ap242_mapped_assembly.stp", ("FACETED_BREP", "MAPPED_ITEM")),
                            ("brlcad/ap214_csg.stp", ("CSG_SOLID",)),
                            ("brlcad/ap242_tessellated.stp", ("TESSELLATED_SOLID",)),
                            ("brlcad/ap203_invalid_brep.stp", ("bounds no solid",)),
                            ("OCCT/CrankArm.brep", ("no unit",))):
            with self.subTest(file=name):
                run = self.run_tool("check", "--self", folder / name)
                for word in words:
                    self.assertIn(word, run.stderr)

    def compare(self, name, answer):
        # Solids of flat IGES come of sewing.
        heal = ("--heal",) if name.endswith(".igs") else ()
        run = self.run_tool("check", DATA / name, "--clearance", CLEARANCE, "--volume", "--json", "out.json", "--quiet", *heal)
        self.assertIn(run.returncode, (0, 1), run.stderr)
        document = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))
        self.validate(document)
        solids = [o["name"] for o in document["objects"] if not o["name"].split("/")[-1].startswith("sheet")]
        self.assertEqual(len(solids), len(answer["solids"]))
        number = {name: i for i, name in enumerate(solids)}
        found = {(number[p["a"]], number[p["b"]]): p for p in document["pairs"] if p["a"] in number and p["b"] in number}
        looked = 0
        for kind, rows in answer["pairs"].items():
            for row in rows:
                pair = tuple(row["pair"])
                with self.subTest(pair=pair, kind=kind):
                    self.compare_pair(kind, row, found.get(pair))
                looked += 1
        return looked

    def compare_pair(self, kind, row, pair):
        if kind == "clear":
            if row["distance"] > CLEARANCE * 0.999:
                self.assertIsNone(pair, pair)
                return
            self.assertIsNotNone(pair, row)
            self.assertIn(pair["verdict"], ("near", "a_in_b", "b_in_a"), (row, pair))
            if pair["verdict"] == "near":
                slack = 1e-5 + 1e-6 * row["distance"]
                self.assertLessEqual(pair["distance_bounds"]["low"], row["distance"] + slack)
                self.assertGreaterEqual(pair["distance_bounds"]["high"], row["distance"] - slack)
            return
        self.assertIsNotNone(pair, row)
        if kind == "touching":
            self.assertIn(pair["verdict"], ("touching",), (row, pair))
        elif kind == "overlapping":
            self.assertIn(pair["verdict"], ("crossing", "a_in_b", "b_in_a", "same"), (row, pair))
            volume = row.get("common_volume")
            if volume is not None and "volume_bounds" in pair:
                self.assertLessEqual(pair["volume_bounds"]["low"], volume * (1 + 1e-5))
                self.assertGreaterEqual(pair["volume_bounds"]["high"], volume * (1 - 1e-5))


if __name__ == "__main__":
    unittest.main()
