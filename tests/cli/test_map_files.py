# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The files of `impinge map`, read back: PNG, PFM, TIFF and PLY."""
import json
import math
import struct
import zlib

from map_case import MapCase
from tool_case import main


def read_png(data):
    """Width, height and rows of RGB triples, as the PNG standard says."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, head = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
        head = struct.unpack(">IIBBBBB", body) if kind == b"IHDR" else head
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    assert head[2:] == (8, 2, 0, 0, 0), head
    return head[0], head[1], len(zlib.decompress(packed))


def read_pfm(data):
    """Columns, rows and the floats from the lowest row up."""
    kind, size, scale, body = data.split(b"\n", 3)
    assert (kind, scale) == (b"Pf", b"-1.0")
    columns, rows = map(int, size.split())
    return columns, rows, struct.unpack(f"<{columns * rows}f", body)


def read_tiff(data):
    """The same of a TIFF, and its description."""
    assert data[:4] == b"II*\0"
    at, = struct.unpack("<I", data[4:8])
    count, = struct.unpack("<H", data[at:at + 2])
    tags = {}
    for i in range(count):
        tag, _, number, value = struct.unpack("<HHII", data[at + 2 + 12 * i:at + 14 + 12 * i])
        tags[tag] = (number, value)
    assert [tags[t][1] for t in (258, 259, 274, 277, 339)] == [32, 1, 1, 1, 3], tags
    columns, rows, start = tags[256][1], tags[257][1], tags[273][1]
    assert tags[279][1] == 4 * columns * rows and tags[278][1] == rows
    values = struct.unpack(f"<{columns * rows}f", data[start:start + 4 * columns * rows])
    lowest_first = [v for row in reversed(range(rows)) for v in values[row * columns:(row + 1) * columns]]
    return columns, rows, lowest_first, data[tags[270][1]:tags[270][1] + tags[270][0]].decode()


def read_ply(data):
    """The header's lines, and the vertices by property."""
    head, body = data.split(b"end_header\n", 1)
    lines = head.decode().splitlines()
    count = next(int(line.split()[2]) for line in lines if line.startswith("element vertex"))
    first_face = next(i for i, line in enumerate(lines) if line.startswith("element face"))
    properties = [line.split()[1:] for line in lines[:first_face] if line.startswith("property")]
    code = "<" + "".join({"double": "d", "float": "f", "uchar": "B"}[kind] for kind, _ in properties)
    size = struct.calcsize(code)
    rows = [struct.unpack(code, body[i * size:(i + 1) * size]) for i in range(count)]
    return lines, [dict(zip([name for _, name in properties], row)) for row in rows]


def same(x, y):
    return x == y or (math.isnan(x) and math.isnan(y))


class MapFiles(MapCase):
    def step_scene(self):
        """A plate with its top at z = 0; over its left half a block with 0.5 overlap, over its right half one 0.25 above."""
        return self.write_scene("s.json", [
            {"name": "plate", "shape": {"box": [8, 8, 2]}, "position": [0, 0, -1]},
            {"name": "left", "shape": {"box": [4, 4, 2]}, "position": [-2, 2, 0.5]},
            {"name": "right", "shape": {"box": [4, 4, 2]}, "position": [2, -2, 1.25]}])

    def read(self, name):
        return (self.folder / name).read_bytes()

    def test_picture(self):
        self.run_tool("map", *self.two_boxes(5), "--output", "map.png", "--quiet", "--direction", "1,0,0", status=1)
        width, height, size = read_png(self.read("map.png"))
        self.assertEqual(size, height * (3 * width + 1))
        self.assertGreater(width, 600)
        self.assertGreater(height, 500)

    def test_raw_floats_agree_in_both_formats(self):
        arguments = ["--scene", self.step_scene(), "plate", "left", "--direction", "0,0,1", "--resolution", 40]
        self.run_tool("map", *arguments, "--raw", "map.pfm", "--json", "map.json", "--quiet", status=1)
        self.run_tool("map", *arguments, "--raw", "map.tif", "--quiet", status=1)
        document = json.loads(self.read("map.json"))
        self.validate_map(document)
        columns, rows, values = read_pfm(self.read("map.pfm"))
        self.assertEqual((columns, rows), (document["columns"], document["rows"]))
        other = read_tiff(self.read("map.tif"))
        self.assertEqual(other[:2], (columns, rows))
        self.assertTrue(all(same(x, y) for x, y in zip(values, other[2])))
        self.assertIn("in mm", other[3])
        met = [v for v in values if not math.isnan(v)]
        self.assertTrue(met)
        self.assertTrue(all(abs(v + 0.5) < 1e-6 for v in met), met[:5])
        self.assertEqual(len(met), document["cells"]["penetration"])

    def test_orientation_of_the_raw_map(self):
        self.run_tool("map", "--scene", self.step_scene(), "plate", "right", "--direction", "0,0,1", "--resolution", 40,
                      "--raw", "map.pfm", "--json", "map.json", "--quiet", status=0)
        document = json.loads(self.read("map.json"))
        columns, rows, values = read_pfm(self.read("map.pfm"))
        for row in range(rows):
            for column in range(columns):
                x, y, _ = (o + document["cell"] * ((column + 0.5) * r + (row + 0.5) * u) for o, r, u in
                           zip(document["origin"], document["right"], document["up"]))
                value = values[row * columns + column]
                if 0 < x < 4 and -4 < y < 0:
                    self.assertAlmostEqual(value, 0.25, places=6)
                elif abs(x - 2) > 2.001 or abs(y + 2) > 2.001:
                    self.assertTrue(math.isnan(value), (x, y, value))

    def test_lower_bound_as_layer(self):
        arguments = [*self.two_boxes(12), "--direction", "1,0,0", "--resolution", 16, "--quiet"]
        self.run_tool("map", *arguments, "--raw", "gap.tif", status=0)
        self.run_tool("map", *arguments, "--raw", "low.tiff", "--layer", "distance_low", status=0)
        gap, low = read_tiff(self.read("gap.tif")), read_tiff(self.read("low.tiff"))
        self.assertTrue(all(y <= x for x, y in zip(gap[2], low[2])))
        self.assertIn("distance_low", low[3])

    def test_bodies_with_distances(self):
        self.run_tool("map", *self.two_boxes(12), "--direction", "1,0,0", "--resolution", 64, "--ply", "map.ply", "--quiet",
                      status=0)
        lines, vertices = read_ply(self.read("map.ply"))
        self.assertEqual(lines[:2], ["ply", "format binary_little_endian 1.0"])
        for line in ("property uchar red", "property uchar green", "property uchar blue", "property float distance"):
            self.assertIn(line, lines)
        self.assertEqual(len(vertices), 16)
        for vertex in vertices:
            bounds_gap = vertex["x"] in (5, 7)
            self.assertEqual(not math.isnan(vertex["distance"]), bounds_gap, vertex)
            if bounds_gap:
                self.assertAlmostEqual(vertex["distance"], 2, places=5)
            self.assertEqual(vertex["body"], 0 if vertex["x"] <= 5 else 1)
        # What was written is a mesh that can be read again.
        self.run_tool("check", "map.ply", "left.obj", "--quiet", status=1)

    def test_json_file_beside_the_table(self):
        run = self.run_tool("map", *self.two_boxes(5), "--resolution", 32, "--json", "out.json", status=1)
        self.assertIn("penetration", run.stdout)
        self.validate_map(json.loads(self.read("out.json")))

    def test_all_files_at_once_at_the_smallest_resolution(self):
        self.run_tool("map", *self.two_boxes(5), "--resolution", 1, "--output", "m.png", "--raw", "m.pfm", "--ply", "m.ply",
                      "--json", "m.json", "--quiet", status=1)
        for name in ("m.png", "m.pfm", "m.ply", "m.json"):
            self.assertTrue(self.read(name))


if __name__ == "__main__":
    main()
