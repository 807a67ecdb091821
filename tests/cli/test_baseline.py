# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Ids that stay, baselines, `impinge diff`, and causes."""
import copy
import json
import random

from rule_cases import CELL
from rule_reference import box
from tool_case import ToolCase, box_obj, main, schema_of


class Baseline(ToolCase):
    def answer(self, objects, name="answer.json", options=(), status=1, **more):
        """The document of a check, kept as a file too."""
        scene = self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}))
        document = self.check("--scene", scene, *options, status=status)
        self.write(name, json.dumps(document))
        return document

    def ids(self, document):
        return {(min(p["a"], p["b"]), max(p["a"], p["b"])): p["id"] for p in document["pairs"]}

    def states(self, document):
        return {(min(p["a"], p["b"]), max(p["a"], p["b"])): p["state"] for p in document["pairs"] if p["finding"]}

    def diff(self, old="old.json", new="new.json", status=0):
        run = self.run_tool("diff", old, new, "--json", "-", status=status)
        document = json.loads(run.stdout)
        self.validate_as("diff", document)
        return document

    def validate_as(self, name, document):
        try:
            import jsonschema
        except ImportError:
            return
        jsonschema.Draft202012Validator(schema_of(name)).validate(document)

    def crowd(self, dice, count=36):
        """Boxes, many of which cross, none of which is flush with another."""
        return [box(f"part{i}", [dice.uniform(-4, 4) for _ in range(3)], [dice.uniform(0.5, 3) for _ in range(3)])
                for i in range(count)]

    def test_shuffled_and_moved_a_little(self):
        dice = random.Random(3)
        objects = self.crowd(dice)
        old = self.answer(objects, "old.json")
        self.assertEqual(len(set(self.ids(old).values())), len(old["pairs"]))
        self.assertGreater(len(old["pairs"]), 20)
        for _ in range(4):
            moved = copy.deepcopy(objects)
            for o in moved:
                o["position"] = [x + dice.uniform(-1e-9, 1e-9) for x in o["position"]]
            dice.shuffle(moved)
            new = self.answer(moved, "new.json", ["--baseline", "old.json"], status=0)
            self.assertEqual(self.ids(new), self.ids(old))
            self.assertEqual(set(self.states(new).values()), {"known"})
            self.assertEqual(new["gone"], [])
            self.assertEqual((self.diff()["new"], self.diff()["gone"]), ([], []))

    def test_one_part_replaced(self):
        objects = self.crowd(random.Random(4))
        old = self.answer(objects, "old.json")
        for i in range(0, len(objects), 5):
            changed = copy.deepcopy(objects)
            changed[i]["shape"] = {"sphere": {"radius": 0.7}}
            new = self.answer(changed, "new.json")
            before, after, name = self.ids(old), self.ids(new), objects[i]["name"]
            self.assertEqual({k: v for k, v in before.items() if name not in k}, {k: v for k, v in after.items() if name not in k})
            for key in before.keys() & after.keys():
                self.assertEqual(before[key], after[key])
            gone = {before[k] for k in before.keys() - after.keys()}
            fresh = {after[k] for k in after.keys() - before.keys()}
            said = self.diff(status=1 if self.diff_is_new(old, new) else 0)
            self.assertEqual({f["id"] for f in said["gone"]}, gone)
            self.assertLessEqual(fresh, {f["id"] for f in said["new"]})
            self.assertTrue(all("was" in f for f in said["new"] if f["id"] not in fresh))

    def diff_is_new(self, old, new):
        worse = {"near": 1, "touching": 2, "undecided": 3}
        before = {p["id"]: worse.get(p["verdict"], 4) for p in old["pairs"]}
        return any(worse.get(p["verdict"], 4) > before.get(p["id"], 0) for p in new["pairs"])

    def test_a_part_more_and_a_part_less(self):
        objects = self.crowd(random.Random(6))
        old = self.ids(self.answer(objects, "old.json"))
        new = self.answer([box("more", (0, 0, 0), (3, 3, 3))] + objects[1:], "new.json", ["--baseline", "old.json"])
        self.assertEqual({k: v for k, v in self.ids(new).items() if "more" not in k},
                         {k: v for k, v in old.items() if "part0" not in k})
        for key, state in self.states(new).items():
            self.assertEqual(state, "new" if "more" in key else "known", key)
        self.assertEqual({g["id"] for g in new["gone"]}, {v for k, v in old.items() if "part0" in k})

    def bolts(self, places, plate=(30, 30, 2)):
        """Files of one name, so that the scene numbers them."""
        files = [self.write("plate.obj", self.scaled_box(plate))]
        for i, place in enumerate(places):
            files.append(self.write_box(f"{i}/bolt.obj", edge=2, at=place))
        return files

    def scaled_box(self, size):
        lines = []
        for line in box_obj(edge=1).splitlines():
            word, *numbers = line.split()
            lines.append(" ".join(["v", *(repr(float(x) * s) for x, s in zip(numbers, size))]) if word == "v" else line)
        return "\n".join(lines) + "\n"

    def test_objects_of_one_name(self):
        places = [(-8, -8, 1.5), (-8, 8, 1.5), (8, -8, 1.5), (8, 8, 1.5)]
        files = self.bolts(places)
        old = self.check(*files, status=1)
        self.write("old.json", json.dumps(old))
        ids = [p["id"] for p in old["pairs"]]
        self.assertEqual(len(set(ids)), 4)
        # Another order gives the names to other bolts; the ids stay with the places.
        new = self.check(files[3], files[0], files[4], files[1], files[2], "--baseline", "old.json", status=0)
        self.assertEqual({p["id"] for p in new["pairs"]}, set(ids))
        self.assertEqual(new["gone"], [])
        # One less: its finding alone is gone, though the numbers after it have moved up.
        new = self.check(files[0], files[1], files[3], files[4], "--baseline", "old.json", status=0)
        self.assertEqual([g["id"] for g in new["gone"]], [ids[1]])
        # One elsewhere is new, and is not taken for the one that is gone.
        moved = self.bolts([places[0], places[1], places[2], (0, 0, 1.5)])
        new = self.check(*moved, "--baseline", "old.json", status=1)
        self.assertEqual([p["state"] for p in new["pairs"]], ["known"] * 3 + ["new"])
        self.assertEqual([g["id"] for g in new["gone"]], [ids[3]])

    def test_a_second_object_of_the_name(self):
        files = self.bolts([(-8, -8, 1.5), (8, 8, 1.5)])
        old = self.check(*files[:2], status=1)
        self.write("old.json", json.dumps(old))
        for order in (files, files[::-1]):
            new = self.check(*order, "--baseline", "old.json", status=1)
            self.assertEqual(sorted(p["state"] for p in new["pairs"]), ["known", "new"])
            self.assertEqual(new["gone"], [])

    def test_worse_is_new(self):
        at = {"near": 2.25, "touching": 2, "crossing": 1.5, "a_in_b": 0.25}
        def cell(x):
            return [box("p", (0, 0, 0), (1, 1, 1) if x == 0.25 else (2, 2, 2)), box("q", (x, 0, 0))]
        order = ["near", "touching", "crossing", "a_in_b"]
        for i, before in enumerate(order):
            old = self.answer(cell(at[before]), "old.json", ["--clearance", "0.5"])
            self.assertEqual(old["pairs"][0]["verdict"], before)
            for j, after in enumerate(order):
                worse = min(j, 2) > min(i, 2)
                new = self.answer(cell(at[after]), "new.json", ["--clearance", "0.5", "--baseline", "old.json"], int(worse))
                pair = new["pairs"][0]
                self.assertEqual((pair["id"], pair["state"]), (old["pairs"][0]["id"], "new" if worse else "known"))
                self.assertEqual(pair.get("was"), before if worse else None)
                self.assertEqual(new["gone"], [])
                self.assertEqual(len(self.diff(status=int(worse))["new"]), int(worse))

    def test_accepted_pairs_are_no_findings_of_a_baseline(self):
        rules = [{"a": "bolt*", "b": "plate", "accept": ["crossing"]}]
        self.answer(CELL, "old.json", status=0, rules=rules)
        new = self.answer(CELL, "new.json", ["--baseline", "old.json"])
        self.assertEqual(set(self.states(new).values()), {"new"})
        again = self.answer(CELL, "new.json", ["--baseline", "old.json"], status=0, rules=rules)
        self.assertEqual((self.states(again), again["gone"]), ({}, []))

    def test_tables(self):
        self.answer(CELL, "old.json")
        scene = self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": CELL[:3]}))
        text = self.run_tool("check", "--scene", scene, "--baseline", "old.json", status=0).stdout
        self.assertIn("gone: plate / nut1 touching", text)
        self.assertIn("0 new, 2 known, 2 gone", text)
        self.answer(CELL[:3], "new.json")
        self.assertIn("2 new, 2 known, 0 gone", self.run_tool("diff", "new.json", "old.json", status=1).stdout)
        self.assertEqual(self.run_tool("diff", "new.json", "old.json", "--quiet", status=1).stdout, "")

    def test_causes(self):
        document = self.answer(CELL + [box("far", (99, 0, 0)), box("farther", (100, 0, 0))], options=["--group"])
        ids = self.ids(document)
        self.assertEqual([c["objects"] for c in document["causes"]], [["plate"], ["far", "farther"]])
        self.assertEqual(document["causes"][0]["findings"], [p["id"] for p in document["pairs"] if p["a"] == "plate"])
        self.assertEqual(document["causes"][1]["findings"], [ids["far", "farther"]])
        joined = [i for c in document["causes"] for i in c["findings"]]
        self.assertEqual(sorted(joined), sorted(ids.values()))
        scene = self.write("scene.json", json.dumps({"schema": "impinge.scene/1", "objects": CELL}))
        self.assertIn("bolt1, bolt2, nut1, pin", self.run_tool("check", "--scene", scene, "--group", status=1).stdout)

    def test_bad_baselines(self):
        a, b = self.two_boxes(5)
        good = self.check(a, b, status=1)
        def without(key):
            document = copy.deepcopy(good)
            del document["pairs"][0][key]
            return json.dumps(document)
        for text, words in (("", ["old.json"]), ("{}", ["old.json", "impinge.check/1"]), ("[1]", ["impinge.check/1"]),
                            (without("id"), ["pairs[0]", "older impinge"]), (without("verdict"), ["pairs[0]", "verdict"]),
                            (json.dumps({**good, "pairs": 5}), ["pairs", "array"]),
                            (json.dumps({**good, "objects": [{"name": "p"}]}), ["objects[0]", "centre"])):
            self.write("old.json", text)
            self.trouble("check", a, b, "--baseline", "old.json", names=words)
            self.trouble("diff", "old.json", "old.json", names=words)
        self.trouble("check", a, b, "--baseline", "missing.json", names="missing.json")
        self.write("old.json", json.dumps(good))
        self.trouble("check", a, b, "--baseline", "old.json", "--json", "old.json", names="old.json")


if __name__ == "__main__":
    main()
