# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The shim with trimesh's own objects; trimesh is looked for in ../shared/peers."""
import pickle
import sys
import threading

import numpy as np
import pytest

import impinge
from conftest import ROOT

sys.path.append(str(ROOT.parent / "shared" / "peers" / "trimesh"))
trimesh = pytest.importorskip("trimesh")
import trimesh.collision  # noqa: E402
from impinge import trimesh as collision  # noqa: E402


def moved(x, y=0.0, z=0.0):
    return trimesh.transformations.translation_matrix([x, y, z])


def test_the_face_is_that_of_trimesh():
    import inspect
    theirs = trimesh.collision.CollisionManager
    for name, function in inspect.getmembers(theirs, inspect.isfunction):
        if name.startswith("_"):
            continue
        mine = inspect.signature(getattr(collision.CollisionManager, name))
        assert [(p.name, p.default) for p in mine.parameters.values()] == [
            (p.name, p.default) for p in inspect.signature(function).parameters.values()], name
    for kind in ("ContactData", "DistanceData"):
        for name in [n for n in vars(getattr(trimesh.collision, kind)) if not n.startswith("_")]:
            assert hasattr(getattr(collision, kind), name), name


def manager_of(*bodies):
    manager = collision.CollisionManager()
    for name, mesh, transform in bodies:
        manager.add_object(name, mesh, transform)
    return manager


def test_the_example_of_the_trimesh_tests():
    """As trimesh's test_collision.py goes through it: three cubes, moved, removed and put back."""
    cube = trimesh.creation.box((1, 1, 1))
    manager = manager_of(("cube0", cube, None), ("cube1", cube, moved(5)), ("cube2", cube, moved(-5)))
    hit, names = manager.in_collision_single(cube, moved(5.5), return_names=True)
    assert hit and names == {"cube1"}
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(return_names=True) == (False, set())
    manager.set_transform("cube2", moved(0.5))
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("cube0", "cube2")} and all(d.names == {"cube0", "cube2"} for d in data)
    assert {d.depth for d in data} == {0.5} and all(abs(d.normal).tolist() == [1, 0, 0] for d in data)
    assert all(0 <= d.index("cube0") < 12 and 0 <= d.index("cube2") < 12 and d.point.shape == (3,) for d in data)
    manager.remove_object("cube0")
    assert not manager.in_collision_internal()
    manager.add_object("cube0", cube)
    assert manager.in_collision_internal()
    for name in ("nobody",):
        with pytest.raises(ValueError, match="not in collision manager"):
            manager.remove_object(name)
        with pytest.raises(ValueError, match="not in collision manager"):
            manager.set_transform(name, np.eye(4))
    with pytest.raises(ValueError, match="4,4"):
        manager.add_object("bad", cube, np.eye(3))


def test_distances():
    cube = trimesh.creation.box((1, 1, 1))
    manager = manager_of(("a", cube, None), ("b", cube, moved(3)), ("c", cube, moved(0, 7)))
    distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert distance == 2 and names == ("a", "b") and data.distance == 2
    assert data.point("a")[0] == 0.5 and data.point("b")[0] == 2.5 and data.index("a") < 12
    assert manager.min_distance_internal(name="c") == 6
    assert manager.min_distance_single(cube, moved(6), return_name=True) == (2, "b")
    manager.set_transform("b", moved(0.75))
    assert manager.min_distance_internal() == -0.25
    assert manager.min_distance_single(cube, moved(0, 0.9)) == pytest.approx(-0.1)
    other = manager_of(("d", cube, moved(0, 0, 5)))
    assert manager.min_distance_other(other, return_names=True)[0] == 4
    assert manager.in_collision_other(other, return_names=True) == (False, set())
    other.set_transform("d", moved(0, 6.5))
    assert manager.in_collision_other(other, return_names=True) == (True, {("c", "d")})


def test_a_body_inside_another_is_a_collision():
    manager = manager_of(("inner", trimesh.creation.box((1, 1, 1)), None), ("outer", trimesh.creation.box((9, 9, 9)), None))
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("inner", "outer")} and data[0].depth == 5 and data[0].index("inner") is None
    assert manager.min_distance_internal() == -5


def test_scenes_become_managers():
    scene = trimesh.Scene()
    cube = trimesh.creation.box((1, 1, 1))
    scene.add_geometry(cube, node_name="left", geom_name="cube")
    scene.add_geometry(cube, node_name="right", geom_name="cube", transform=moved(0.5))
    manager, objects = collision.scene_to_collision(scene)
    assert manager.in_collision_internal(return_names=True) == (True, {("left", "right")}) and set(objects) == {"left", "right"}
    result = impinge.check(scene)
    assert result.findings[0].names == ("left", "right")


def test_random_boxes_against_the_closed_form():
    """Boxes along the axes: the truth is in their intervals."""
    random = np.random.default_rng(3)
    for _ in range(10):
        low = random.uniform(0, 8, (12, 3))
        high = low + random.uniform(0.5, 2, (12, 3))
        manager = collision.CollisionManager()
        for i in range(12):
            manager.add_object(f"{i:02}", trimesh.creation.box(high[i] - low[i]), moved(*(low[i] + high[i]) / 2))
        apart = np.maximum(low[:, None] - high[None], low[None] - high[:, None])
        truth = {(f"{i:02}", f"{j:02}") for i in range(12) for j in range(i + 1, 12) if apart[i, j].max() <= 0}
        assert manager.in_collision_internal(return_names=True)[1] == truth
        gaps = [np.linalg.norm(np.maximum(apart[i, j], 0)) if apart[i, j].max() > 0 else apart[i, j].max()
                for i in range(12) for j in range(i + 1, 12)]
        inside = [g for g in gaps if g < 0]
        assert manager.min_distance_internal() == pytest.approx(min(inside or gaps), abs=1e-9)


def test_the_nearest_pair_of_many_is_the_least_of_all_pairs():
    dice = np.random.default_rng(12)
    for many, room in ((2, 20), (9, 20), (40, 60), (150, 400)):
        places = dice.uniform(0, room, (many, 3))
        places[0] += 10 * room  # far from all others, so that its own neighbour says little
        boxes = [trimesh.creation.box((1, 1, 1)) for _ in places]
        manager = manager_of(*((i, box, moved(*place)) for i, (box, place) in enumerate(zip(boxes, places))))
        gaps = np.maximum(np.abs(places[:, None] - places[None]) - 1, 0)
        truth = np.linalg.norm(gaps, axis=2)
        truth[np.tril_indices(many)] = np.inf
        if truth.min() == 0:
            continue
        distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
        assert distance == pytest.approx(truth.min(), abs=1e-12) == data.distance
        assert truth[names] == pytest.approx(distance, abs=1e-12)
        half = many // 2
        first, second = (manager_of(*((i, boxes[i], moved(*places[i])) for i in part)) for part in (range(half), range(half, many)))
        assert first.min_distance_other(second) == pytest.approx(truth[:half, half:].min(), abs=1e-12)


def test_conversion_both_ways():
    mesh = impinge.make_torus(2, 1, 8, 6)
    back = collision.to_impinge(collision.from_impinge(mesh))
    assert back == mesh and impinge.as_mesh(collision.from_impinge(mesh)) == mesh

    class Cells:  # what a meshio.Mesh has
        points = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
        cells_dict = {"quad": np.array([[0, 1, 2, 3]])}

    assert impinge.as_mesh(Cells()).faces.tolist() == [[0, 1, 2], [0, 2, 3]]
    with pytest.raises(TypeError, match="is expected"):
        impinge.as_mesh(7)


def test_questions_about_ever_new_meshes_keep_the_last_few_alone():
    manager = manager_of(*((i, trimesh.creation.box((1, 1, 1)), moved(9 * i)) for i in range(5)))
    manager.add_object(5, impinge.make_box((1, 1, 1)), moved(45))
    for i in range(5 * collision.KEPT):
        new = impinge.make_box((1, 1, 1 + i)) if i % 3 == 0 else trimesh.creation.box((1, 1, 1 + i))
        assert manager.in_collision_single(new, moved(9 * (i % 6)), return_names=True) == (True, {i % 6})
        assert len(manager._made) == len(manager._engine._kept) <= 8 + 2 * collision.KEPT
    for i in range(5 * collision.KEPT):
        manager.add_object(0, trimesh.creation.box((1, 1 + i, 1)))
        assert manager.in_collision_single(new, return_names=True) == (True, {0})
    assert len(manager._made) <= 8 + 2 * collision.KEPT


def fresh(manager):
    """The same objects in a manager that was never asked."""
    return manager_of(*((o.name, o.mesh, o.transform) for o in manager._objs.values()))


def test_answers_follow_objects_that_come_go_and_move():
    """Scenes that stay from question to question say what new ones say."""
    dice = np.random.default_rng(5)
    bodies = [trimesh.creation.box((1, 1, 1)), trimesh.creation.icosphere(subdivisions=1, radius=0.7), impinge.make_torus(1, 0.3, 12, 8)]
    here = lambda: moved(*dice.uniform(0, 4, 3))  # noqa: E731
    one, other = manager_of(), manager_of()
    for step in range(120):
        for manager in (one, other):
            name, act = int(dice.integers(6)), int(dice.integers(4))
            if act == 0 and name in manager._objs:
                manager.remove_object(name)
            elif act < 2 or name not in manager._objs:
                manager.add_object(name, bodies[dice.integers(3)], here())
            else:
                manager.set_transform(name, here())
        guest, place = bodies[dice.integers(3)], here()
        for ask in (lambda m, o: m.in_collision_internal(return_names=True), lambda m, o: m.in_collision_other(o, return_names=True),
                    lambda m, o: m.in_collision_single(guest, place, return_names=True), lambda m, o: m.min_distance_other(o),
                    lambda m, o: m.in_collision_other(m, return_names=True), lambda m, o: m.min_distance_single(guest, place)):
            if dice.random() < 0.6:
                assert ask(one, other) == ask(fresh(one), fresh(other)), step
    again = pickle.loads(pickle.dumps(one))
    assert again.in_collision_internal(return_names=True) == one.in_collision_internal(return_names=True)
    assert repr(again) == repr(one) == f"<impinge.trimesh.CollisionManager: {len(one._objs)} objects>"


def test_threads_ask_about_single_objects_at_once():
    cube = trimesh.creation.box((1, 1, 1))
    manager = manager_of(*((i, cube, moved(3 * i)) for i in range(30)))
    wrong = []

    def ask(number):
        for i in range(60):
            hit = (7 * i + number) % 30
            if manager.in_collision_single(cube, moved(3 * hit + 0.5), return_names=True) != (True, {hit}):
                wrong.append(hit)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_names_may_be_anything_and_the_same_in_two_managers():
    cube = trimesh.creation.box((1, 1, 1))
    manager = manager_of(("a", cube, None), (3, cube, moved(0.5)), ((1, 2), cube, moved(0, 9)))
    assert manager.in_collision_internal() and len(manager.in_collision_internal(return_names=True)[1]) == 1
    other = manager_of(("a", cube, moved(0, 0, 3)))
    assert manager.min_distance_other(other, return_names=True) == (2, ("a", "a"))
    assert manager.in_collision_other(other, return_names=True) == (False, set())
    other.set_transform("a", moved(0, 0, 1))
    assert manager.min_distance_other(other) == 0 and not np.signbit(manager.min_distance_other(other))
