# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Nothing grows: rounds of make, query, drop (10^4 with IMPINGE_FULL=1), and borrowing costs nothing."""
import gc
import resource
import time
import tracemalloc

import numpy as np

import impinge
from conftest import count


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def one_round(vertices, faces):
    mesh = impinge.Mesh(vertices, faces)
    scene = impinge.Scene()
    scene.add("a", mesh)
    scene.add("b", mesh, (0.5, 0, 0))
    engine = impinge.Engine(threads=1)
    engine.prepare(mesh)
    result = engine.check(scene, clearance=1, curves=True)
    engine.meet(scene, 0, 1)
    engine.meet_poses(scene, "b", np.tile(np.eye(4), (4, 1, 1)))
    engine.map(scene, resolution=8)
    scene.set_vertices("a", vertices)
    try:
        impinge.Mesh(vertices, faces + 9999)
    except impinge.Error:
        pass
    return result.pairs[0].face_pairs.sum() + len(result.to_json())


def test_rounds_do_not_grow():
    ball = impinge.make_icosphere(1, 1)
    vertices, faces = np.array(ball.vertices), np.array(ball.faces)
    for _ in range(50):
        one_round(vertices, faces)
    gc.collect()
    before, objects = resident(), len(gc.get_objects())
    for _ in range(count(250, 10000)):
        one_round(vertices, faces)
    gc.collect()
    assert len(gc.get_objects()) - objects < 200
    assert resident() - before < 12 << 20


def test_borrowing_takes_no_memory():
    vertices, faces = np.zeros((10**7, 3)), np.zeros((1, 3), np.uint32)
    impinge.Mesh.borrow(vertices, faces)
    tracemalloc.start()
    before, begin = resident(), time.perf_counter()
    meshes = [impinge.Mesh.borrow(vertices, faces) for _ in range(100)]
    took = (time.perf_counter() - begin) / 100
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(meshes) == 100 and grown < 100000 and resident() - before < 4 << 20
    assert took < 1e-3  # microseconds in truth; see ./dev bench python
