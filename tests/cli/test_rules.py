# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Rules: a table of scenes against a plain reference, and what is refused."""
import json
import random

from rule_cases import CASES, CELL
from rule_reference import answer, box
from tool_case import ToolCase, main


class Rules(ToolCase):
    def scene(self, objects, name="scene.json", **more):
        return self.write(name, json.dumps({"schema": "impinge.scene/1", "objects": objects, **more}, ensure_ascii=False))

    def status_of(self, pairs):
        return 1 if any(p["finding"] for p in pairs) else 0

    def compare(self, title, document, expected):
        pairs, skipped, uses = expected
        seen = [{"a": p["a"], "b": p["b"], "verdict": p["verdict"], "ignored": p["ignored"],
                 "accepted": p.get("accepted", False), "beyond": p.get("beyond", False), "rule": p["rule"],
                 "severity": p["severity"], "reason": p.get("reason", ""), "finding": p["finding"]}
                for p in document["pairs"]]
        self.assertEqual(seen, [{key: p[key] for key in one} for p, one in zip(pairs, seen)] if len(seen) == len(pairs)
                         else pairs, title)
        for p, q in zip(document["pairs"], pairs):
            if q["distance"] is None:
                self.assertIsNone(p["distance"], title)
            else:
                self.assertAlmostEqual(p["distance"], q["distance"], places=12, msg=title)
        self.assertEqual(document["skipped"], skipped, title)
        self.assertEqual([{"pairs": r["pairs"], "selected": r["selected"]} for r in document.get("rules", [])], uses, title)
        self.assertEqual([i for i, r in enumerate(document.get("rules", [])) if "unused" in r],
                         [i for i, use in enumerate(uses) if use["pairs"] == 0], title)

    def ask(self, objects, rules, ignore=(), clearance=None, list_ignored=False, apart=False):
        more = {"ignore": list(ignore)} if ignore else {}
        options = []
        if apart:
            options += ["--rules", self.write("rules.json", json.dumps({"schema": "impinge.rules/1", "rules": rules}))]
        elif rules:
            more["rules"] = rules
        options += ["--clearance", clearance] if clearance is not None else []
        options += ["--ignored", "list"] if list_ignored else []
        expected = answer(objects, rules, ignore, clearance, list_ignored)
        return options, self.scene(objects, **more), expected

    def test_table_of_cases(self):
        self.assertGreaterEqual(len(CASES), 40)
        for title, objects, rules, asked in CASES:
            for apart in (False, True):
                options, scene, expected = self.ask(objects, rules, apart=apart, **asked)
                document = self.check("--scene", scene, *options, status=self.status_of(expected[0]))
                self.compare(title, document, expected)

    def test_verdicts_alone_are_judged_alike(self):
        for title, objects, rules, asked in CASES:
            options, scene, expected = self.ask(objects, rules, **asked)
            document = self.check("--scene", scene, "--verdicts", *options, status=self.status_of(expected[0]))
            self.compare(title, document, expected)

    def test_random_rules(self):
        dice = random.Random(5)
        patterns = ["*", "bolt*", "bolt1", "?ut1", "[!bp]*", "group:fastener", "group:s*", "layer:top", "layer:*", "p*"]
        for n in range(40):
            rules = []
            for _ in range(dice.randint(1, 5)):
                rule = {"a": dice.choice(patterns), "b": dice.choice(patterns), "severity": dice.choice(["low", "high"])}
                if dice.random() < 0.25:
                    rule["ignore"] = True
                else:
                    for key, values in (("min", (0, 0.25, 2)), ("max", (3, 20)), ("max_depth", (0, 0.25)),
                                        ("max_volume", (0.5, 1))):
                        if dice.random() < 0.3:
                            rule[key] = dice.choice(values)
                    rule["accept"] = dice.sample(["near", "touching", "crossing", "a_in_b", "b_in_a"], dice.randint(0, 2))
                rules.append(rule)
            objects = dice.sample(CELL, len(CELL))
            asked = {"clearance": dice.choice([None, 0.5, 4]), "list_ignored": dice.random() < 0.5}
            options, scene, expected = self.ask(objects, rules, **asked)
            document = self.check("--scene", scene, *options, status=self.status_of(expected[0]))
            self.compare(f"{n}: {rules}", document, expected)

    def test_a_volume_as_large_as_the_limit_was_above_it(self):
        objects = [{"name": "nut", "shape": {"box": [0.5, 0.5, 2]}, "position": [-0.75, 1.75, -0.25]},
                   {"name": "hose", "shape": {"box": [4, 2.5, 4]}, "position": [1.25, 2.5, 0.75]}]
        for limit, status in ((0.25, 0), (0.249, 1)):
            scene = self.scene(objects, rules=[{"a": "nut", "b": "hose", "max_volume": limit}])
            self.check("--scene", scene, status=status)

    def test_short_forms(self):
        scene = self.scene(CELL)
        document = self.check("--scene", scene, "--ignore", "bolt*:plate", "--ignore", "layer:top:group:frame",
                              "--ignore", "pin:*", status=0)
        self.assertEqual((document["pairs"], document["skipped"]["ignored"]), ([], 2 + 2 + 6))
        document = self.check("--scene", scene, "--only", "bolt1:plate", "--only", "bolt2:plate", status=1)
        self.assertEqual(self.verdicts(document), [("plate", "bolt1", "crossing"), ("plate", "bolt2", "crossing")])
        self.assertEqual(document["skipped"], {"ignored": 0, "unasked": 19})
        document = self.check("--scene", scene, "--only", "bolt*:plate", "--ignore", "bolt2:*", status=1)
        self.assertEqual(self.verdicts(document), [("plate", "bolt1", "crossing")])
        a, b = self.two_boxes(5)
        self.check(a, b, "--ignore", "left:right", status=0)

    def test_a_misspelt_selection_was_clean(self):
        a, b = self.two_boxes(5)
        for only in ("lift:right", "left:rihgt", "left:group:frame"):
            self.trouble("check", a, b, "--only", only, names=["--only " + only, "fits no object", "'left', 'right'"])
        for only in ("left:right", "right:left", "l*:*", "*:*"):
            self.check(a, b, "--only", only, status=1)

    def test_what_goes_unused_is_said(self):
        scene = self.scene(CELL, rules=[{"a": "screw*", "b": "plate"}, {"a": "*", "b": "*"}, {"a": "nut*", "b": "plate"}])
        run = self.run_tool("check", "--scene", scene, "--ignore", "washer*:*", status=1)
        self.assertIn("unused: --ignore washer*:* fits nothing in the scene", run.stdout)
        self.assertIn("unused: scene.json: rules[0] (screw* and plate) fits nothing in the scene", run.stdout)
        self.assertIn("unused: scene.json: rules[2] (nut* and plate) fits 1 pair, all taken", run.stdout)
        self.assertIn("19 that no rule asks about",
                      self.run_tool("check", "--scene", self.scene(CELL), "--only", "bolt*:plate", status=1).stdout)

    def test_limits_that_are_not_told(self):
        # An open box has no volume in common with the plate: nobody can say that it is small enough.
        open_box = self.write_box("open.obj", edge=2, faces=[(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)])
        objects = [CELL[0], {"name": "open", "file": open_box, "position": [0, 0, 1.75]}]
        for key, word in (("max_volume", "volume"), ("max_depth", "depth")):
            scene = self.scene(objects, rules=[{"a": "open", "b": "plate", key: 100}])
            pair = self.check("--scene", scene, status=1)["pairs"][0]
            self.assertEqual((pair["finding"], pair["statement"]),
                             (True, f"whether the {word} is within 100 is unknown: a body is not closed"))

    def test_statements(self):
        scene = self.scene(CELL, rules=[{"a": "bolt1", "b": "plate", "max_depth": 0.5},
                                        {"a": "bolt2", "b": "plate", "max_volume": 0.5},
                                        {"a": "lamp", "b": "plate", "max": 4}])
        said = {p["b"]: p["statement"] for p in self.check("--scene", scene, status=1)["pairs"]}
        self.assertEqual(said, {"bolt1": "depth 0.25 mm, within 0.5", "bolt2": "volume 1 mm^3, above 0.5",
                                "lamp": "38 mm apart, above 4"})
        self.assertIn("38 mm apart, above 4", self.run_tool("check", "--scene", scene, status=1).stdout)

    def test_rules_of_self(self):
        scene = self.scene([box("p", (0, 0, 0)), box("q", (9, 0, 0))], rules=[{"a": "p", "self": True, "ignore": True}])
        document = self.check("--scene", scene, "--self", status=0)
        self.assertEqual((document["asked"], document["skipped"]["ignored"]), (2, 1))

    def test_a_motion_knows_who_is_asked_about(self):
        objects = [box("wall", (0, 0, 0)), box("ball", (-8, 0, 0), velocity=[10, 0, 0]), box("post", (0, 1, 0))]
        scene = self.scene(objects, duration=1)
        for options, found in ((["--only", "ball:wall"], 1), (["--ignore", "*:*"], 0), ([], 3)):
            run = self.run_tool("sweep", "--scene", scene, "--json", "-", *options, status=min(found, 1))
            document = json.loads(run.stdout)
            self.assertEqual(len(document["pairs"]), found)
            self.assertEqual(document["asked"] + sum(document["skipped"].values()), 3)
        run = self.run_tool("sweep", "--scene", scene, "--json", "-", "--ignore", "*:*", "--ignored", "list", status=0)
        self.assertEqual([p["ignored"] for p in json.loads(run.stdout)["pairs"]], [True] * 3)


class Refusals(ToolCase):
    GOOD = {"a": "p", "b": "q"}
    BAD = [
        ({"a": "p"}, ['"b" is missing']),
        ({**GOOD, "clearence": 1}, ["clearence", "unknown key"]),
        ({**GOOD, "accept": ["crosing"]}, ["accept[0]", "crosing", "crossing"]),
        ({**GOOD, "accept": ["near", "disjoint"]}, ["disjoint is never a finding"]),
        ({**GOOD, "accept": "near"}, ["accept", "array"]),
        ({**GOOD, "severity": "hi"}, ["severity", '"hi"', "critical"]),
        ({**GOOD, "min": 2, "max": 1}, ["min 2 and max 1"]),
        ({**GOOD, "min": 1, "max": 1}, ["min 1 and max 1"]),
        ({**GOOD, "min": 1, "clearance": 1}, ['"clearance" and "min"']),
        ({**GOOD, "max": -1}, ["max", "0 or more"]),
        ({**GOOD, "max_depth": -0.5}, ["max_depth", "0 or more"]),
        ({**GOOD, "max_volume": "1"}, ["max_volume", "number"]),
        ({"a": "", "b": "q"}, ["a", "empty"]),
        ({"a": [], "b": "q"}, ["a", "empty"]),
        ({"a": ["p", ""], "b": "q"}, ["a[1]", "empty"]),
        ({"a": 5, "b": "q"}, ["a", "pattern"]),
        ({"a": "p[", "b": "q"}, ["a", '"p["', "not closed"]),
        ({"a": "p", "b": "[z-a]"}, ["b", "backwards"]),
        ({"a": "group:", "b": "q"}, ["a", "empty"]),
        ({**GOOD, "ignore": True, "max_depth": 1}, ["ignore", "not computed"]),
        ({**GOOD, "self": True}, ["b", "themselves"]),
        ({"a": "p", "self": True, "max": 1}, ["self", "no distance"]),
        ({**GOOD, "ignore": "yes"}, ["ignore", "true or false"]),
        ({**GOOD, "reason": 5}, ["reason", "string"]),
        (["p", "q"], ["object"]),
    ]

    def test_bad_rules_are_named_by_their_number(self):
        objects = [box("p", (0, 0, 0)), box("q", (1, 0, 0))]
        for bad, words in self.BAD:
            rules = [self.GOOD, bad]
            scene = self.write("bad.json", json.dumps({"schema": "impinge.scene/1", "objects": objects, "rules": rules}))
            run = self.trouble("check", "--scene", scene, names=["bad.json", "rules[1]", *words])
            self.assertNotIn("rule 0", run.stderr, "a second number, of a list of one")
            scene = self.write("good.json", json.dumps({"schema": "impinge.scene/1", "objects": objects}))
            own = self.write("rules.json", json.dumps(rules))
            self.trouble("check", "--scene", scene, "--rules", own, names=["rules.json", "rules[1]", *words])

    def test_bad_files_of_rules(self):
        a, b = self.two_boxes(5)
        for text, words in (('[{"a": "p",\n "b": NaN}]', ["rules.json", "line 2"]), ('{"rules": 5}', ["rules", "array"]),
                            ('{"schema": "impinge.scene/1", "rules": []}', ["schema", "impinge.rules/1"]),
                            ('{"rule": []}', ["rule", "unknown key"]), ("5", ["object"]),
                            ('[{"a": "p", "b": "q", "max": 1e999}]', ["rules.json"])):
            self.trouble("check", a, b, "--rules", self.write("rules.json", text), names=words)
        self.trouble("check", a, b, "--rules", "missing.json", names=["missing.json"])
        self.trouble("check", a, b, "--rules", self.write("r.json", "[]"), "--json", "r.json", names=["r.json"])

    def test_bad_short_forms(self):
        a, b = self.two_boxes(5)
        for text in ("left", "left:", ":right", "a:b:c", "group:left"):
            self.trouble("check", a, b, "--ignore", text, names=["--ignore", "two selections"])
        self.trouble("check", a, b, "--only", "left[:right", names=["--only left[:right", "not closed"])
        self.trouble("check", a, b, "--ignored", "maybe", names=["--ignored"])

    def test_lines_give_no_distances(self):
        scene = self.write("s.json", json.dumps({"schema": "impinge.scene/1", "objects": [box("p", (0, 0, 0)), box("q", (1, 0, 0))],
                                                 "rules": [{"a": "p", "b": "q", "clearance": 1}]}))
        self.trouble("check", "--scene", scene, "--method", "zlist", names=["clearance", "zlist"])


if __name__ == "__main__":
    main()
