#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Draws polar_newton.svg: the flat case of the iteration, two convex polygons, their inner points, and the points K that it visits.

usage: polar_newton.py > polar_newton.svg
"""
import math


def polygon(x, y, a, b, turn, n):
    """Corners on an ellipse."""
    def at(i):
        angle = 2 * math.pi * i / n
        u, v = a * math.cos(angle), b * math.sin(angle)
        return x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)
    return [at(i) for i in range(n)]


BODIES = [((170, 160), polygon(170, 160, 140, 62, 0.45, 17)), ((380, 210), polygon(380, 210, 125, 55, -0.6, 15))]
COLOURS = ("#2b6ca3", "#4a8f3c")


def half_plane(body, point):
    """The edge that the ray from the inner point through the point leaves by: outer unit normal and offset."""
    (x, y), corners = body
    way = point[0] - x, point[1] - y
    best = None
    for p, q in zip(corners, corners[1:] + corners[:1]):
        normal = q[1] - p[1], p[0] - q[0]
        size = math.hypot(*normal)
        normal = normal[0] / size, normal[1] / size
        reach = normal[0] * way[0] + normal[1] * way[1]
        room = normal[0] * (p[0] - x) + normal[1] * (p[1] - y)
        if reach > 0 and (best is None or room / reach < best[0]):
            best = room / reach, normal, normal[0] * p[0] + normal[1] * p[1]
    return best[1], best[2]


def outside(plane, point):
    (u, v), offset = plane
    return u * point[0] + v * point[1] - offset


def project(planes, point):
    """The nearest point of both half-planes, a little inside."""
    for plane in planes:
        k = tuple(c - 1.02 * max(0, outside(plane, point)) * n for c, n in zip(point, plane[0]))
        if all(outside(other, k) <= 1e-9 for other in planes):
            return k
    (a, b), e = planes[0]
    (c, d), f = planes[1]
    size = a * d - b * c
    return (e * d - b * f) / size, (a * f - e * c) / size


def main():
    (o, _), (p, _) = BODIES
    k = (o[0] + p[0]) / 2, (o[1] + p[1]) / 2 - 70
    visited = [k]
    for _ in range(6):
        planes = [half_plane(body, k) for body in BODIES]
        if all(outside(plane, k) <= 0 for plane in planes):
            break
        k = project(planes, k)
        visited.append(k)
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 540 330" width="540" height="330">')
    print("<title>The points K that the iteration visits until one lies in both bodies</title>")
    print('<rect width="540" height="330" fill="#ffffff"/>')
    for ((x, y), corners), colour in zip(BODIES, COLOURS):
        text = " ".join(f"{u:.1f},{v:.1f}" for u, v in corners)
        print(f'<polygon points="{text}" fill="{colour}" fill-opacity="0.12" stroke="{colour}" stroke-width="2"/>')
        print(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}"/>')
        for u, v in visited:
            print(f'<path d="M{x} {y}L{u:.1f} {v:.1f}" stroke="#9aa2ad" stroke-width="0.8" stroke-dasharray="3 3"/>')
    way = " ".join(f"{u:.1f},{v:.1f}" for u, v in visited)
    print(f'<polyline points="{way}" fill="none" stroke="#e4572e" stroke-width="2"/>')
    for i, (u, v) in enumerate(visited):
        print(f'<circle cx="{u:.1f}" cy="{v:.1f}" r="4" fill="#e4572e"/>')
        print(f'<text x="{u + 7:.1f}" y="{v - 5:.1f}" font-size="13" font-family="sans-serif" fill="#222">K{i}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
