# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Meshes from arrays: borrowed where they fit, refused where they are wrong."""
import gc
import pickle
import sys
import threading
import weakref

import numpy as np
import pytest

import impinge


def arrays():
    box = impinge.make_box((1, 1, 1))
    return np.array(box.vertices), np.array(box.faces)


def test_arrays_that_fit_are_borrowed():
    vertices, faces = arrays()
    mesh = impinge.Mesh(vertices, faces)
    assert mesh.vertices is vertices and mesh.faces is faces
    signed = faces.astype(np.int32)
    assert impinge.Mesh(vertices, signed).faces is signed


@pytest.mark.parametrize("change", [lambda v, f: (v.astype(np.float32), f), lambda v, f: (v, f.astype(np.int64)),
                                    lambda v, f: (np.asfortranarray(v), f), lambda v, f: (v.tolist(), f.tolist()),
                                    lambda v, f: (v.astype(">f8"), f), lambda v, f: (np.repeat(v, 2, axis=0)[::2], f)])
def test_others_are_converted(change):
    vertices, faces = arrays()
    assert impinge.Mesh(*change(vertices, faces)) == impinge.Mesh(vertices, faces)


def test_borrowed_arrays_live_as_long_as_the_scene():
    vertices, faces = arrays()
    scene = impinge.Scene()
    scene.add("box", impinge.Mesh(vertices, faces))
    scene.add("other", impinge.Mesh(vertices, faces), (0.5, 0, 0))
    gone = weakref.ref(vertices)
    del vertices, faces
    gc.collect()
    assert gone() is not None
    result = impinge.Engine().check(scene)
    assert result.pairs[0].verdict == "crossing"
    del scene
    gc.collect()
    assert gone() is not None  # the answer holds the scene
    assert len(result.picture()) > 100
    del result
    gc.collect()
    assert gone() is None


def test_a_prepared_mesh_lives_as_long_as_the_engine():
    vertices, faces = arrays()
    engine, gone = impinge.Engine(), weakref.ref(vertices)
    engine.prepare(impinge.Mesh(vertices, faces))
    del vertices, faces
    gc.collect()
    assert gone() is not None
    del engine
    gc.collect()
    assert gone() is None


def test_reference_counts_stay():
    vertices, faces = arrays()
    before = sys.getrefcount(vertices), sys.getrefcount(faces)
    for _ in range(100):
        mesh = impinge.Mesh(vertices, faces)
        scene = impinge.Scene()
        scene.add("a", mesh)
        scene.set_vertices("a", vertices)
        del scene, mesh
    gc.collect()
    assert (sys.getrefcount(vertices), sys.getrefcount(faces)) == before


def test_borrow_examines_when_first_used():
    vertices, faces = arrays()
    vertices[3, 1] = np.nan
    mesh = impinge.Mesh.borrow(vertices, faces)
    assert "not examined yet" in repr(mesh) and len(mesh) == 12
    with pytest.raises(impinge.Error) as error:
        mesh.report
    assert error.value.code == "bad_mesh"
    with pytest.raises(impinge.Error):
        impinge.Scene().add("a", mesh)


def test_threads_that_first_use_a_borrowed_mesh_at_once():
    """One examines; the others must not see a mesh that is half there."""
    ball = impinge.make_icosphere(1, 5)
    for _ in range(20):
        mesh, ready, seen = impinge.Mesh.borrow(np.array(ball.vertices), np.array(ball.faces)), threading.Barrier(4), []

        def look():
            ready.wait()
            seen.append((mesh.report.components, mesh.closed, len(repr(mesh)) > 0))

        threads = [threading.Thread(target=look) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert seen == [(1, True, True)] * 4


def test_buffer_protocol_and_dlpack():
    vertices, faces = arrays()

    class Dlpack:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, stream=None):
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    mesh = impinge.Mesh(memoryview(vertices), memoryview(faces))
    assert np.shares_memory(mesh.vertices, vertices)
    other = impinge.Mesh(Dlpack(vertices), Dlpack(faces.astype(np.int32)))
    assert np.shares_memory(other.vertices, vertices) and other == mesh


def test_views_of_the_library_cannot_be_written():
    box = impinge.make_box((1, 1, 1))
    with pytest.raises(ValueError):
        box.vertices[0, 0] = 7
    vertices = box.vertices
    del box
    gc.collect()
    assert vertices.shape == (8, 3) and abs(vertices).max() == 0.5


@pytest.mark.parametrize("bad, kind, words", [
    (lambda v, f: (np.where(v > 0, np.inf, v), f), impinge.Error, "vertex"),
    (lambda v, f: (v, f + 1), impinge.Error, "8"),
    (lambda v, f: (v, f.astype(np.int32) - 1), impinge.Error, "begin at 0"),
    (lambda v, f: (v, f.astype(np.int64) - 1), ValueError, "-1"),
    (lambda v, f: (v, f.astype(np.int64) + 2**32), ValueError, "2^32"),
    (lambda v, f: (v, f[:0]), impinge.Error, "face"),
    (lambda v, f: (v[:, :2], f), ValueError, "(n, 3)"),
    (lambda v, f: (v, f.astype(float)), TypeError, "whole numbers"),
    (lambda v, f: (v.astype(complex), f), TypeError, "complex"),
    (lambda v, f: ("text", f), TypeError, "vertices"),
    (lambda v, f: (None, f), TypeError, "vertices"),
])
def test_bad_arrays_are_refused(bad, kind, words):
    with pytest.raises(kind) as error:
        impinge.Mesh(*bad(*arrays()))
    assert words in str(error.value)


def test_pickle_equality_and_repr():
    mesh = impinge.make_torus(2, 1, 12, 8)
    again = pickle.loads(pickle.dumps(mesh))
    assert again == mesh and again.origin == mesh.origin and hash(again) == hash(mesh)
    assert mesh != impinge.make_box((1, 1, 1)) and mesh != 3
    box = impinge.make_box((1, 1, 1))
    quads = impinge.Mesh(box.vertices, box.faces, "box.obj", source_faces=np.arange(12) // 2, polygons=impinge.PolygonReport(bent=1, first_bent=4))
    again_quads = pickle.loads(pickle.dumps(quads))
    assert [again_quads.source_face(i) for i in range(12)] == [i // 2 for i in range(12)] and again_quads.report == quads.report
    assert repr(mesh) == "<impinge.Mesh: 96 vertices, 192 faces, closed, 'torus'>"


def test_mend_and_report():
    vertices, faces = arrays()
    opened = impinge.Mesh(vertices, faces[1:])
    assert not opened.closed and opened.report.open_edges == 3 and not opened.report.clean
    mended = impinge.mend(opened)
    assert mended.mesh.closed and mended.steps.filled_holes == 1
    assert pickle.loads(pickle.dumps(mended)) == mended
