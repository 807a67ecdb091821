#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws the rows of bench_convex: plot_convex.py ROWS.json PLOT.svg. The paper's figures 3 to 7, with the peers beside."""
import math

import svg
from svg import text

COLOURS = {"ours": "#000000", "warm": "#56b4e9", "fcl": "#d55e00", "bullet": "#cc79a7"}
# Stops as the areas of figure 7, proofs of meeting first.
STOPS = {"screening": "#0072b2", "newton": "#56b4e9", "spheres": "#dddddd", "cone_3": "#e69f00", "cone_2": "#f0c060", "cone_1": "#f0e442",
         "support": "#009e73", "gjk": "#d55e00", "exact": "#cc0000"}
WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 220, 70, 60, 90


def frame(left, top, title):
    yield svg.frame(left, top, WIDTH, HEIGHT)
    yield text(left + WIDTH / 2, top - 8, title, 13, "middle")


def lines_panel(left, top, title, series, logarithmic):
    """series: name -> [(vertices, value)]."""
    yield from frame(left, top, title)
    values = [v for points in series.values() for _, v in points]
    if not values:  # a run that was stopped
        return
    if logarithmic:
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        scale = lambda v: (math.log10(v) - low) / (high - low)
        ticks = [(10.0**p, f"{10.0 ** p:g}") for p in range(low, high + 1)]
    else:
        high = math.ceil(max(values))
        scale = lambda v: v / high
        ticks = [(v, str(v)) for v in range(high + 1)]
    place = lambda n, v: (left + (math.log10(n) - 1.8) / 4.4 * WIDTH, top + (1 - scale(v)) * HEIGHT)
    for value, words in ticks:
        yield from svg.level(left, place(100, value)[1], WIDTH, words)
    for power in range(2, 7):
        yield text(place(10.0**power, ticks[-1][0])[0], top + HEIGHT + 16, svg.power_of_ten(power), 11, "middle")
    for i, (name, points) in enumerate(series.items()):
        yield from svg.curve([place(*p) for p in sorted(points)], COLOURS[name], dots=3)
        yield svg.box(left + 8, top + 10 + 16 * i, 14, 4, COLOURS[name])
        yield text(left + 27, top + 16 + 16 * i, {"ours": "impinge", "warm": "impinge, warm"}.get(name, name), 11)


def shares_panel(left, top, title, rows):
    """Figure 7: stacked shares by the distance of the centres."""
    yield from frame(left, top, title)
    rows = sorted(rows, key=lambda r: r["distance"])
    x_of = lambda d: left + (d - 0.1) / 1.9 * WIDTH
    base = [0.0] * len(rows)
    for name, colour in STOPS.items():
        upper = [b + r["stops"][name] for b, r in zip(base, rows)]
        points = [(x_of(r["distance"]), top + (1 - u) * HEIGHT) for r, u in zip(rows, upper)]
        points += [(x_of(r["distance"]), top + (1 - b) * HEIGHT) for r, b in reversed(list(zip(rows, base)))]
        yield svg.area(points, colour)
        base = upper
    for d in (0.5, 1.0, 1.5, 2.0):
        yield text(x_of(d), top + HEIGHT + 16, f"{d:g}", 11, "middle")
    for share in (0, 0.5, 1):
        yield text(left - 6, top + (1 - share) * HEIGHT + 4, f"{100 * share:g} %", 11, "end")


def draw(document):
    rows = document["rows"]
    sizes = [r for r in rows if r["kind"] == "size" and r["dimension"] == 3 and r["axes"] == "1:0.66:0.33"]
    plane = [r for r in rows if r["kind"] == "size" and r["dimension"] == 2 and r["axes"] == "1:0.66"]
    times = {"ours": [(r["vertices"], r["ours_ns"]) for r in sizes], "warm": [(r["vertices"], r["warm_ns"]) for r in sizes]}
    for row in sizes:
        for name, ns in row["peer_ns"].items():
            times.setdefault(name, []).append((row["vertices"], ns))
    checks = lambda chosen: {"ours": [(r["vertices"], r["pair_checks"]) for r in chosen]}
    panels = [
        lambda x, y: lines_panel(x, y, "figure 3: ns a query by vertices, space", times, True),
        lambda x, y: lines_panel(x, y, "figure 4: pair checks by vertices, space", checks(sizes), False),
        lambda x, y: lines_panel(x, y, "figure 5: ns a query by edges, plane", {"ours": [(r["vertices"], r["ours_ns"]) for r in plane]}, True),
        lambda x, y: lines_panel(x, y, "figure 6: pair checks by edges, plane", checks(plane), False),
    ]
    for which, words in (("paper", "the paper's stops"), ("all", "all stops")):
        chosen = [r for r in rows if r["kind"] == "distance" and r["stops_of"] == which]
        if chosen:
            panels.append(lambda x, y, c=chosen, w=words: shares_panel(x, y, f"figure 7: share of {w} by distance of the centres", c))
    parts = [text(LEFT, 26, "Convex bodies in the setting of Nio, Tokumasu &amp; Ochi, one thread", 15)]
    for i, panel in enumerate(panels):
        parts += panel(LEFT + i % 2 * (WIDTH + GAP), TOP + i // 2 * (HEIGHT + 60))
    y = TOP + (len(panels) + 1) // 2 * (HEIGHT + 60) - 10
    x = LEFT
    for name, colour in STOPS.items():
        parts += [svg.box(x, y - 9, 12, 12, colour), text(x + 17, y + 1, name, 11)]
        x += 32 + 7 * len(name)
    return svg.picture(2 * (WIDTH + GAP) + LEFT, y + 30, parts)


if __name__ == "__main__":
    svg.main(draw)
