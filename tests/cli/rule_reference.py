# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What rules must make of a scene of boxes along the axes, told plainly: every pair, one after another, by closed forms."""
import fnmatch
import math

ALL = ("near", "touching", "crossing", "a_in_b", "b_in_a", "same", "undecided")


def box(name, at, size=(2, 2, 2), **more):
    return {"name": name, "shape": {"box": list(size)}, "position": list(at), **more}


def bounds(o):
    size = o["shape"]["box"]
    return [(p - s / 2, p + s / 2) for p, s in zip(o["position"], size)]


def holds(patterns, o):
    for pattern in [patterns] if isinstance(patterns, str) else patterns:
        field, _, rest = pattern.partition(":")
        if field == "group":
            texts, pattern = o.get("groups", []) + ([o["group"]] if "group" in o else []), rest
        elif field == "layer":
            texts, pattern = [o["layer"]] if "layer" in o else [], rest
        elif field == "name":
            texts, pattern = [o["name"]], rest
        else:
            texts = [o["name"]]
        if any(fnmatch.fnmatchcase(text, pattern) for text in texts):
            return True
    return False


def fits(rule, x, y):
    """Whether the pair lies in the selections this way round, and the other way round."""
    if rule.get("self"):
        return False, False
    return holds(rule["a"], x) and holds(rule["b"], y), holds(rule["a"], y) and holds(rule["b"], x)


def verdict_of(x, y):
    """The verdict without a clearance, distance, depth and volume of two boxes."""
    a, b = bounds(x), bounds(y)
    gaps = [max(p[0] - q[1], q[0] - p[1]) for p, q in zip(a, b)]
    distance = math.sqrt(sum(max(g, 0) ** 2 for g in gaps))
    if distance > 0:
        return "disjoint", distance, 0, 0
    if max(gaps) == 0:
        return "touching", 0, 0, 0
    depth = min(min(p[1] - q[0], q[1] - p[0]) for p, q in zip(a, b))
    volume = math.prod(min(p[1], q[1]) - max(p[0], q[0]) for p, q in zip(a, b))
    inside = all(q[0] <= p[0] and p[1] <= q[1] for p, q in zip(a, b))
    around = all(p[0] <= q[0] and q[1] <= p[1] for p, q in zip(a, b))
    word = "same" if inside and around else "a_in_b" if inside else "b_in_a" if around else "crossing"
    return word, 0, depth, volume


def mirrored(word):
    return {"a_in_b": "b_in_a", "b_in_a": "a_in_b"}.get(word, word)


def judged(rule, sides, x, y, clearance):
    """Verdict, distance if it is measured, accepted, beyond."""
    word, distance, depth, volume = verdict_of(x, y)
    low = clearance if "max" not in rule else None
    low = rule.get("clearance", rule.get("min", low))
    beyond = "max" in rule and distance > rule["max"]
    if word == "disjoint" and low is not None and distance <= low:
        word = "near"
    words = rule.get("accept", [])
    accepted = (sides[0] and word in words) or (sides[1] and mirrored(word) in words)
    limits = [key for key in ("max_depth", "max_volume") if key in rule]
    if limits and word in ("touching", "crossing", "a_in_b", "b_in_a", "same"):
        accepted = accepted or all(value <= rule[key] for key, value in (("max_depth", depth), ("max_volume", volume))
                                   if key in rule)
    measured = low is not None or "max" in rule
    return word, distance if measured else None, accepted and word != "disjoint", beyond


def answer(objects, rules, ignore=(), clearance=None, list_ignored=False):
    """(pairs, skipped, uses): what a check must say, pairs as dicts in the order of the scene."""
    asks = any(not r.get("ignore") and not r.get("self") for r in rules)
    pairs, skipped = [], {"ignored": 0, "unasked": 0}
    uses = [{"pairs": 0, "selected": 0} for _ in rules]
    for r, rule in enumerate(rules):
        if rule.get("self"):
            earlier = [q for q in rules[:r] if q.get("self")]
            mine = [o for o in objects if holds(rule["a"], o)]
            uses[r] = {"selected": len(mine), "pairs": sum(not any(holds(q["a"], o) for q in earlier) for o in mine)}
    for j, y in enumerate(objects):
        for i, x in enumerate(objects[:j]):
            if "group" in x and x.get("group") == y.get("group"):
                continue
            sides = [fits(rule, x, y) for rule in rules]
            for use, side in zip(uses, sides):
                use["selected"] += any(side)
            listed = next((n for n in ignore if {n["a"], n["b"]} == {x["name"], y["name"]}), None)
            first = next((r for r, side in enumerate(sides) if any(side)), None) if listed is None else None
            rule = rules[first] if first is not None else {}
            if first is not None:
                uses[first]["pairs"] += 1
            ignored = listed is not None or rule.get("ignore", False)
            if ignored and not list_ignored:
                skipped["ignored"] += 1
                continue
            if first is None and listed is None and asks:
                skipped["unasked"] += 1
                continue
            word, distance, accepted, beyond = judged(rule, sides[first] if first is not None else (False, False), x, y, clearance)
            if word == "disjoint" and not beyond:
                continue
            reason = listed["reason"] if listed else rule.get("reason", "")
            pairs.append({"a": x["name"], "b": y["name"], "order": (i, j), "verdict": word, "distance": distance,
                          "ignored": ignored, "accepted": accepted, "beyond": beyond, "rule": first,
                          "severity": rule.get("severity", "medium"), "reason": reason,
                          "finding": not ignored and (beyond or not accepted)})
    return sorted(pairs, key=lambda p: p["order"]), skipped, uses
