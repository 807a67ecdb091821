# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Every query, with options as keywords; the same answers from four threads."""
import math
import pickle
import threading

import numpy as np
import pytest

import impinge
from conftest import count


def turned(angle, position=(0, 0, 0)):
    return impinge.pose_from_quaternion(position, (0, 0, math.sin(angle / 2), math.cos(angle / 2)))


def test_check_has_all_that_cpp_has(two_boxes):
    result = impinge.Engine().check(two_boxes, contacts=True, curves=True, patches=True, overlap=True, parting=True, volume=True)
    pair, = result.pairs
    assert pair.names == ("left", "right") and (pair.a, pair.b) == (0, 1)
    assert pair.face_pairs.shape == (pair.face_pair_count, 2) and pair.face_pairs.dtype == np.uint32
    assert pair.face_pairs.flags.owndata or pair.face_pairs.base is not None
    assert pair.crossing_count == np.count_nonzero(pair.face_pairs_cross)
    assert pair.overlap.solid.volume == 500 and pair.overlap.parting.length == 5
    assert pair.overlap.solid.mesh.closed and all(c.points.shape[1] == 3 for c in pair.overlap.curves)
    assert result == impinge.Engine().check(two_boxes, contacts=True, curves=True, patches=True, overlap=True, parting=True,
                                            volume=True)
    again = pickle.loads(pickle.dumps(result))
    assert again == result and again.to_json() == result.to_json() and repr(again) == repr(result)


def test_an_answer_keeps_the_scene_as_it_was(two_boxes):
    result = impinge.Engine().check(two_boxes)
    before = result.to_json()
    two_boxes.set_pose("right", (100, 0, 0))
    two_boxes.add("third", impinge.make_box((1, 1, 1)))
    assert result.to_json() == before and len(two_boxes) == 3
    assert not impinge.Engine().meet(two_boxes, 0, 1)


def test_options_are_told_by_name(two_boxes):
    engine = impinge.Engine()
    with pytest.raises(TypeError, match="'clearance' is one"):
        engine.check(two_boxes, clearence=1)
    with pytest.raises(ValueError, match="it is one of"):
        engine.check(two_boxes, method="magic")
    with pytest.raises(impinge.Error) as error:
        engine.check(two_boxes, clearance=-1)
    assert error.value.code == "bad_argument" and pickle.loads(pickle.dumps(error.value)).code == "bad_argument"
    assert engine.check(two_boxes, method="zlist", resolution=64).pairs[0].guarantee == "sampled"
    assert engine.check(two_boxes, self=True, self_objects=["left"]).asked >= 1


def test_meet_hits_nearest(two_boxes):
    engine = impinge.Engine()
    engine.prepare(two_boxes)
    assert engine.meet(two_boxes, "left", "right") and engine.meet(two_boxes, 0, 1) and engine.hits(two_boxes, "left") == 1
    two_boxes.set_pose("right", turned(math.pi / 4, (20, 0, 0)))
    assert not engine.meet(two_boxes, 0, 1) and engine.hits(two_boxes, 0) is None
    near = engine.nearest(two_boxes, "left")
    assert near.object == 1 and near.distance == pytest.approx(15 - 5 * math.sqrt(2))
    assert engine.nearest(two_boxes, "left", 1.0) is None


def test_poses_say_what_single_questions_say(two_boxes):
    engine = impinge.Engine()
    engine.prepare(two_boxes)
    random = np.random.default_rng(1)
    poses = np.array([turned(a, p) for a, p in zip(random.uniform(0, 6, 200), random.uniform(-20, 20, (200, 3)))])
    found = engine.meet_poses(two_boxes, "right", poses)
    assert found.dtype == bool and found.shape == (200,)
    answers = engine.check_poses(two_boxes, "right", poses, clearance=3)
    for pose, met, answer in zip(poses, found, answers):
        two_boxes.set_pose("right", pose)
        assert engine.meet(two_boxes, 0, 1) == met == (answer.distance == 0)
    assert np.array_equal(engine.meet_poses(two_boxes, "right", poses[:, :3]), found)
    assert np.array_equal(impinge.meet_poses(two_boxes, "right", poses, threads=1), found)
    assert engine.meet_poses(two_boxes, ["left", "right"], poses[:3]).tolist() == [False] * 3
    with pytest.raises(impinge.Error):
        engine.meet_poses(two_boxes, "right", poses * np.array([[2], [2], [2], [1]]))
    with pytest.raises(ValueError, match="0 0 0 1"):
        engine.meet_poses(two_boxes, "right", np.zeros((2, 4, 4)))


def test_points_and_rays(two_boxes):
    engine = impinge.Engine()
    found = engine.points(two_boxes, "left", [[0, 0, 0], [9, 0, 0], [5, 0, 0]])
    assert [str(s) for s in found.sides] == ["inside", "outside", "on"] and found.distances.tolist() == [-5, 4, 0]
    assert found.inside.tolist() == [True, False, False] and found.nearest.shape == (3, 3)
    rays = engine.rays(two_boxes, "left", [[-20, 1, 2], [-20, 90, 0]], (1, 0, 0))
    assert rays.times.tolist() == [15, math.inf] and rays.faces[1] == 2**32 - 1


def test_map_is_an_image(two_boxes):
    seen = impinge.Engine().map(two_boxes, "left", "right", resolution=32, direction=(0, 0, 1))
    assert seen.gap.shape == seen.cells.shape == (seen.rows, seen.columns) and seen.verdict == "crossing"
    assert (seen.cells == impinge.MapCell.penetration.code).sum() > 0 and seen.names == ("left", "right")
    again = pickle.loads(pickle.dumps(seen))
    assert again == seen and again.to_json() == seen.to_json()


def test_sweep_finds_the_first_contact():
    scene = impinge.Scene()
    scene.add("wall", impinge.make_box((0.1, 10, 10)))
    bullet = scene.add("bullet", impinge.make_box((0.2, 0.2, 0.2)), (-20, 0, 0))
    scene.set_motion(bullet, impinge.Motion(velocity=(40, 0, 0)))
    scene.duration = 1
    result = impinge.sweep(scene, clearance=1)
    assert result.pairs[0].first_contact.t == pytest.approx(0.49625) and result.pairs[0].intervals.shape == (1, 2)
    assert len(result.curve.t) > 0 and result == pickle.loads(pickle.dumps(result))
    assert result.to_dict()["schema"] == "impinge.sweep/1"


def test_four_threads_ask_one_engine():
    engine, mesh = impinge.Engine(), impinge.make_displaced_sphere(1, 0.2, 24, 48)
    engine.prepare(mesh)
    scene = impinge.Scene()
    scene.add("a", mesh)
    scene.add("b", mesh, (1.5, 0, 0))
    truth = engine.check(scene)
    wrong = []

    def ask(number):
        own = scene.copy()
        for i in range(count(12, 200)):
            if engine.check(scene) != truth:
                wrong.append("check")
            own.set_pose("b", (1.2 + 0.1 * ((i + number) % 12), 0, 0))
            if engine.meet(own, 0, 1) != bool(engine.check(own).pairs):
                wrong.append("meet")
            if i % 4 == 0:
                scene.units = "mm"  # a change while others ask is one of a copy

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_shapes_of_python_functions():
    def ball(origins, direction):
        middle = origins @ direction
        square = 1 - (origins * origins).sum(axis=1) + middle * middle
        line = np.flatnonzero(square > 0)
        half = np.sqrt(square[line])
        return np.tile(line, 2), np.concatenate([-middle[line] - half, -middle[line] + half]), np.repeat([1, -1], len(line))

    scene, truth = impinge.Scene(), impinge.Scene()
    for one, shape in ((scene, impinge.make_line_shape(ball, [[-1, -1, -1], [1, 1, 1]])), (truth, impinge.make_implicit_sphere(1))):
        one.add("ball", shape)
        one.add("box", impinge.make_box((1, 1, 1)), (0.9, 0, 0))
    engine = impinge.Engine()
    found, known = engine.map(scene, resolution=48), engine.map(truth, resolution=48)
    assert found.verdict == known.verdict == "crossing"
    assert found.overlap_volume.value == pytest.approx(known.overlap_volume.value, rel=1e-6)

    handed = []

    def counting(origins, direction):
        handed.append(len(origins))
        return ball(origins, direction)

    scene.replace("ball", impinge.make_line_shape(counting, [[-1, -1, -1], [1, 1, 1]]))
    again = engine.map(scene, resolution=48)
    assert np.array_equal(again.gap, found.gap, equal_nan=True) and again.overlap_volume == found.overlap_volume
    assert max(handed) > 20 and len(handed) < 200  # rows, not 2,304 lines one by one
    assert engine.map(scene, resolution=48, refine=2).overlap_volume.value == pytest.approx(known.overlap_volume.value, rel=0.05)

    def broken(origins, direction):
        raise ZeroDivisionError("in a callback")

    scene = impinge.Scene()
    scene.add("bad", impinge.make_line_shape(broken, [[-1, -1, -1], [1, 1, 1]]))
    scene.add("box", impinge.make_box((1, 1, 1)))
    with pytest.raises(ZeroDivisionError, match="in a callback"):
        engine.map(scene, resolution=16)


def test_convex_bodies_and_octrees():
    body = impinge.ConvexBody.from_mesh(impinge.make_icosphere(1, 2))
    answer = impinge.polar_newton(body, None, body, (3, 0, 0))
    assert not answer.meet and impinge.verify(body, None, body, (3, 0, 0), answer.relation, answer.certificate)
    assert impinge.convex_distance(body, None, impinge.ConvexBody.ellipsoid((1, 1, 1)), (3, 0, 0)).distance == pytest.approx(1, abs=0.02)
    assert impinge.polar_newton_poses(body, body, impinge.poses_at(np.zeros((2, 3))), impinge.poses_at([[1, 0, 0], [3, 0, 0]])).tolist() == [True, False]
    assert pickle.loads(pickle.dumps(body)) == body
    tree = impinge.make_octree(impinge.make_box((1, 1, 1)), level=4)
    assert pickle.loads(pickle.dumps(tree)) == tree and impinge.octree_surface(tree).closed
    assert impinge.Octree.from_df(tree.frame, *tree.df()) == tree
    assert impinge.unite(tree, tree) == tree and impinge.share_voxel(tree, tree) and not len(impinge.subtract(tree, tree))
    assert impinge.compacted(tree).shape[1] == 4 and impinge.clearance_map(tree).shape == (16, 16, 16)
    square = impinge.ConvexPolygon([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert square.contains((0.5, 0.5)) and impinge.polar_newton_2d(square, None, square, None).meet


def test_scenes_change_and_numbers_stay(two_boxes):
    engine = impinge.Engine()
    scene = two_boxes.copy()
    third = scene.add("third", impinge.make_box((1, 1, 1)))
    assert len(engine.check(scene).findings) == 3
    scene.hide("right")
    assert scene.object("right").hidden and [p.names for p in engine.check(scene).findings] == [("left", "third")]
    scene.hide("right", False)
    scene.remove("left")
    assert scene.object(0).removed and scene.find("right") == 1 and len(two_boxes) == 2
    assert [p.names for p in engine.check(scene).findings] == [("right", "third")]
    scene.rename("right", "left")
    scene.replace(third, impinge.make_box((0.5, 0.5, 0.5)))
    assert scene.find("left") == 1 and scene.object(third).mesh.vertices.max() == 0.25
    with pytest.raises(impinge.Error):
        scene.remove(0)
    with pytest.raises(TypeError, match="a Mesh or a LineShape"):
        scene.replace(third, 3)
    again = pickle.loads(pickle.dumps(scene))
    assert again.find("left") == 1 and again.object(0).removed
    assert engine.check(again).pairs == engine.check(scene).pairs
