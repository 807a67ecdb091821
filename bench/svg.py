# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What the plots have in common: pieces of SVG, and the program around them."""
import json
import sys


def text(x, y, words, size=12, anchor="start", bold=False):
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="#222"{weight}>{words}</text>'


def box(x, y, width, height, colour):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def frame(left, top, width, height):
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#bbb"/>'


def level(left, y, width, words=None):
    """A line of the grid across a frame, with its value beside it."""
    yield f'<line x1="{left}" x2="{left + width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#eee"/>'
    if words is not None:
        yield text(left - 6, y + 4, words, 11, "end")


def curve(places, colour, width=2, dots=0.0, dashes=""):
    """A line through places (x, y), with a dot of that radius on each."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'
    if dots > 0:
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dots:g}" fill="{colour}"/>' for x, y in places)


def area(places, colour):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polygon points="{path}" fill="{colour}" stroke="none"/>'


def power_of_ten(power):
    """10^power as people write it."""
    return {3: "1k", 4: "10k", 5: "100k", 6: "1M", 7: "10M"}.get(power, f"{10.0 ** power:g}")


def picture(width, height, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def main(draw):
    """PROGRAM ROWS.json PLOT.svg"""
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0].rsplit('/', 1)[-1]} ROWS.json PLOT.svg")
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(draw(document))
