#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws face_octree.svg: the flat case of face_octree, squares that are split only where two outlines are both present.

usage: face_octree.py > face_octree.svg
"""
import math

SIZE = 480
LEVELS = 6


def outline(x, y, radius, wave, turn):
    """A star with five soft arms."""
    def at(i):
        angle = 2 * math.pi * i / 240
        reach = radius * (1 + wave * math.cos(5 * (angle - turn)))
        return x + reach * math.cos(angle), y + reach * math.sin(angle)
    return [at(i) for i in range(240)]


def meets(p, q, x, y, edge):
    """True if the segment has a point in the closed square: it is clipped by each of the four sides."""
    low, high = 0.0, 1.0
    for start, way, least in ((p[0], q[0] - p[0], x), (p[1], q[1] - p[1], y)):
        if way == 0:
            if not least <= start <= least + edge:
                return False
            continue
        first, last = sorted(((least - start) / way, (least + edge - start) / way))
        low, high = max(low, first), min(high, last)
    return low <= high


def split(x, y, edge, faces, level, squares, voxels):
    """Halves a square where segments of both outlines reach into it."""
    squares.append((x, y, edge))
    here = [[(p, q) for p, q in some if meets(p, q, x, y, edge)] for some in faces]
    if not all(here):
        return
    if level == LEVELS:
        voxels.append((x, y, edge))
        return
    half = edge / 2
    for corner in ((x, y), (x, y + half), (x + half, y), (x + half, y + half)):
        split(*corner, half, here, level + 1, squares, voxels)


def main():
    shapes = [outline(172, 238, 122, 0.2, 0.3), outline(334, 222, 98, 0.25, 0.1)]
    squares, voxels = [], []
    split(0, 0, SIZE, [list(zip(points, points[1:] + points[:1])) for points in shapes], 0, squares, voxels)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {SIZE + 8} {SIZE + 8}" width="{SIZE}" height="{SIZE}">')
    print("<title>Squares of a quadtree that are split only where two outlines are both present</title>")
    print(f'<rect x="-4" y="-4" width="{SIZE + 8}" height="{SIZE + 8}" fill="#ffffff"/>')
    for points, colour in zip(shapes, ("#2b6ca3", "#4a8f3c")):
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        print(f'<polygon points="{text}" fill="{colour}" fill-opacity="0.12" stroke="{colour}" stroke-width="2"/>')
    for x, y, edge in squares:
        print(f'<rect x="{x:g}" y="{y:g}" width="{edge:g}" height="{edge:g}" fill="none" stroke="#9aa2ad" stroke-width="0.7"/>')
    for x, y, edge in voxels:
        print(f'<rect x="{x:g}" y="{y:g}" width="{edge:g}" height="{edge:g}" fill="#e4572e" fill-opacity="0.6"/>')
    print("</svg>")


if __name__ == "__main__":
    main()
