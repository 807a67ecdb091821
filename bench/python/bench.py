#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What Python costs: borrowing, meet, check, poses; and the stand-in for trimesh.collision. ./dev bench python [--quick] [--json FILE].

python-fcl is not in Debian, so trimesh's own manager does not run here; ./dev bench peers has FCL's C++ on other scenes.
"""
import argparse
import json
import time

import numpy as np

import impinge
from impinge import trimesh as collision


def least(function, repeats):
    """The least of several times, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        begin = time.perf_counter()
        function()
        best = min(best, time.perf_counter() - begin)
    return best


def borrowing(quick):
    vertices, faces = np.zeros((10**6 if quick else 10**7, 3)), np.zeros((1, 3), np.uint32)
    return {"vertices": len(vertices), "borrow_us": 1e6 * least(lambda: impinge.Mesh.borrow(vertices, faces), 50)}


def meeting(quick):
    mesh, n = impinge.make_icosphere(1, 3), 20000 if quick else 200000
    scene, engine = impinge.Scene(), impinge.Engine(threads=1)
    scene.add("a", mesh)
    scene.add("b", mesh, (3, 0, 0))
    engine.prepare(mesh)
    meet = engine.meet

    def loop():
        for _ in range(n):
            meet(scene, 0, 1)

    empty = least(lambda: [None for _ in range(n)], 3)
    python, cpp = least(loop, 5) - empty, least(lambda: engine._meet_times(scene, 0, 1, n), 5)
    return {"python_us": 1e6 * python / n, "cpp_us": 1e6 * cpp / n, "overhead_us": 1e6 * (python - cpp) / n}


def checking(quick):
    side = 200 if quick else 708
    mesh = impinge.make_displaced_sphere(1, 0.1, side, side)
    scene, engine = impinge.Scene(), impinge.Engine()
    scene.add("a", mesh)
    scene.add("b", mesh, (0.05, 0, 0))
    shares, faces = [], len(mesh)
    for _ in range(3 if quick else 5):
        begin = time.perf_counter()
        result = engine.check(scene)
        took = 1e3 * (time.perf_counter() - begin)
        shares.append((took, took - result.stats.total_ms))
    took, over = min(shares)
    return {"faces": 2 * faces, "check_ms": took, "overhead_ms": over, "overhead_percent": 100 * over / took}


def posing(quick):
    n, mesh = 10**5 if quick else 10**6, impinge.make_icosphere(1, 3)
    scene, alone, engine = impinge.Scene(), impinge.Scene(), impinge.Engine()
    for one in (scene, alone):
        one.add("part", mesh)
    scene.add("wall", impinge.make_box((1, 20, 20)), (5, 0, 0))
    engine.prepare(scene)
    poses = impinge.poses_at(np.random.default_rng(1).uniform(-8, 8, (n, 3)))
    whole, convert = (least(lambda s=s: engine.meet_poses(s, "part", poses), 3) for s in (scene, alone))
    return {"poses": n, "meet_poses_ms": 1e3 * whole, "without_others_ms": 1e3 * convert}


def managing(quick):
    n, rng = 200 if quick else 1000, np.random.default_rng(2)
    mesh, rows = impinge.make_torus(1, 0.3, 24, 12), {}
    for name, room in (("apart", 6.0), ("crowded", 1.6)):
        manager = collision.CollisionManager()
        side = round(n ** (1 / 3)) + 1
        grid = np.array([(i % side, i // side % side, i // side**2) for i in range(n)], float) * room
        for i, position in enumerate(grid + rng.uniform(0, room / 10, (n, 3))):
            pose = np.eye(4)
            pose[:3, 3] = position
            manager.add_object(str(i), mesh, pose)
        hit, names = manager.in_collision_internal(return_names=True)
        rows[name] = {"objects": n, "pairs": len(names),
                      "in_collision_internal_ms": 1e3 * least(lambda: manager.in_collision_internal(return_names=True), 3)}
        if not hit:
            rows[name]["min_distance_internal_ms"] = 1e3 * least(manager.min_distance_internal, 3)
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", default="")
    parser.add_argument("--commit", default="")
    arguments = parser.parse_args()
    rows = {"schema": "impinge.bench.python/1", "commit": arguments.commit, "fcl": "python-fcl is not in Debian"}
    for part in (borrowing, meeting, checking, posing, managing):
        rows[part.__name__] = part(arguments.quick)
        print(part.__name__, rows[part.__name__])
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()
