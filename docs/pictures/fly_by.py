#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Makes the moving picture of the README: a shuttle that circles in a ring station, asked at every moment how it stands.

usage: fly_by.py IMPINGE FILE.png [FOLDER]

IMPINGE is the tool; FILE.png becomes an animated PNG; FOLDER keeps scene, frames and answers (a temporary one if not given).
Each frame is `impinge check --clearance --picture` of the scene at that moment; the bar below is `impinge sweep` of the motion:
red where the visitor crosses another body. The standard library of Python is enough.
"""
import collections
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

FRAMES, DELAY_MS = 48, 90
CLEARANCE = 1.2
SHUTTLE = {"file": str(pathlib.Path(__file__).resolve().parent / "shuttle.off")}  # make_shuttle(9) of scenes/bodies.h
SHRINK = 2  # of the tool's 1280 x 960
TOP, BOTTOM = 60, 420  # rows of that which are kept
LEGEND = 75, 120  # columns and rows of that, left out: its order changes from frame to frame
BAR, MARGIN = 10, 16
WHITE, GREY, RED, AMBER, DARK = (255, 255, 255), (205, 211, 220), (220, 30, 30), (240, 165, 40), (45, 55, 70)


def turned(x, y, z, w, angle):
    """The quaternion after a turn about z."""
    s, c = math.sin(angle / 2), math.cos(angle / 2)
    return [c * x - s * y, c * y + s * x, c * z + s * w, c * w - s * z]


def on_circle(radius, degrees, height, roll=0.0, yaw=90.0):
    """Nose along the circle, rolled about it."""
    angle = math.radians(degrees)
    s, c = math.sin(math.radians(roll) / 2), math.cos(math.radians(roll) / 2)
    return {"position": [radius * math.cos(angle), radius * math.sin(angle), height],
            "rotation": turned(s, 0, 0, c, angle + math.radians(yaw))}


def visitor(t):
    """Where the visitor is at a time from 0 to 1."""
    return on_circle(8.6, 360 * t + 310, 0.4, roll=-24)


def objects():
    """What stands still. The ring holds the frame of the picture."""
    return [
        {"name": "station", "shape": {"torus": [15, 0.8, 96, 20]}},
        {"name": "low", **SHUTTLE, **on_circle(9.6, -95, -2.6, roll=10, yaw=-84)},
        {"name": "steep", **SHUTTLE, **on_circle(9.4, 5, -0.9, roll=90, yaw=60)},
        {"name": "across", **SHUTTLE, **on_circle(8.2, 85, 3.6, roll=-35, yaw=-60)},
        {"name": "inner", **SHUTTLE, **on_circle(2.2, 200, 0.3, roll=-30, yaw=40)},
    ]


def scene(moving):
    return {"schema": "impinge.scene/1", "units": "m", "objects": [*objects(), {"name": "visitor", **SHUTTLE, **moving}]}


def run(tool, *arguments):
    """The tool's JSON; findings are no error."""
    result = subprocess.run([tool, *arguments, "--json", "-"], capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1):
        sys.exit(result.stderr)
    return json.loads(result.stdout)


def read_png(path):
    """Width, height and rows of 8-bit RGB."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 2)
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, stride, rows, above = zlib.decompress(packed), 3 * width, [], bytes(3 * width)
    for y in range(height):
        start = y * (stride + 1)
        kind, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        if kind == 1:
            for i in range(3, stride):
                line[i] = line[i] + line[i - 3] & 255
        elif kind == 2:
            line = bytearray(a + b & 255 for a, b in zip(line, above))
        elif kind == 3:
            for i in range(stride):
                line[i] = line[i] + ((line[i - 3] if i > 2 else 0) + above[i] >> 1) & 255
        elif kind == 4:
            for i in range(stride):
                a, b, c = (line[i - 3] if i > 2 else 0), above[i], (above[i - 3] if i > 2 else 0)
                da, db, dc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                line[i] = line[i] + (a if da <= db and da <= dc else b if db <= dc else c) & 255
        rows.append(line)
        above = line
    return width, height, rows


def shrunk(rows):
    """Pixels as tuples, each the mean of SHRINK x SHRINK."""
    share, out = SHRINK * SHRINK, []
    for y in range(0, len(rows), SHRINK):
        sums = [sum(column) for column in zip(*rows[y:y + SHRINK])]
        out.append([tuple(sum(sums[3 * (x + k) + j] for k in range(SHRINK)) // share for j in range(3))
                    for x in range(0, len(sums) // 3, SHRINK)])
    return out


def without_legend(pixels):
    """The background differs from row to row alone."""
    columns, rows = LEGEND
    return [[row[0]] * columns + row[columns:] if y < rows else row for y, row in enumerate(pixels)]


def add_bar(pixels, t, crossing, near):
    """The motion from left to right: where the visitor crosses or comes near another body, and where it is now."""
    width = len(pixels[0])
    inside = width - 2 * MARGIN

    def colour(x):
        when = (x - MARGIN) / inside
        if not 0 <= when <= 1:
            return WHITE
        if abs(x - (MARGIN + round(t * inside))) <= 2:
            return DARK
        return RED if any(a <= when <= b for a, b in crossing) else AMBER if any(a <= when <= b for a, b in near) else GREY

    pad = [WHITE] * width
    return pixels + [pad] * 4 + [[colour(x) for x in range(width)] for _ in range(BAR)] + [pad] * 6


def palette_of(frames, size):
    """Median cut over the colours of all frames, weighted by the square root of how often they occur."""
    counts = collections.Counter(pixel for frame in frames for row in frame for pixel in row)
    boxes = [[(c, math.sqrt(n)) for c, n in counts.items()]]

    def spread(box):
        return max((max(c[j] for c, _ in box) - min(c[j] for c, _ in box), j) for j in range(3))

    while len(boxes) < size:
        worst = max(range(len(boxes)), key=lambda i: spread(boxes[i])[0] * math.sqrt(sum(n for _, n in boxes[i])))
        axis = spread(boxes[worst])[1]
        box = sorted(boxes.pop(worst), key=lambda item: item[0][axis])
        if len(box) < 2:
            boxes.append(box)
            break
        half, middle, weight = sum(n for _, n in box) / 2, 1, box[0][1]
        while middle < len(box) - 1 and weight < half:
            weight += box[middle][1]
            middle += 1
        boxes += [box[:middle], box[middle:]]
    palette, index = [], {}
    for box in boxes:
        weight = sum(n for _, n in box)
        palette.append(tuple(round(sum(c[j] * n for c, n in box) / weight) for j in range(3)))
        for c, _ in box:
            index[c] = len(palette)  # 0 is transparent
    return palette, index


def write_animation(frames, path):
    """An animated PNG with one palette; each frame after the first holds what has changed, in the rectangle around it."""
    palette, index = palette_of(frames, 255)
    images = [[bytes(index[p] for p in row) for row in frame] for frame in frames]
    height, width = len(images[0]), len(images[0][0])

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    out, sequence = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                     chunk(b"PLTE", bytes([0, 0, 0]) + b"".join(bytes(c) for c in palette)), chunk(b"tRNS", b"\0"),
                     *([chunk(b"acTL", struct.pack(">II", len(images), 0))] if len(images) > 1 else [])], 0
    before = None
    for image in images:
        left, top, right, bottom, rows = 0, 0, width, height, image
        if before is not None:
            changed = [y for y in range(height) if image[y] != before[y]] or [0]
            top, bottom = changed[0], changed[-1] + 1
            columns = [x for y in changed for x in range(width) if image[y][x] != before[y][x]] or [0]
            left, right = min(columns), max(columns) + 1
            rows = [bytes(0 if a == b else a for a, b in zip(image[y][left:right], before[y][left:right])) for y in range(top, bottom)]
        packed = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        if len(images) > 1:
            out.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, right - left, bottom - top, left, top, DELAY_MS, 1000, 0,
                                                  0 if before is None else 1)))
        sequence += 1
        if before is None:
            out.append(chunk(b"IDAT", packed))
        else:
            out.append(chunk(b"fdAT", struct.pack(">I", sequence) + packed))
            sequence += 1
        before = image
    path.write_bytes(b"".join([*out, chunk(b"IEND", b"")]))


def below(curve, limit):
    """Stretches of time in which sampled distances are at most the limit."""
    times = [t for t, distance in curve if distance is not None and distance <= limit]
    step = curve[1][0] - curve[0][0] if len(curve) > 1 else 0
    return [(t - step / 2, t + step / 2) for t in times]


def main():
    tool, target = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else temporary)
        folder.mkdir(parents=True, exist_ok=True)
        turns = 12
        keyframes = [{"t": i / turns, **visitor(i / turns)} for i in range(turns + 1)]
        motion = folder / "fly_by.json"
        motion.write_text(json.dumps(scene({"keyframes": keyframes, "path": "screw"}), indent=1))
        swept = run(tool, "sweep", "--scene", str(motion), "--clearance", str(CLEARANCE), "--samples", "240")
        (folder / "sweep.json").write_text(json.dumps(swept, indent=1))
        crossing = [tuple(interval) for pair in swept["pairs"] for interval in pair["intervals"]]
        times = sorted({row["t"] for row in swept["curve"]})
        least = {t: min((row["distance"] for row in swept["curve"] if row["t"] == t), default=None) for t in times}
        near = below(sorted(least.items()), CLEARANCE)
        frames = []
        for i in range(FRAMES):
            t = i / FRAMES
            still, picture = folder / f"frame_{i:02}.json", folder / f"frame_{i:02}.png"
            still.write_text(json.dumps(scene(visitor(t))))
            run(tool, "check", "--scene", str(still), "--clearance", str(CLEARANCE), "--picture", str(picture), "--view=-60,28")
            frames.append(add_bar(without_legend(shrunk(read_png(picture)[2]))[TOP:BOTTOM], t, crossing, near))
        write_animation(frames, target)
    print(f"{target}: {FRAMES} frames, {target.stat().st_size} bytes, in contact {crossing}")


if __name__ == "__main__":
    main()
