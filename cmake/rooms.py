#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The rooms of the tree: a room is a folder that holds sources. Says which rooms there are, in which order, and who includes whom.

Run from anywhere: cmake/rooms.py [ROOT]. Prints a line per room of src/ (files, includes inside it, includes that leave it, and
where to), then the findings; exit status 0 clean, 1 findings. cmake/check_includes.py asks the same questions.
"""
import collections
import pathlib
import re
import subprocess
import sys

# The rooms of the core in the order of the pipeline: a room includes itself and the rooms before it.
CORE = [
    "base",
    "shape/mesh", "shape/deferred", "shape/cluster_tree", "shape/convex", "shape/octree", "shape/make", "shape/polygon", "shape/mend",
    "shape/winding", "shape/line", "shape/solid",
    "scene/rules", "scene", "scene/motion", "scene/octree", "scene/robot",
    "pairs",
    "broad",
    "cull/overlap_region", "cull/velocity_backface",
    "exact",
    "raster/view", "raster/device", "raster/draw", "raster/bands", "raster/zlist", "raster/depth_count", "raster/cover",
    "raster/direction",
    "localise",
    "answer/body", "answer/own_pairs", "answer/arrangement", "answer/overlap", "answer/distance", "answer/points",
    "answer/verdict", "answer/parting", "answer/columns", "answer/sampled", "answer/map", "answer/contact", "answer/solid",
    "backend",
    "pipeline/prepared", "pipeline/solid", "pipeline/raster", "pipeline/overlap", "pipeline/rules", "pipeline/check", "pipeline/shards",
    "pipeline/map", "pipeline/meet", "pipeline/points", "pipeline/sweep", "pipeline/robot", "pipeline/engine",
]
# Each folder of `localise` is a method: it includes the core up to `localise`, not its neighbours, and later rooms include it.
LOCALISER = re.compile(r"localise/[^/]+")
# Folders of `backend` are modules that the core loads: they include the core up to `backend`, and nobody includes them.
MODULE = re.compile(r"backend/[^/]+")
# The CAD module is loaded by the process that reads a CAD file, and not linked with the core: it includes what both ends know and
# headers of `base` that have no source, and nobody includes it.
CAD_MODULE, CAD_MAY = "cad", ("base", "io/cad")
# io stands beside the pipeline: it makes shapes and scenes, and paints answers.
IO = ["io/file", "io/gltf", "io/mesh", "io/cad", "io/robot", "io/octree", "io/points", "io/scene", "io/shards", "io/picture",
      "io/exchange", "io/report"]
IO_MAY = ["base", "shape/mesh", "shape/deferred", "shape/make", "shape/polygon", "shape/octree", "raster/device", "backend"]
ROOMS = CORE + IO + [CAD_MODULE]

MOST_FILES = 40
MOST_LINES = 350
SOURCES = (".cpp", ".h", ".cu", ".cuh", ".glsl")
SCRIPTS = (".py", ".sh")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def listed_files(root):
    """Files that git knows or would add, so that build folders stay out."""
    command = ["git", "-C", str(root), "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted(name for name in set(names) if (root / name).is_file())


def room_of(path):
    """The room of a file under src/ (`.` if it lies there by itself), None elsewhere."""
    folder = pathlib.PurePosixPath(path).parent
    return str(folder.relative_to("src")) if folder.is_relative_to("src") else None


def rooms_of(files):
    """All rooms in their order, with the localisers behind `localise` and the modules behind `backend`, deeper folders first."""
    rooms = {room_of(f) or "" for f in files if f.endswith(SOURCES)}
    localisers = sorted(filter(LOCALISER.fullmatch, rooms))
    modules = sorted(filter(MODULE.match, rooms), key=lambda room: (-room.count("/"), room))
    localise, backend = ROOMS.index("localise") + 1, ROOMS.index("backend") + 1
    return ROOMS[:localise] + localisers + ROOMS[localise:backend] + modules + ROOMS[backend:]


def place_in_core(room):
    """A number that grows along the order, or None for a room that is not of the core."""
    if LOCALISER.fullmatch(room):
        return CORE.index("localise") + 0.5
    if MODULE.match(room):
        return CORE.index("backend") + 0.5
    return CORE.index(room) if room in CORE else None


def may_include(room, target):
    """True if a file of one room of src/ may include a header of another."""
    if room == target:
        return True
    if CAD_MODULE in (room, target):
        return room == CAD_MODULE and target in CAD_MAY
    if MODULE.match(target):  # within a module, what lies deeper comes first
        return target.startswith(f"{room}/")
    if target in IO:
        return room in IO and IO.index(target) < IO.index(room)
    if room in IO:
        return target in IO_MAY
    here, there = place_in_core(room), place_in_core(target)
    return here is not None and there is not None and there < here


def includes_of(root, path):
    """Pairs (line number, room) for the internal headers that a file of src/ includes."""
    for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match and "/" in match[2] and (root / "src" / match[2]).is_file():
            yield number, room_of(f"src/{match[2]}")


def graph_of(root, files):
    """How many #include lines lead from room to room."""
    counts = collections.Counter()
    for path in files:
        if room_of(path) is not None and path.endswith(SOURCES):
            counts.update((room_of(path), target) for _, target in includes_of(root, path))
    return counts


def cycle_in(graph):
    """Rooms that include each other in a ring, or nothing."""
    targets = collections.defaultdict(set)
    for room, target in graph:
        if room != target:
            targets[room].add(target)
    done, way = set(), []

    def visit(room):
        if room in way:
            return way[way.index(room) :] + [room]
        if room in done:
            return None
        way.append(room)
        for target in sorted(targets[room]):
            ring = visit(target)
            if ring:
                return ring
        way.pop()
        done.add(room)
        return None

    for room in sorted(targets):
        ring = visit(room)
        if ring:
            return ring
    return None


def findings_of(root, files):
    """What is wrong with the rooms as a whole, and with the sizes of files."""
    sources = [f for f in files if f.endswith(SOURCES)]
    sizes = collections.Counter(f.rsplit("/", 1)[0] for f in sources if "/" in f)
    for folder, count in sorted(sizes.items()):
        if count > MOST_FILES:
            yield f"{folder}: {count} files, at most {MOST_FILES} to a room; split it by what belongs together"
    for room in sorted({room_of(f) for f in sources} - {None}):
        if room not in IO + [CAD_MODULE] and place_in_core(room) is None:
            yield f"src/{room}: the room has no place in the order; add it to cmake/rooms.py"
    for path in sources + [f for f in files if f.endswith(SCRIPTS) or f == "dev"]:
        lines = len((root / path).read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            yield f"{path}: {lines} lines, at most {MOST_LINES}; split it"
    ring = cycle_in(graph_of(root, files))
    if ring:
        yield f"src: rooms include each other in a ring: {' > '.join(ring)}"
    yield from table_findings((root / "docs" / "architecture.md").read_text(encoding="utf-8"), rooms_of(files))


def table_findings(architecture, rooms):
    """The table of rooms in the document must have every room, no other, in the order."""
    section = architecture.split("\n## Rooms\n", 1)[-1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    for room in rooms:
        if room not in rows:
            yield f"docs/architecture.md: the table of rooms lacks `{room}`"
    for room in rows:
        if room not in rooms:
            yield f"docs/architecture.md: the table of rooms has `{room}`, which is no room; remove the row"
    there = [room for room in rows if room in rooms]
    expected = [room for room in rooms if room in rows]
    for row, room in zip(there, expected):
        if row != room:
            yield f"docs/architecture.md: the table of rooms has `{row}` where `{room}` belongs; keep the order of cmake/rooms.py"
            break


def print_rooms(root, files):
    graph = graph_of(root, files)
    sizes = collections.Counter(room_of(f) for f in files if f.endswith(SOURCES))
    print(f"{'room':24} files inside leaving  includes")
    rooms = rooms_of(files)
    for room in rooms + sorted({r for r in sizes if r} - set(rooms)):
        leaving = {t: n for (r, t), n in graph.items() if r == room and t != room}
        order = [t for t in rooms if t in leaving]
        text = ", ".join(f"{t} {leaving[t]}" for t in order)
        print(f"{room:24} {sizes[room]:5} {graph[room, room]:6} {sum(leaving.values()):7}  {text}".rstrip())


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    files = listed_files(root)
    print_rooms(root, files)
    findings = list(findings_of(root, files))
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
