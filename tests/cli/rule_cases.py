# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Scenes with rules: name, objects, rules, and what else the check is asked. Every coordinate is a short binary fraction."""
from rule_reference import box

# Bolts cross the plate by a quarter, nuts touch it, the cover stands 0.25 above it, a pin is inside it.
CELL = [box("plate", (0, 0, 0), (16, 16, 2), groups=["frame"], layer="base"),
        box("bolt1", (-4, 0, 1.75), groups=["fastener", "steel"]),
        box("bolt2", (4, 0, 1.75), groups=["fastener"]),
        box("nut1", (-4, 4, 2), groups=["fastener"], layer="top"),
        box("cover", (0, -4, 2.25), (2, 2, 2), layer="top"),
        box("pin", (0, 6, 0), (1, 1, 1)),
        box("lamp", (0, 0, 40))]
REVERSED = CELL[::-1]
REST = {"a": "*", "b": "*"}


def rule(a, b, **more):
    return {"a": a, "b": b, **more}


CASES = [
    ("no rules", CELL, [], {}),
    ("everything is asked about", CELL, [REST], {}),
    ("a clearance for all", CELL, [], {"clearance": 0.25}),
    ("a clearance by rule", CELL, [rule("cover", "plate", clearance=0.25)], {}),
    ("a clearance just too small", CELL, [rule("cover", "plate", clearance=0.1875)], {}),
    ("min is the clearance", CELL, [rule("plate", "cover", min=0.5), REST], {}),
    ("the clearance of a rule goes before that of all", CELL, [rule("cover", "plate", clearance=0.125), REST],
     {"clearance": 8}),
    ("other pairs keep the clearance of all", CELL, [rule("bolt*", "plate", clearance=0), REST], {"clearance": 3}),
    ("only what is asked about", CELL, [rule("bolt*", "plate")], {}),
    ("first match wins", CELL, [rule("bolt1", "*", severity="high"), rule("bolt*", "*", severity="low"), REST], {}),
    ("the later rule is hidden", CELL, [rule("bolt*", "*"), rule("bolt1", "plate", accept=["crossing"])], {}),
    ("a rule that fits nothing", CELL, [rule("screw*", "plate"), REST], {}),
    ("ignored by pattern", CELL, [rule("bolt*", "plate", ignore=True, reason="threads are not modelled")], {}),
    ("ignored ones listed", CELL, [rule("bolt*", "plate", ignore=True, reason="threads are not modelled")],
     {"list_ignored": True}),
    ("ignored pair by pair", CELL, [], {"ignore": [{"a": "bolt1", "b": "plate", "reason": "press fit"}]}),
    ("ignored pair by pair, listed", CELL, [REST],
     {"ignore": [{"a": "plate", "b": "bolt1", "reason": "press fit"}], "list_ignored": True}),
    ("ignored pairs go before rules", CELL, [rule("bolt1", "plate", severity="critical"), REST],
     {"ignore": [{"a": "bolt1", "b": "plate", "reason": "press fit"}]}),
    ("ignored and asked about", CELL, [rule("bolt1", "*", ignore=True), rule("bolt*", "plate")], {}),
    ("crossing accepted", CELL, [rule("bolt*", "plate", accept=["crossing"], reason="thread")], {}),
    ("touching accepted", CELL, [rule("nut*", "plate", accept=["touching"]), REST], {}),
    ("near accepted", CELL, [rule("cover", "plate", clearance=1, accept=["near"]), REST], {}),
    ("inside, the rule's way round", CELL, [rule("pin", "plate", accept=["a_in_b"])], {}),
    ("inside, the other way round", CELL, [rule("plate", "pin", accept=["a_in_b"])], {}),
    ("inside, in the reversed scene", REVERSED, [rule("pin", "plate", accept=["a_in_b"])], {}),
    ("inside, either way", CELL, [rule("*", "*", accept=["b_in_a"])], {}),
    ("by group", CELL, [rule("group:fastener", "group:frame", severity="low")], {}),
    ("by a pattern of groups", CELL, [rule("group:st*", "*", severity="high"), REST], {}),
    ("by layer", CELL, [rule("layer:top", "layer:base", clearance=0.5)], {}),
    ("by name with its word", CELL, [rule("name:bolt?", "name:plate", severity="critical")], {}),
    ("several patterns", CELL, [rule(["bolt1", "layer:top"], ["plate", "lamp"], clearance=0.25)], {}),
    ("one of some characters", CELL, [rule("bolt[13-9]", "plate", accept=["crossing"]), REST], {}),
    ("none of some characters", CELL, [rule("bolt[!1]", "plate", accept=["crossing"]), REST], {}),
    ("case matters", CELL, [rule("Bolt*", "plate", accept=["crossing"]), REST], {}),
    ("a tolerated depth", CELL, [rule("bolt*", "plate", max_depth=0.25), REST], {}),
    ("a depth beyond the limit", CELL, [rule("bolt*", "plate", max_depth=0.1875), REST], {}),
    ("touching is of no depth", CELL, [rule("nut*", "plate", max_depth=0), REST], {}),
    ("a tolerated volume", CELL, [rule("*", "plate", max_volume=1)], {}),
    ("a volume beyond the limit", CELL, [rule("*", "plate", max_volume=0.9375)], {}),
    ("both limits must hold", CELL, [rule("bolt*", "plate", max_depth=0.5, max_volume=0.5)], {}),
    ("both limits hold", CELL, [rule("bolt*", "plate", max_depth=0.25, max_volume=1)], {}),
    ("accepted where the limit is exceeded", CELL,
     [rule("bolt*", "plate", accept=["crossing"], max_depth=0.0625)], {}),
    ("an inner body is as deep as its way out", CELL, [rule("pin", "plate", max_depth=1.5)], {}),
    ("an inner body too deep", CELL, [rule("pin", "plate", max_depth=1.25)], {}),
    ("not too far", CELL, [rule("lamp", "plate", max=38)], {}),
    ("too far", CELL, [rule("lamp", "plate", max=37, severity="high", reason="cable")], {}),
    ("a range from both sides", CELL, [rule("cover", "*", min=0.5, max=37), REST], {}),
    ("a range in place of the clearance of all", CELL, [rule("cover", "plate", max=4), REST], {"clearance": 30}),
    ("groups a and b", [box("x", (0, 0, 0), group="a"), box("y", (1, 0, 0), group="a"), box("z", (0, 1, 0), group="b")],
     [rule("group:a", "*", severity="low")], {}),
    ("rules about objects with themselves", CELL,
     [{"a": "bolt*", "self": True, "accept": ["touching"]}, {"a": "bolt1", "self": True, "ignore": True}], {}),
    ("names in other scripts", [box("Schraube M6 äß", (0, 0, 0)), box("板", (1, 0, 0)), box("板金", (-1, 0, 0))],
     [rule("*ä?", "板", accept=["crossing"]), rule("?", "??", severity="low"), REST], {}),
]
