# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Every variant of the papers by its option: what it answers, what the statistics say of it, and where it is refused."""
import itertools
import json
import re

from sweep_case import SweepCase
from tool_case import box_obj, main

#: Option, its words, and the method that takes it. The first word is what is done without the option.
CHECK_WORDS = [("--form", ("extended", "basic", "simplified"), "depth_count"),
               ("--passes", ("all", "early", "one", "two"), "depth_count"),
               ("--raster", ("pairs", "scene"), "zlist"),
               ("--zlist", ("complete", "minmax"), "zlist"),
               ("--choose", ("boxes", "faces", "several", "local_boxes"), "zlist")]
SWEPT_PAIRS = ("trees", "face_octree", "moved_octree")


class Variants(SweepCase):
    def words_in_help(self, command, option):
        """The words that the help of a sub-command lists behind an option."""
        text = self.run_tool(command, "--help", status=0).stdout
        return re.search(rf"{option} ([a-z_|]+)", text)[1].split("|")

    def test_the_help_lists_every_word(self):
        for option, words, _ in CHECK_WORDS:
            listed = set(self.words_in_help("check", option))
            # `last` needs a direction, see test_map.py.
            self.assertEqual(listed - {"last"}, set(words), option)
        self.assertEqual(self.words_in_help("sweep", "--swept-pairs"), list(SWEPT_PAIRS))

    def test_every_word_gives_the_verdict(self):
        for offset, status, verdict in ((5, 1, "crossing"), (12, 0, None)):
            boxes = self.two_boxes(offset)
            for option, words, method in CHECK_WORDS:
                for word in words:
                    with self.subTest(option=option, word=word, offset=offset):
                        document = self.check(*boxes, "--method", method, option, word, "--resolution", "40", status=status)
                        found = [v for _, _, v in self.verdicts(document) if v != "disjoint"]
                        self.assertEqual(found, [verdict] if verdict else [])

    def test_all_of_a_form_together(self):
        boxes = self.two_boxes(5)
        for form, passes, choose in itertools.product(*(words for _, words, _ in (CHECK_WORDS[0], CHECK_WORDS[1])),
                                                      ("boxes", "local_boxes")):
            document = self.check(*boxes, "--method", "depth_count", "--form", form, "--passes", passes, "--choose", choose,
                                  "--resolution", "24", status=1)
            self.assertEqual(self.verdicts(document), [("left", "right", "crossing")], (form, passes, choose))

    def test_statistics_have_the_time_of_each_phase(self):
        boxes = self.two_boxes(5)
        for method, phases in (("depth_count", {"maps", "first pass"}), ("zlist", {"lists", "walk"})):
            stages = self.check(*boxes, "--method", method, "--resolution", "64", status=1)["stats"]["stages"]
            ms = {s["name"]: s["ms"] for s in stages}
            parts = {n.split(": ")[1]: t for n, t in ms.items() if n.startswith(f"{method}: ")}
            self.assertLessEqual(phases, set(parts))
            self.assertLessEqual(sum(parts.values()), ms[method])
        one = self.check(*boxes, "--method", "depth_count", "--passes", "one", status=1)["stats"]["stages"]
        names = {s["name"] for s in one}
        self.assertFalse({"depth_count: second pass", "depth_count: layer codes"} & names)

    def test_every_form_has_the_time_of_each_phase(self):
        # A box in a larger one: the first pass leaves it open, and parities alone do so after the second.
        boxes = self.write("a.obj", box_obj(edge=10)), self.write("b.obj", box_obj(edge=2))
        for form in CHECK_WORDS[0][1]:
            for passes, most in (("one", 0), ("two", 1), ("all", 2)):
                with self.subTest(form=form, passes=passes):
                    stages = self.check(*boxes, "--method", "depth_count", "--form", form, "--passes", passes,
                                        "--direction", "0,0,1", status=1)["stats"]["stages"]
                    ms = {s["name"].removeprefix("depth_count: "): s["ms"] for s in stages if "depth_count" in s["name"]}
                    self.assertLessEqual({"maps", "first pass", *(["second pass"] if most > 0 else [])}, set(ms))
                    self.assertEqual([p for p in ("second pass", "layer codes")[most:] if p in ms], [])
                    if (form, passes) == ("simplified", "all"):
                        self.assertIn("layer codes", ms)
                    self.assertLessEqual(sum(t for n, t in ms.items() if n != "depth_count"), ms["depth_count"])

    def test_a_pass_that_cannot_tell_says_so(self):
        # The smaller box lies in front along the line, so that the first pass cannot tell it from one inside.
        self.write("a.obj", box_obj(edge=10))
        self.write("b.obj", box_obj(edge=2))
        one = self.check("a.obj", "b.obj", "--method", "depth_count", "--passes", "one", status=1)
        (pair,) = one["pairs"]
        self.assertIn(pair["verdict"], ("undecided", "crossing", "b_in_a"))
        both = self.check("a.obj", "b.obj", "--method", "depth_count", status=1)
        self.assertEqual(self.verdicts(both), [("a", "b", "b_in_a")])

    def test_one_raster_for_many_objects(self):
        names = [self.write(f"box{i}.obj", box_obj(edge=10, at=(8 * i, 1.5 * i, 0.7 * i))) for i in range(5)]
        exact = self.check(*names, status=1)
        scene = self.check(*names, "--method", "zlist", "--raster", "scene", "--resolution", "256", status=1)
        found = [v for v in self.verdicts(scene) if v[2] != "disjoint"]
        self.assertEqual(found, self.verdicts(exact))
        self.assertEqual(len([s for s in scene["stats"]["stages"] if s["name"] == "zlist: lists"]), 1)

    def test_extremes_on_a_card(self):
        backends = json.loads(self.run_tool("info", "--json").stdout)["backends"]
        cards = [b["name"] for b in backends if b["available"] and b["name"] != "cpu"]
        if not cards:
            print("no card: nearest and farthest crossings are drawn by the processor alone")
        torus = {"name": "a", "shape": {"torus": {"ring": 8, "tube": 3}}}
        for z in (0, 2.5, 5, 6.5):
            ball = {"name": "b", "shape": {"icosphere": {"radius": 4, "level": 3}}, "position": [6, 2, z]}
            scene = self.scene([torus, ball])
            arguments = ("--scene", scene, "--method", "zlist", "--resolution", "80", "--direction", "0.1,0.2,1")
            status = self.run_tool("check", *arguments).returncode
            complete = self.verdicts(self.check(*arguments, status=status))
            for card in cards:
                document = self.check(*arguments, "--zlist", "minmax", "--backend", card, status=status)
                self.assertEqual(self.verdicts(document), complete, (card, z))
                self.assertEqual(document["stats"]["backend"], card)

    def test_refine_and_error(self):
        boxes = self.write_box("left.obj"), self.write("right.obj", box_obj(edge=10, at=(9.7, 9.7, 9.7)))
        for options in (["--method", "zlist", "--refine", "3"], ["--volume", "--refine", "2"], ["--volume", "--error", "0.01"]):
            document = self.check(*boxes, *options, status=1)
            self.assertEqual(self.verdicts(document)[0][2], "crossing", options)
        tilted = self.scene([{"name": "a", "shape": {"box": [10, 10, 10]}},
                             {"name": "b", "shape": {"box": [8, 8, 8]}, "position": [6, 5, 4],
                              "rotation": {"axis": [1, 2, 3], "degrees": 33}}])
        widths = []
        for error in (0.3, 0.03):
            document = self.map_json("--scene", tilted, "--resolution", "16", "--error", error)
            volume = document["overlap_volume"]
            widths.append((volume["high"] - volume["low"]) / volume["value"])
            self.assertLessEqual(widths[-1], error)
        self.assertLess(widths[1], widths[0])

    def map_json(self, *arguments):
        return json.loads(self.run_tool("map", *arguments, "--json", "-", status=1).stdout)

    def test_swept_pairs_give_the_same_contact(self):
        spin = {"velocity": [40, 0, 0], "angular_velocity": [3, 2, 1]}
        answers = []
        for way in SWEPT_PAIRS:
            for parallel in ("spmd", "producer"):
                document = self.sweep([self.plate, self.bullet(**spin)], "--swept-pairs", way, "--parallel", parallel,
                                      duration=1)
                answers.append(document["pairs"][0]["first_contact"]["t"])
            hull = self.sweep([self.plate, self.bullet(**spin)], "--swept-pairs", way, "--swept", "hull", duration=1)
            self.assertLessEqual(hull["pairs"][0]["first_contact"]["t"], answers[0])
        self.assertEqual(len(set(answers)), 1)

    def test_options_without_effect_are_refused(self):
        boxes = self.two_boxes(5)
        for arguments, name in (
                (["--form", "basic"], "--form"), (["--method", "zlist", "--form", "basic"], "--form"),
                (["--method", "zlist", "--passes", "one"], "--passes"),
                (["--method", "depth_count", "--raster", "scene"], "--raster"),
                (["--method", "zlist", "--certified", "--raster", "scene"], "--raster"),
                (["--method", "zlist", "--raster", "scene", "--choose", "faces"], "--raster scene"),
                (["--refine", "2"], "--refine"), (["--method", "depth_count", "--refine", "2"], "--refine"),
                (["--error", "0.1"], "--error"), (["--volume", "--error", "2"], "--error"),
                (["--volume", "--error", "none"], "--error"), (["--volume", "--refine", "9"], "--refine"),
                (["--method", "depth_count", "--form", "full"], "--form")):
            self.trouble("check", *boxes, *arguments, names=name)


if __name__ == "__main__":
    main()
