# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Plots of the page as SVG. Colours are classes, so that the page's style has them for light and dark."""
import html
import math

WIDTH, HEIGHT = 460, 320
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 14, 46
COLOURS = 8


def short(value):
    """A number as people write it on an axis."""
    size = abs(value)
    for least, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if size >= least:
            return f"{value / least * (10 if letter == 'k' else 1):g}{letter}"
    if 0 < size < 1e-3:
        digits, power = f"{value:e}".split("e")
        return f"{float(digits):g}e{int(power)}"
    return f"{value:g}"


class Axis:
    """Places of values along an axis, and its ticks."""

    def __init__(self, values, log, start, end, from_zero):
        low, high = min(values), max(values)
        self.log = log and low > 0
        if self.log:
            low, high = math.log10(low), math.log10(high)
            margin = max(0.04 * (high - low), 0.02)
            low, high = low - margin, high + margin
        else:
            low = min(low, 0) if from_zero else low
            high += 0.04 * (high - low or 1)
        self.low, self.high = low, high if high > low else low + 1
        self.start, self.end = start, end

    def at(self, value):
        value = math.log10(value) if self.log else value
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        if self.log:
            powers = range(math.ceil(self.low - 1e-9), math.floor(self.high + 1e-9) + 1)
            ticks = [10.0**p for p in powers]
            for steps in ((2, 5), (1.5, 3, 7)):
                if len(ticks) < 3:
                    more = [s * 10.0**p for p in range(math.floor(self.low), math.ceil(self.high) + 1) for s in steps]
                    ticks = sorted({*ticks, *(t for t in more if self.low <= math.log10(t) <= self.high)})
            return ticks[:: max(1, len(ticks) // 7)]
        step = 10 ** math.floor(math.log10((self.high - self.low) / 4))
        for times in (1, 2, 5, 10):
            if (self.high - self.low) / (step * times) <= 6:
                step *= times
                break
        first = math.ceil(self.low / step - 1e-9)
        return [round(k * step, 12) for k in range(first, math.floor(self.high / step + 1e-9) + 1)]


def text(x, y, words, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(words)}</text>'


def grid(x, y, plot):
    yield f'<rect class="frame" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/>'
    for tick in x.ticks():
        yield f'<path class="grid" d="M{x.at(tick):.1f} {TOP}V{HEIGHT - BOTTOM}"/>'
        yield text(x.at(tick), HEIGHT - BOTTOM + 16, short(tick))
    for tick in y.ticks():
        yield f'<path class="grid" d="M{LEFT} {y.at(tick):.1f}H{WIDTH - RIGHT}"/>'
        yield text(LEFT - 6, y.at(tick) + 4, short(tick), "end")
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, plot["x"])
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield text(13, middle, plot["y"], more=f' transform="rotate(-90 13 {middle:.1f})"')


def curve(points, x, y, colour):
    places = " ".join(f"{x.at(a):.1f},{y.at(b):.1f}" for a, b in points)
    yield f'<polyline class="curve c{colour}" points="{places}"/>'
    if len(points) <= 24:
        yield from (f'<circle class="dot c{colour}" cx="{x.at(a):.1f}" cy="{y.at(b):.1f}" r="3"/>' for a, b in points)


def diamond(a, b, x, y, colour):
    return f'<path class="published c{colour}" d="M{x.at(a):.1f} {y.at(b) - 6:.1f}l6 6l-6 6l-6 -6z"/>'


def stacked(series, x, y):
    """Shares on top of each other, the first at the bottom; all series have the same places."""
    names = list(series)
    below = [0.0] * len(series[names[0]])
    for colour, name in enumerate(names):
        points = series[name]
        above = [b + v for b, (_, v) in zip(below, points)]
        edge = [(a, t) for (a, _), t in zip(points, above)] + [(a, b) for (a, _), b in zip(points[::-1], below[::-1])]
        places = " ".join(f"{x.at(a):.1f},{y.at(b):.1f}" for a, b in edge)
        yield f'<polygon class="area c{colour % COLOURS}" points="{places}"/>'
        below = above


def draw(figure, plot):
    """An SVG and its legend as HTML; None where no row belongs to the plot."""
    series, published = {}, []
    for row in figure["rows"]:
        if row["unit"] != plot["unit"] or row["what"] or row["x"] is None or row["ours"] is None:
            continue
        series.setdefault(row["series"], []).append((row["x"], row["ours"]))
        if row["published"] is not None:
            published.append((row["series"], row["x"], row["published"]))
    if not series:
        return None
    xs = [a for points in series.values() for a, _ in points] + [a for _, a, _ in published]
    ys = [b for points in series.values() for _, b in points] + [b for _, _, b in published]
    if plot["stacked"]:
        ys = [0, sum(points[0][1] for points in series.values())]
    x = Axis(xs, plot["log_x"], LEFT, WIDTH - RIGHT, False)
    y = Axis(ys, plot["log_y"], HEIGHT - BOTTOM, TOP, True)
    parts = list(grid(x, y, plot))
    names = list(series)
    if plot["stacked"]:
        parts += stacked(series, x, y)
    else:
        for colour, name in enumerate(names):
            parts += curve(series[name], x, y, colour % COLOURS)
    parts += [diamond(a, b, x, y, names.index(name) % COLOURS) for name, a, b in published]
    label = f'{figure["name"]}: {plot["y"]} against {plot["x"]}'
    svg = (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(label)}">'
        + "".join(parts) + "</svg>"
    )
    keys = "".join(f'<span class="key c{i % COLOURS}">{html.escape(name)}</span>' for i, name in enumerate(names))
    if published:
        keys += '<span class="key hollow">published</span>'
    return f'<figure>{svg}<figcaption class="keys">{keys}</figcaption></figure>'
