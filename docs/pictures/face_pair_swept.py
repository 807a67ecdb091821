#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws face_pair_swept.svg: the flat case of a step in which a bar turns past a wall, apart where it begins and where it ends.

usage: face_pair_swept.py > face_pair_swept.svg
"""
import math

WALL = [(262, 30), (274, 30), (274, 290), (262, 290)]
BAR = [(-62, -12), (62, -12), (62, 12), (-62, 12)]
BEGIN, LINE, TURN = (120, 190), (290, -60), 2.6


def bar(t):
    """Straight line of the middle, constant turning, as in a step of a scene."""
    c, s = math.cos(TURN * t), math.sin(TURN * t)
    return [(BEGIN[0] + LINE[0] * t + c * x - s * y, BEGIN[1] + LINE[1] * t + s * x + c * y) for x, y in BAR]


def edges(points):
    return list(zip(points, points[1:] + points[:1]))


def gap(a, b):
    """The shortest way between the corners of one outline and the edges of the other: 0 where they meet."""
    def to_edge(p, e):
        (x, y), (u, v) = e[0], (e[1][0] - e[0][0], e[1][1] - e[0][1])
        k = min(1, max(0, ((p[0] - x) * u + (p[1] - y) * v) / (u * u + v * v)))
        return math.hypot(p[0] - x - k * u, p[1] - y - k * v)
    return min(to_edge(p, e) for one, two in ((a, b), (b, a)) for p in one for e in edges(two))


def first_contact():
    """Conservative advancement: no corner moves farther than the gap while it is passed."""
    fastest, t, moments = math.hypot(*LINE) + TURN * math.hypot(*BAR[0]), 0, []
    while gap(WALL, bar(t)) > 0.3:
        moments.append(t)
        t += gap(WALL, bar(t)) / fastest
    return t, moments


def path(points, style):
    print('<path d="M' + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + f'Z" {style}/>')


def main():
    contact, moments = first_contact()
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 320" width="520" height="320">')
    print("<title>A bar turns past a wall within a step: apart at both ends, in contact between</title>")
    print('<rect width="520" height="320" fill="#ffffff"/>')
    swept = [p for k in range(65) for p in bar(k / 64)]
    low, high = [min(p[k] for p in swept) for k in (0, 1)], [max(p[k] for p in swept) for k in (0, 1)]
    path([low, (high[0], low[1]), high, (low[0], high[1])], 'fill="none" stroke="#9aa2ad" stroke-dasharray="4 4"')
    for t in moments:
        path(bar(t), 'fill="none" stroke="#c9d3df"')
    path(WALL, 'fill="#dfeadb" stroke="#4a8f3c" stroke-width="2"')
    for t in (0, 1):
        path(bar(t), 'fill="none" stroke="#2b6ca3" stroke-width="2"')
    path(bar(contact), 'fill="none" stroke="#e4572e" stroke-width="3"')
    print("</svg>")


if __name__ == "__main__":
    main()
