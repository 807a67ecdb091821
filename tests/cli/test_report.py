# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The pages of --report: what is in them, read back without a browser. apps/report/test looks at them in one."""
import base64
import json
import pathlib
import re
import zlib

from tool_case import ROOT, ToolCase, main

BLOCK = re.compile(r'<script type="text/plain" class="impinge-(document|block)">([^<]*)</script>')


def read_page(path):
    """The document of a page and its blocks of bytes."""
    parts = [(kind, zlib.decompress(base64.b64decode(text))) for kind, text in BLOCK.findall(path.read_text(encoding="utf-8"))]
    return json.loads(parts[0][1]), [data for _, data in parts[1:]]


class Words(ToolCase):
    def test_every_verdict_and_certainty_has_its_sentence(self):
        header = (ROOT / "include" / "impinge" / "answer.h").read_text(encoding="utf-8")
        sentences = (ROOT / "apps" / "report" / "src" / "detail.ts").read_text(encoding="utf-8")
        for enum, table in (("Verdict", "kMeaning"), ("Certainty", "kCertainty")):
            body = re.sub("///.*", "", re.search(rf"enum class {enum} [^{{]*{{(.*?)}};", header, re.S)[1])
            listed = re.search(rf"const {table}: Record<string, string> = {{(.*?)}};", sentences, re.S)[1]
            self.assertEqual([w for w in re.findall(r"\w+", body) if not re.search(rf"(?m)^  {w}: ", listed)], [], table)


class ReportCase(ToolCase):
    def page(self, *arguments, status):
        self.run_tool(*arguments, "--report", "page.html", status=status)
        return read_page(self.folder / "page.html")


class CheckPages(ReportCase):
    def test_holds_the_answer(self):
        document, blocks = self.page("check", *self.two_boxes(7), status=1)
        self.assertEqual((document["schema"], document["kind"], document["units"]), ("impinge.report/1", "check", "mm"))
        self.assertEqual([o["name"] for o in document["objects"]], ["left", "right"])
        (pair,) = document["pairs"]
        self.assertEqual((pair["verdict"], pair["certainty"], pair["finding"]), ("crossing", "proved", True))
        self.assertAlmostEqual(pair["volume"]["value"], 300)
        self.assertAlmostEqual(pair["depth"]["value"], 3)
        self.assertEqual(len(pair["lumps"]), 1)
        self.assertAlmostEqual(sum(x * x for x in pair["view"]), 1)
        for wanted, value in zip((3.5, 0, 0), pair["focus"]):
            self.assertAlmostEqual(wanted, value)
        self.assertEqual(len(blocks), 1)

    def test_other_outputs_are_what_they_are_without_it(self):
        files = self.two_boxes(7)
        self.run_tool("check", *files, "--json", "a.json", status=1)
        self.run_tool("check", *files, "--json", "b.json", "--report", "page.html", status=1)
        plain, beside = (json.loads((self.folder / name).read_text()) for name in ("a.json", "b.json"))
        for document in (plain, beside):
            document.pop("stats")
        self.assertEqual(plain, beside)

    def test_clean_scenes_have_a_page_too(self):
        document, _ = self.page("check", *self.two_boxes(20), status=0)
        self.assertEqual(document["pairs"], [])
        self.assertEqual(len(document["objects"]), 2)

    def test_near_pairs_have_their_points(self):
        document, _ = self.page("check", *self.two_boxes(12), "--clearance", "3", status=1)
        (pair,) = document["pairs"]
        self.assertEqual((pair["verdict"], pair["distance"]), ("near", 2))
        self.assertAlmostEqual(pair["b_point"][0] - pair["a_point"][0], 2)

    def test_baselines_tell_new_from_known(self):
        files = self.two_boxes(7)
        self.run_tool("check", *files, "--json", "old.json", status=1)
        document, _ = self.page("check", *files, "--baseline", "old.json", status=0)
        self.assertEqual(document["pairs"][0]["state"], "known")

    def test_decisions_go_on_in_the_page(self):
        files = self.two_boxes(7)
        document, _ = self.page("check", *files, status=1)
        self.assertNotIn("decisions", document)
        said = [{"id": document["pairs"][0]["id"], "a": "left", "b": "right", "state": "assigned", "reason": "", "assignee": "Mia <b>",
                 "comment": "till Friday", "verdict": ""},
                {"id": "0123456789abcdef", "a": "old", "b": "older", "state": "accepted", "reason": "known", "assignee": "", "comment": "",
                 "verdict": "near"}]
        self.write("d.json", json.dumps({"schema": "impinge.decisions/1", "decisions": said}))
        document, _ = self.page("check", *files, "--decisions", "d.json", status=1)
        self.assertEqual(document["decisions"], said)
        self.assertTrue(document["pairs"][0]["finding"])

    def test_names_are_text(self):
        names = ["</script><script>alert(1)</script>", "\"'&<!--", "\u202eright to left \u05d0\u05d1", "x" * 10000]
        scene = {"schema": "impinge.scene/1", "objects": [
            {"name": name, "shape": {"box": [10, 10, 10]}, "position": [7 * i, 0, 0]} for i, name in enumerate(names)]}
        self.write("scene.json", json.dumps(scene))
        document, _ = self.page("check", "--scene", "scene.json", status=1)
        self.assertEqual([o["name"] for o in document["objects"]], names)
        self.assertNotIn("alert(1)", (self.folder / "page.html").read_text(encoding="utf-8"))

    def test_more_faces_than_asked_for_become_boxes(self):
        files = [*self.two_boxes(7), self.write_box("far.obj", at=(100, 0, 0))]
        document, _ = self.page("check", *files, "--report-faces", "30", status=1)
        self.assertEqual([o.get("shown") for o in document["objects"]], [None, None, "box"])
        self.assertEqual(document["left_out"], {"max_faces": 30, "boxes": 1, "coarse": 0})
        document, _ = self.page("check", *files, "--report-faces", "0", status=1)
        self.assertEqual([o.get("shown") for o in document["objects"]], ["coarse", "coarse", "box"])

    def test_objects_of_one_shape_share_a_mesh(self):
        shapes = [{"name": f"o{i}", "shape": {"box": [1, 1, 1]}, "position": [5 * i, 0, 0]} for i in range(3)]
        self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": shapes}))
        document, _ = self.page("check", "--scene", "scene.json", status=0)
        self.assertLessEqual(len(document["meshes"]), 3)

    def test_shapes_beyond_meshes_are_boxes(self):
        scene = {"schema": "impinge.scene/1", "objects": [
            {"name": "ball", "shape": {"implicit": {"sphere": {"radius": 1}}}},
            {"name": "box", "shape": {"box": [1, 1, 1]}}]}
        self.write("scene.json", json.dumps(scene))
        document, _ = self.page("check", "--scene", "scene.json", status=1)
        self.assertTrue(document["objects"][0]["shape"])

    def test_half_spaces_are_slabs_as_wide_as_the_rest(self):
        objects = [{"name": "ground", "shape": {"half_space": [0, 0, 1, -1]}}, {"name": "box", "shape": {"box": [4, 4, 4]}},
                   {"name": "ball", "shape": {"solid": {"sphere": 2}}, "position": [3, 0, 0]}]
        self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": objects}))
        document, _ = self.page("check", "--scene", "scene.json", status=1)
        self.assertEqual([(o.get("solid"), o.get("shape")) for o in document["objects"]],
                         [("half_space", True), (None, None), ("sphere", None)])
        ground, _, ball = (document["meshes"][o["mesh"]] for o in document["objects"])
        self.assertLess(65535 * ground[9], 20)
        self.assertGreater(ball[3], 500)

    def test_asks_for_nothing_from_outside(self):
        self.page("check", *self.two_boxes(7), status=1)
        text = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertRegex(text, r"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-")
        self.assertNotRegex(text, r"<(?:img|link|iframe|script)[^>]*(?:src|href)=[\"']?(?:https?:)?//")
        self.assertLess(len(text), 900_000)


class Refusals(ReportCase):
    def test_options_that_make_no_sense(self):
        files = self.two_boxes(7)
        self.trouble("check", *files, "--report", "page.txt", names=("--report page.txt", ".html"))
        self.trouble("check", *files, "--report-faces", "5", names="--report FILE.html")
        self.trouble("check", *files, "--report", "page.html", "--report-faces", "many", names="--report-faces")
        self.trouble("check", *files, "--report", "no/page.html", names="no/page.html")
        self.trouble("check", *files, "--report", "a.html", "--json", "a.html", names="a.html")

    def test_a_full_disk_leaves_no_half_page(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("/dev/full is missing")
        (self.folder / "page.html").symlink_to("/dev/full")
        self.trouble("check", *self.two_boxes(7), "--report", "page.html", "--quiet", names="page.html")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["left.obj", "page.html", "right.obj"])


class MotionPages(ReportCase):
    def scene(self, **motion):
        objects = [{"name": "wall", "shape": {"box": [1, 10, 10]}},
                   {"name": "ram", "shape": {"box": [2, 2, 2]}, "position": [-10, 0, 0], **motion}]
        self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "duration": 1, "objects": objects}))
        return "scene.json"

    def test_holds_motion_intervals_and_distances(self):
        document, _ = self.page("sweep", "--scene", self.scene(velocity=[20, 0, 0]), "--clearance", "2", status=1)
        self.assertEqual((document["kind"], document["duration"]), ("sweep", 1))
        self.assertEqual(document["objects"][1]["motion"]["velocity"], [20, 0, 0])
        swept = document["pairs"][0]["swept"]
        self.assertAlmostEqual(swept["first"]["t"], 8.5 / 20, places=5)
        self.assertAlmostEqual(swept["intervals"][0][1], 11.5 / 20, places=5)
        self.assertGreater(len(swept["curve"]), 2)
        self.assertIn("solid", document["pairs"][0])

    def test_a_motion_of_one_step(self):
        frames = [{"t": 0, "position": [-10, 0, 0]}, {"t": 1, "position": [0, 0, 0]}]
        document, _ = self.page("sweep", "--scene", self.scene(keyframes=frames), status=1)
        self.assertEqual(len(document["objects"][1]["motion"]["keyframes"]), 2)


class MapPages(ReportCase):
    def test_holds_the_cells(self):
        document, blocks = self.page("map", *self.two_boxes(7), "--direction", "1,0,0", "--resolution", "32", status=1)
        found = document["map"]
        cells = found["columns"] * found["rows"]
        block, offset = found["kinds"]
        kinds = blocks[block][offset:offset + cells]
        self.assertEqual(len(kinds), cells)
        self.assertIn(5, kinds)
        block, offset = found["values"]
        low, high = blocks[block][offset:offset + cells], blocks[block][offset + cells:offset + 2 * cells]
        value, values = 0, []
        for a, b in zip(low, high):
            value = (value + a + 256 * b) & 65535
            values.append((value ^ 32768) - 32768)
        deepest = min(v for v, k in zip(values, kinds) if k == 5) * found["scale"]
        self.assertAlmostEqual(deepest, -3, places=3)


if __name__ == "__main__":
    main()
