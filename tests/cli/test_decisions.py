# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Decisions of a review, read back by `check --decisions`."""
import json

from rule_reference import box
from tool_case import ToolCase, jsonschema, main, schema_of

OBJECTS = [box("plate", (0, 0, 0), (10, 10, 1)), box("pin", (2, 0, 0), (1, 1, 6)), box("lid", (0, 0, 1), (4, 4, 1))]


class Decisions(ToolCase):
    def setUp(self):
        super().setUp()
        self.cell = self.write("cell.json", json.dumps({"schema": "impinge.scene/1", "objects": OBJECTS}))
        self.ids = {(p["a"], p["b"]): p["id"] for p in self.check("--scene", self.cell, status=1)["pairs"]}

    def decide(self, *decisions, name="decisions.json"):
        document = {"schema": "impinge.decisions/1", "decisions": list(decisions)}
        if jsonschema is not None:
            jsonschema.Draft202012Validator(schema_of("decisions")).validate(document)
        return self.write(name, json.dumps(document))

    def about(self, a, b, state, **more):
        return {"id": self.ids[a, b], "a": a, "b": b, "state": state, "reason": "", "assignee": "", "comment": "", **more}

    def test_accepted_findings_do_not_count(self):
        some = [self.about("plate", "pin", "accepted", reason="press fit"), self.about("plate", "lid", "accepted")]
        document = self.check("--scene", self.cell, "--decisions", self.decide(*some), status=1)
        self.assertEqual([(p["finding"], p.get("accepted"), p.get("reason")) for p in document["pairs"]],
                         [(False, True, "press fit"), (False, True, None), (True, None, None)])
        self.assertEqual(document["pairs"][0]["decision"], {"state": "accepted", "reason": "press fit"})
        every = [*some, self.about("pin", "lid", "accepted", reason="a hole is missing")]
        self.check("--scene", self.cell, "--decisions", self.decide(*every), status=0)
        text = self.run_tool("check", "--scene", self.cell, "--decisions", "decisions.json", status=0).stdout
        self.assertIn("accepted: press fit", text)
        self.assertIn("0 findings in 3 pairs; not counted: 3 accepted", text)

    def test_assigned_and_open_ones_do(self):
        file = self.decide(self.about("plate", "pin", "assigned", assignee="Mia", comment="till Friday"),
                           self.about("plate", "lid", "open", comment="why?"))
        document = self.check("--scene", self.cell, "--decisions", file, status=1)
        self.assertEqual([p["finding"] for p in document["pairs"]], [True] * 3)
        self.assertEqual(document["pairs"][0]["decision"], {"state": "assigned", "assignee": "Mia", "comment": "till Friday"})
        text = self.run_tool("check", "--scene", self.cell, "--decisions", file, status=1).stdout
        self.assertIn("assigned to Mia, till Friday", text)
        self.assertIn("why?", text)

    def test_what_fits_nothing_is_said(self):
        file = self.decide({"id": "0123456789abcdef", "a": "old", "b": "older", "state": "accepted"}, self.about("plate", "pin", "open"))
        document = self.check("--scene", self.cell, "--decisions", file, status=1)
        self.assertEqual([d.get("unused") for d in document["decisions"]], ["fits nothing that was found", None])
        text = self.run_tool("check", "--scene", self.cell, "--decisions", file, status=1).stdout
        self.assertIn("unused: decisions.json: decisions[0] (old and older) fits nothing that was found", text)

    def test_what_got_worse_is_a_finding_again(self):
        for verdict, status in (("touching", 1), ("near", 1), ("crossing", 0), ("same", 0), ("", 0)):
            scene = self.write("two.json", json.dumps({"schema": "impinge.scene/1", "objects": OBJECTS[:2]}))
            file = self.decide(self.about("plate", "pin", "accepted", verdict=verdict, reason="it was small"))
            document = self.check("--scene", scene, "--decisions", file, status=status)
            self.assertEqual(document["pairs"][0]["decision"].get("was"), verdict if status else None)
        text = self.run_tool("check", "--scene", "two.json", "--decisions",
                             self.decide(self.about("plate", "pin", "accepted", verdict="near")), status=1).stdout
        self.assertIn("accepted as near, worse now", text)

    def test_with_rules_and_baselines(self):
        file = self.decide(self.about("plate", "pin", "accepted", reason="decided"))
        rules = self.write("rules.json", json.dumps([{"a": "plate", "b": "pin", "ignore": True, "reason": "a rule"},
                                                     {"a": "*", "b": "*"}]))
        document = self.check("--scene", self.cell, "--rules", rules, "--decisions", file, status=1)
        self.assertNotIn(("plate", "pin"), [(p["a"], p["b"]) for p in document["pairs"]])
        self.assertIn("unused", document["decisions"][0])
        old = self.check("--scene", self.cell, "--decisions", file, status=1)
        self.write("old.json", json.dumps(old))
        self.check("--scene", self.cell, "--decisions", file, "--baseline", "old.json", status=0)
        new = self.check("--scene", self.cell, "--baseline", "old.json", status=1)
        self.assertEqual([p.get("state") for p in new["pairs"]], ["new", "known", "known"])

    def test_objects_in_another_order(self):
        scene = self.write("turned.json", json.dumps({"schema": "impinge.scene/1", "objects": OBJECTS[::-1]}))
        file = self.decide(*(self.about(a, b, "accepted") for a, b in self.ids))
        self.check("--scene", scene, "--decisions", file, status=0)

    def test_bad_files(self):
        good = self.about("plate", "pin", "accepted")
        document = lambda *list_, **more: json.dumps({"schema": "impinge.decisions/1", "decisions": list(list_), **more})
        broken = {
            "": "empty", "[]": "object", "{": "JSON", '{"decisions": []}': "schema",
            '{"schema": "impinge.rules/1", "decisions": []}': "impinge.decisions/1", '{"schema": "impinge.decisions/1"}': "decisions",
            document(3): "decisions[0]", document({**good, "state": "maybe"}): "decisions[0].state",
            document({**good, "id": 7}): "decisions[0].id", document({**good, "id": ""}): "decisions[0].id",
            document({"state": "open"}): "id", document({**good, "why": "x"}): "decisions[0].why",
            document({**good, "reason": ["x"]}): "decisions[0].reason", document({**good, "verdict": "bad"}): "decisions[0].verdict",
            document(good, good): "decisions[1].id", document(more=1): "more",
            '{"schema": "impinge.decisions/1", "schema": "x", "decisions": []}': "twice", "[" * 100: "nested",
        }
        for text, names in broken.items():
            self.trouble("check", "--scene", self.cell, "--decisions", self.write("d.json", text), names=["d.json", names])
        self.trouble("check", "--scene", self.cell, "--decisions", "missing.json", names="missing.json")
        self.trouble("check", "--scene", self.cell, "--decisions", self.decide(good), "--json", "decisions.json", names="overwrite")
        self.check("--scene", self.cell, "--decisions", self.decide(), status=1)


if __name__ == "__main__":
    main()
