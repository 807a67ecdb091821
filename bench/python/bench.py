#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What Python costs: borrowing, meet, check, poses; and the stand-in for trimesh.collision. ./dev bench python [--quick] [--json FILE].

python-fcl is not in Debian, so trimesh's own manager does not run here. FCL's C++ manager is asked the same about the same
scenes instead, without what Python costs, by the program of --fcl.
"""
import argparse
import json
import os
import subprocess
import tempfile
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
    """A first check of bodies that nothing was prepared of, and one again; face pairs come as an array."""
    side = 200 if quick else 708
    mesh, moved = (impinge.make_displaced_sphere(1, 0.1, side, side, seed) for seed in (1, 2))
    scene, rows = impinge.Scene(), {"faces": len(mesh) + len(moved)}
    scene.add("a", mesh)
    scene.add("b", moved, (1.9, 0, 0))
    first, again = [], []
    for _ in range(3 if quick else 7):
        engine = impinge.Engine()
        for shares in (first, again):
            begin = time.perf_counter()
            result = engine.check(scene)
            took = 1e3 * (time.perf_counter() - begin)
            shares.append((took, took - result.stats.total_ms))
            rows["face_pairs"] = sum(len(pair.face_pairs) for pair in result.pairs)
    for name, shares in (("first", first), ("again", again)):
        took, over = min(shares)
        rows[name] = {"check_ms": took, "overhead_ms": over, "overhead_percent": 100 * over / took}
    return rows


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


def ask_fcl(program, mesh, places):
    """FCL's times for the same scene, in the file that bench/python/fcl_manager.cpp reads."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "scene")
        with open(file, "wb") as out:
            out.write(np.array([len(mesh.vertices), len(mesh.faces), len(places)], np.uint32).tobytes())
            for array, kind in ((mesh.vertices, float), (mesh.faces, np.uint32), (places, float)):
                out.write(np.ascontiguousarray(array, kind).tobytes())
        return json.loads(subprocess.run([program, file], capture_output=True, text=True, check=True).stdout)


def moved(manager, places, ask):
    """The least time of a question after all objects have moved, there and back."""
    best, pose = float("inf"), np.eye(4)
    for turn in range(4):
        for i, position in enumerate(places):
            pose[:3, 3] = position + 1e-3 * (turn % 2)
            manager.set_transform(str(i), pose)
        best = min(best, least(ask, 1))
    for i, position in enumerate(places):
        pose[:3, 3] = position
        manager.set_transform(str(i), pose)
    return best


def managing(quick, fcl):
    n, rng = 200 if quick else 1000, np.random.default_rng(2)
    mesh, rows = impinge.make_torus(1, 0.3, 24, 12), {}
    for name, room in (("apart", 6.0), ("crowded", 1.6)):
        manager = collision.CollisionManager()
        side = round(n ** (1 / 3)) + 1
        grid = np.array([(i % side, i // side % side, i // side**2) for i in range(n)], float) * room
        places = grid + rng.uniform(0, room / 10, (n, 3))
        for i, position in enumerate(places):
            pose = np.eye(4)
            pose[:3, 3] = position
            manager.add_object(str(i), mesh, pose)
        hit, names = manager.in_collision_internal(return_names=True)
        row = rows[name] = {"objects": n, "pairs": len(names)}
        # What did not move is not asked again, so the first row moves every object before each question.
        row["in_collision_internal_ms"] = 1e3 * moved(manager, places, lambda: manager.in_collision_internal(return_names=True))
        row["unmoved_ms"] = 1e3 * least(lambda: manager.in_collision_internal(return_names=True), 3)
        if not hit:
            row["min_distance_internal_ms"] = 1e3 * moved(manager, places, manager.min_distance_internal)
            row["min_distance_unmoved_ms"] = 1e3 * least(manager.min_distance_internal, 5)
            row["distance"] = manager.min_distance_internal()
        row["fcl"] = ask_fcl(fcl, mesh, places) if fcl else "FCL is not here"
        if fcl and row["fcl"]["pairs"] != row["pairs"]:
            print(f"{name}: FCL finds {row['fcl']['pairs']} pairs, not {row['pairs']}")
    return rows


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", default="")
    parser.add_argument("--commit", default="")
    parser.add_argument("--fcl", default="", help="the program that asks FCL, bench_python_fcl")
    arguments = parser.parse_args()
    rows = {"schema": "impinge.bench.python/1", "commit": arguments.commit, "fcl": "C++, since python-fcl is not in Debian"}
    for part in (borrowing, meeting, checking, posing):
        rows[part.__name__] = part(arguments.quick)
        print(part.__name__, rows[part.__name__])
    rows["managing"] = managing(arguments.quick, arguments.fcl)
    print("managing", rows["managing"])
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2)


if __name__ == "__main__":
    main()
