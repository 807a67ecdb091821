#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws the rows of bench_octree: plot_octree.py ROWS.json PLOT.svg. Figures 2.3, 2.4 and 3.10 of the 1994 report, by level and by cycle.

Times are logarithmic.
"""
import math

import svg
from svg import text

# Colours of Okabe & Ito, which people with every kind of colour vision tell apart.
COLOURS = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#999999"]
WIDTH, HEIGHT = 400, 230  # of a panel's frame
LEFT, TOP, GAP_X, GAP_Y = 70, 60, 230, 70


def name_of(row):
    """The line that a row belongs to."""
    words = [row["algorithm"]]
    if row["threads"] > 1:
        words.append(f"{row['threads']} threads")
    if row["figure"] == "2.3" and row["rule"] == "contact":
        words.append("contact rule")
    if row["figure"] == "2.4" and row["compacted"]:
        words.append("compacted")
    return ", ".join(words)


def panel(left, top, title, x_label, lines):
    """One frame; lines is {name: [(x, ms), …]}."""
    points = [p for line in lines.values() for p in line]
    x0, x1 = min(p[0] for p in points), max(p[0] for p in points)
    y0 = math.floor(math.log10(min(p[1] for p in points)))
    y1 = max(math.ceil(math.log10(max(p[1] for p in points))), y0 + 1)

    def at(x, ms):
        across = (x - x0) / (x1 - x0) if x1 > x0 else 0.5
        return left + across * WIDTH, top + (1 - (math.log10(ms) - y0) / (y1 - y0)) * HEIGHT

    yield svg.frame(left, top, WIDTH, HEIGHT)
    yield text(left, top - 10, title, 13, bold=True)
    for power in range(y0, y1 + 1):
        yield from svg.level(left, at(x0, 10.0**power)[1], WIDTH, f"{10.0 ** power:g}")
    for x in sorted({p[0] for p in points}):
        if x1 - x0 <= 10 or x % 5 == 0:
            yield text(at(x, 10.0**y0)[0], top + HEIGHT + 16, x, 11, "middle")
    yield text(left + WIDTH / 2, top + HEIGHT + 34, x_label, 12, "middle")
    for i, (name, line) in enumerate(lines.items()):
        colour = COLOURS[i % len(COLOURS)]
        yield from svg.curve([at(*p) for p in sorted(line)], colour)
        yield svg.box(left + WIDTH + 10, top + 8 + 18 * i, 14, 4, colour)
        yield text(left + WIDTH + 30, top + 15 + 18 * i, name, 11)


def by_level(rows, figure):
    lines = {}
    for row in rows:
        if row["figure"] == figure:
            lines.setdefault(name_of(row), []).append((row["level"], row["ms"]))
    return lines


def by_cycle(rows, figures, level=None):
    lines = {}
    for row in rows:
        if row["figure"] in figures and level in (None, row["level"]) and len(row["cycle_ms"]) > 2:
            lines[name_of(row)] = list(enumerate(row["cycle_ms"]))
    return lines


def draw(document):
    rows = document["rows"]
    panels = [
        ("2.3 arbitrary motion, level 5: ms by cycle", "cycle", by_cycle(rows, {"2.3"}, 5)),
        ("2.4 translation only, level 5: ms by cycle", "cycle", by_cycle(rows, {"2.4"}, 5)),
        ("2.3 arbitrary motion: ms by level", "level", by_level(rows, "2.3")),
        ("2.4 translation only: ms by level", "level", by_level(rows, "2.4")),
        ("3.10 octrees moved or built: ms by cycle", "cycle", by_cycle(rows, {"3.10"})),
        ("Optimizations of chapter 1 left out: ms by cycle", "cycle", by_cycle(rows, {"3.10", "optimizations"})),
    ]
    parts = []
    for i, (title, x_label, lines) in enumerate(panels):
        if lines:
            parts += panel(LEFT + i % 2 * (WIDTH + GAP_X), TOP + i // 2 * (HEIGHT + GAP_Y), title, x_label, lines)
    return svg.picture(LEFT + 2 * (WIDTH + GAP_X), TOP + 3 * (HEIGHT + GAP_Y), parts)


if __name__ == "__main__":
    svg.main(draw)
