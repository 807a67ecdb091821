# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge mend`, and how `impinge check` speaks of open and dirty bodies."""
from tool_case import TRIANGLES, ToolCase, main


LOST = TRIANGLES[:-1]
TURNED = [*TRIANGLES[:-1], tuple(reversed(TRIANGLES[-1]))]


class OpenBodies(ToolCase):
    def inputs(self, faces):
        self.write_box("case.obj", faces=faces)
        self.write_box("part.obj", edge=1, at=(2, 1, 0))
        return "case.obj", "part.obj"

    def test_part_in_a_case_that_lacks_a_face(self):
        files = self.inputs(LOST)
        pair = self.check(*files, status=1)["pairs"][0]
        self.assertEqual((pair["verdict"], pair["certainty"]), ("b_in_a", "likely"))
        self.assertGreater(pair["winding"], 0.8)
        self.assertEqual(self.check(*files, "--open", "surface", status=0)["pairs"], [])

    def test_words_of_the_table(self):
        text = self.run_tool("check", *self.inputs(LOST), status=1).stdout
        self.assertIn("b_in_a (likely)", text)
        self.assertIn("winding number", text)
        self.assertIn("impinge mend case.obj OUT", text)

    def test_mixed_orientation_is_not_called_open(self):
        text = self.run_tool("check", *self.inputs(TURNED), status=1).stdout
        self.assertIn("watertight, but faces look both ways", text)
        self.assertNotIn("open edge", text)
        self.assertIn("b_in_a (likely)", text)
        self.assertTrue(self.check("case.obj", "part.obj", status=1)["objects"][0]["mixed_orientation"])

    def test_open_is_refused_where_it_changes_nothing(self):
        self.trouble("check", *self.inputs(LOST), "--method", "depth_count", "--open", "solid", names="--open")


class Mend(ToolCase):
    def test_mended_case_is_closed(self):
        self.write_box("case.obj", faces=LOST)
        text = self.run_tool("mend", "case.obj", "mended.obj", status=0).stdout
        self.assertIn("1 hole in a plane filled", text)
        self.write_box("part.obj", edge=1, at=(2, 1, 0))
        pair = self.check("mended.obj", "part.obj", status=1)["pairs"][0]
        self.assertEqual((pair["verdict"], pair["certainty"]), ("b_in_a", "proved"))

    def test_clean_mesh(self):
        self.write_box("case.obj")
        self.assertIn("nothing to do", self.run_tool("mend", "case.obj", "same.ply", status=0).stdout)

    def test_output_over_input_is_refused(self):
        self.write_box("case.obj")
        self.trouble("mend", "case.obj", "case.obj", names="case.obj")

    def test_floats_of_stl_are_told(self):
        self.write_box("case.obj", at=(0.1, 0, 0))
        self.assertIn("rounded to floats", self.run_tool("mend", "case.obj", "case.stl", status=0).stdout)


if __name__ == "__main__":
    main()
