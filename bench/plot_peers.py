#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws the rows of bench_peers: plot_peers.py ROWS.json PLOT.svg. One panel a question and contact, times on one thread.

Both axes are logarithmic; a panel's row shares its scale of time.
"""
import math

import svg
from svg import text

# Colours of Okabe & Ito, which people with every kind of colour vision tell apart.
SERIES = {
    "ours": "#000000",
    "embree": "#0072b2",
    "embree_cgal": "#56b4e9",
    "fcl": "#d55e00",
    "cgal": "#009e73",
    "bullet": "#cc79a7",
    "stream": "#999999",
}
LEGEND = {"ours": "impinge", "stream": "reading the input once"}
QUESTIONS = [("fresh", "all"), ("deforming", "all"), ("rigid", "all"), ("rigid", "boolean")]
SINGLE = [("rigid", "distance"), ("rigid", "build")]
CONTACTS = ["apart", "graze", "shallow", "deep"]
WIDTH, HEIGHT = 250, 170  # of a panel's frame
LEFT, TOP, GAP_X, GAP_Y = 64, 84, 22, 52


def times_of(row):
    """Milliseconds by series; those without a time are left out."""
    times = {"ours": row["ours_ms"], "stream": row["stream_ms"], **row["peer_ms"]}
    return {name: ms for name, ms in times.items() if ms and name in SERIES}


def decades(values):
    """Powers of ten around positive values, at least one decade apart."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


class Panel:
    """One frame with its axes; x is triangles, y milliseconds."""

    def __init__(self, left, top, x_decades, y_decades):
        self.left, self.top, self.x, self.y = left, top, x_decades, y_decades

    def at(self, triangles, ms):
        across = (math.log10(triangles) - self.x[0]) / (self.x[1] - self.x[0])
        up = (math.log10(ms) - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * WIDTH, self.top + (1 - up) * HEIGHT

    def axes(self, title, labelled):
        yield svg.frame(self.left, self.top, WIDTH, HEIGHT)
        yield text(self.left + WIDTH / 2, self.top - 7, title, 12, "middle", bold=True)
        for power in range(self.y[0], self.y[1] + 1):
            y = self.at(10.0 ** self.x[0], 10.0**power)[1]
            yield from svg.level(self.left, y, WIDTH, f"{10.0 ** power:g}" if labelled else None)
        for power in range(math.ceil(self.x[0]), math.floor(self.x[1]) + 1):
            x = self.at(10.0**power, 10.0 ** self.y[0])[0]
            yield text(x, self.top + HEIGHT + 15, svg.power_of_ten(power), 11, "middle")

    def series(self, name, points):
        places = [self.at(*point) for point in sorted(points)]
        width = 2.6 if name == "ours" else 1.5
        dashes = "4 3" if name == "stream" else ""
        yield from svg.curve(places, SERIES[name], width, dots=width + 0.9, dashes=dashes)


def panel_lines(rows, panel, title, labelled):
    yield from panel.axes(title, labelled)
    points = {}
    for row in rows:
        for name, ms in times_of(row).items():
            points.setdefault(name, []).append((row["triangles"], ms))
    for name in reversed(SERIES):
        if name in points:
            yield from panel.series(name, points[name])


def legend(names):
    x = LEFT
    for name in SERIES:
        if name not in names:
            continue
        words = LEGEND.get(name, name)
        yield svg.box(x, 38, 18, 5, SERIES[name])
        yield text(x + 24, 45, words)
        x += 44 + 7.2 * len(words)


def groups_of(rows):
    """The panels, line by line: (title, rows of it)."""

    def chosen(work, query, contact):
        return [r for r in rows if (r["work"], r["query"], r["contact"]) == (work, query, contact)]

    for work, query in QUESTIONS:
        yield [(f"{work}, {query}, {contact}", chosen(work, query, contact)) for contact in CONTACTS]
    yield [(f"{work}, {query}", chosen(work, query, "apart")) for work, query in SINGLE]


def draw(document):
    rows = [row for row in document["rows"] if row["threads"] == 1]
    lines = [line for line in ([g for g in group if g[1]] for group in groups_of(rows)) if line]
    sizes = [math.log10(row["triangles"]) for row in rows]
    x_decades = min(sizes) - 0.25, max(sizes) + 0.25
    parts = [text(LEFT, 24, "Milliseconds by triangles of each of two bodies, one thread", 15, bold=True)]
    parts += legend({name for row in rows for name in times_of(row)})
    for i, line in enumerate(lines):
        y_decades = decades([ms for _, chosen in line for row in chosen for ms in times_of(row).values()])
        for j, (title, chosen) in enumerate(line):
            panel = Panel(LEFT + j * (WIDTH + GAP_X), TOP + i * (HEIGHT + GAP_Y), x_decades, y_decades)
            parts += panel_lines(chosen, panel, title, j == 0)
    width, height = LEFT + len(CONTACTS) * (WIDTH + GAP_X), TOP + len(lines) * (HEIGHT + GAP_Y)
    return svg.picture(width, height, parts)


if __name__ == "__main__":
    svg.main(draw)
