# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""`impinge mend`, and how `impinge check` speaks of open and dirty bodies."""
from tool_case import TRIANGLES, ToolCase, box_obj, main


LOST = TRIANGLES[:-1]
TWO_SIDED = [*TRIANGLES, *(tuple(reversed(t)) for t in TRIANGLES)]
TURNED = [*TRIANGLES[:-1], tuple(reversed(TRIANGLES[-1]))]


def box_lines(at, faces, before):
    """A cube as OBJ text after `before` vertices."""
    moved = [tuple(i + before for i in face) for face in faces]
    return box_obj(at=at, faces=moved)


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
        self.assertIn("'case' is not closed and surrounds the other in ", text)
        self.assertNotIn("winding number", text)
        self.assertIn("impinge mend case.obj OUT", text)

    def test_mixed_orientation_is_not_called_open(self):
        text = self.run_tool("check", *self.inputs(TURNED), status=1).stdout
        self.assertIn("watertight, but faces look both ways", text)
        self.assertNotIn("open edge", text)
        self.assertIn("b_in_a (likely)", text)
        self.assertTrue(self.check("case.obj", "part.obj", status=1)["objects"][0]["mixed_orientation"])

    def test_two_sided_export_is_not_clean(self):
        files = self.inputs(TWO_SIDED)
        document = self.check(*files, status=1)
        self.assertEqual(document["objects"][0]["findings"]["back_faces"], 12)
        pair = document["pairs"][0]
        self.assertEqual((pair["verdict"], pair["certainty"]), ("b_in_a", "likely"))
        text = self.run_tool("check", *files, status=1).stdout
        self.assertIn("two-sided", text)
        self.assertIn("12 faces that are backs of others (first at face 12)", text)
        self.trouble("check", *files, "--strict", names="backs of others")

    def test_a_volume_that_cancels_was_tolerated(self):
        for faces in (TWO_SIDED, LOST):
            files = self.inputs(faces)
            for limit in ("max_volume", "max_depth"):
                rules = '{"schema": "impinge.rules/1", "rules": [{"a": "*", "b": "*", "%s": 0.001}]}' % limit
                pair = self.check(*files, "--rules", self.write("rules.json", rules), status=1)["pairs"][0]
                self.assertTrue(pair["finding"])

    def test_a_way_into_a_two_sided_case_was_free(self):
        case, part = self.inputs(TWO_SIDED)
        self.trouble("octree", part, "--free-of", case, "--pose", "0,0,0", names="two sides")

    def test_copies_of_an_open_case_are_the_same(self):
        for faces in (LOST, TURNED, TWO_SIDED):
            self.write_box("case.obj", faces=faces)
            self.write_box("copy.obj", faces=list(reversed(faces)))
            for more in ((), ("--verdicts",)):
                pair = self.check("case.obj", "copy.obj", *more, status=1)["pairs"][0]
                self.assertEqual((pair["verdict"], pair["certainty"]), ("same", "likely"))
            text = self.run_tool("map", "case.obj", "copy.obj", status=1).stdout
            self.assertIn("a and b are the same solid", text)
            self.assertNotIn("no contact", text)

    def test_lines_take_an_open_case_for_a_solid_too(self):
        self.check(*self.inputs(LOST), "--method", "depth_count", "--open", "solid", status=1)


class Mend(ToolCase):
    def test_mended_case_is_closed(self):
        self.write_box("case.obj", faces=LOST)
        text = self.run_tool("mend", "case.obj", "mended.obj", status=0).stdout
        self.assertIn("1 hole in a plane filled", text)
        self.write_box("part.obj", edge=1, at=(2, 1, 0))
        pair = self.check("mended.obj", "part.obj", status=1)["pairs"][0]
        self.assertEqual((pair["verdict"], pair["certainty"]), ("b_in_a", "proved"))

    def test_two_sided_export_keeps_one_side(self):
        self.write_box("case.obj", faces=TWO_SIDED)
        text = self.run_tool("mend", "case.obj", "mended.obj", status=0).stdout
        self.assertIn("12 duplicate faces left out", text)
        self.assertIn("mended.obj: 12 faces, closed\n", text)

    def test_body_inside_out_beside_another_is_turned(self):
        # Two cubes in one file; the second looks inwards, so that they cancel where they overlap.
        cubes = box_lines((0, 0, 0), TRIANGLES, 0) + box_lines((5, 1, 1), [t[::-1] for t in TRIANGLES], 8)
        self.write("case.obj", cubes)
        text = self.run_tool("mend", "case.obj", "mended.obj", status=0).stdout
        self.assertIn("12 faces turned round", text)
        self.write_box("part.obj", edge=1, at=(2, 1, 0))
        self.assertIn("1 shell inside out", self.run_tool("check", "case.obj", "part.obj", status=None).stdout)
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
