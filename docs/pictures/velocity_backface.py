#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws velocity_backface.svg: the flat case of the cull, two outlines that move and turn, edges that it drops thin.

usage: velocity_backface.py > velocity_backface.svg
"""
from face_octree import outline

# Outline, centre, velocity, spin; the page's y points down.
BODIES = [
    (outline(150, 170, 90, 0.18, 0.3), (150, 170), (34, 4), 0.12),
    (outline(370, 150, 80, 0.22, 0.1), (370, 150), (-24, 8), -0.1),
]
COLOURS = ("#2b6ca3", "#4a8f3c")


def velocity(body, point):
    _, (x, y), (u, v), spin = body
    return u - spin * (point[1] - y), v + spin * (point[0] - x)


def relative(body, other, point):
    here, there = velocity(body, point), velocity(other, point)
    return here[0] - there[0], here[1] - there[1]


def culled(body, other, p, q):
    """Both ends move to the inner side of the edge, as seen from the other body."""
    normal = q[1] - p[1], p[0] - q[0]
    return all(sum(a * b for a, b in zip(relative(body, other, point), normal)) < 0 for point in (p, q))


def main():
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 320" width="520" height="320">')
    print("<title>Two outlines that move and turn, with relative velocities; edges that cannot touch first are thin</title>")
    print('<rect width="520" height="320" fill="#ffffff"/>')
    for i, body in enumerate(BODIES):
        other, points = BODIES[1 - i], body[0]
        for p, q in zip(points, points[1:] + points[:1]):
            style = 'stroke="#9aa2ad"' if culled(body, other, p, q) else f'stroke="{COLOURS[i]}" stroke-width="4"'
            print(f'<path d="M{p[0]:.1f} {p[1]:.1f}L{q[0]:.1f} {q[1]:.1f}" {style}/>')
        for p in points[::8]:
            u, v = relative(body, other, p)
            print(f'<path d="M{p[0]:.1f} {p[1]:.1f}l{0.5 * u:.1f} {0.5 * v:.1f}" stroke="#e4572e"/>')
    print("</svg>")


if __name__ == "__main__":
    main()
