# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Random arguments to everything: a clear exception or an answer, never a crash. 10^5 calls with IMPINGE_FULL=1."""
import inspect
import math

import numpy as np
import pytest

import impinge
import impinge.trimesh
from conftest import count

ALLOWED = (impinge.Error, TypeError, ValueError, IndexError, OverflowError, AttributeError, KeyError, MemoryError, RecursionError,
           FileNotFoundError, IsADirectoryError)
#: They write files, or make meshes as large as they are told.
SKIP = ("write", "load", "make_", "version", "backends", "raise_error", "from_df", "compacted", "clearance_map", "swept_octree")


def junk(random):
    """A value that some argument may have, or may not."""
    box = impinge.make_box((1, 1, 1))
    kinds = [
        lambda: None, lambda: random.integers(-5, 5).item(), lambda: 2 ** int(random.integers(31, 70)), lambda: math.nan,
        lambda: math.inf, lambda: random.normal(), lambda: "left", lambda: "no such thing", lambda: "", lambda: b"bytes",
        lambda: [], lambda: {}, lambda: object(), lambda: True, lambda: (0, 0, 1), lambda: [1, 2], lambda: lambda *a: 1 / 0,
        lambda: random.normal(size=tuple(random.integers(0, 5, random.integers(0, 4)))),
        lambda: random.integers(-9, 9, tuple(random.integers(0, 5, random.integers(0, 4)))),
        lambda: np.array([["a", "b", "c"]]), lambda: np.full((3, 3), np.nan), lambda: np.array([None] * 3),
        lambda: np.eye(4), lambda: np.tile(np.eye(4), (2, 1, 1)), lambda: np.array([[0, 1, 2]], np.int8), lambda: box,
        lambda: random.normal(size=(8, 3)), lambda: box.faces, lambda: impinge.Scene(), lambda: two(), lambda: impinge.Engine(threads=1),
        lambda: impinge.make_implicit_sphere(1), lambda: impinge.CheckOptions(), lambda: impinge.ViewOptions(resolution=8),
        lambda: impinge.ConvexBody.from_mesh(box), lambda: impinge.Rule(a=["*"], b=["*"]), lambda: impinge.Motion(velocity=(1, 0, 0)),
        lambda: impinge.OctreeFrame(level=2), lambda: impinge.Octree(impinge.OctreeFrame(level=2)), lambda: "crossing",
        lambda: "\ud800", lambda: memoryview(b"12345678"), lambda: impinge.ConvexPolygon([[0, 0], [1, 0], [0, 1]]),
        lambda: impinge.Solid.sphere(1), robot, lambda: cell()._made[2], lambda: robot().model, lambda: robot().rest(),
        lambda: impinge.Engine(threads=1).check(two()), lambda: impinge.review_of(impinge.Engine(threads=1).check(two())),
        lambda: impinge.JointTrajectory([0, 1], [[0], [1]]), lambda: [impinge.RobotLink("a")], lambda: impinge.CheckTask(np.array([[0, 1]])),
        lambda: impinge.RobotModel("x", [impinge.RobotLink("a"), impinge.RobotLink("b")], [impinge.RobotJoint(
            "j", "revolute", int(random.integers(0, 4)), int(random.integers(0, 4)), lower=random.normal(), upper=random.normal())])]
    return kinds[random.integers(len(kinds))]()


def robot():
    links = [impinge.RobotLink("base"), impinge.RobotLink("sled", [impinge.LinkBody(solid=impinge.Solid.sphere(1))])]
    return impinge.Robot(impinge.RobotModel("sled", links, [impinge.RobotJoint("rail", "prismatic", child=1, lower=0, upper=9)]))


def cell():
    scene = two()
    return impinge.RobotCell(scene, robot(), impinge.place_robot(scene, robot(), [0]), threads=1)


def two():
    scene = impinge.Scene()
    scene.add("left", impinge.make_box((1, 1, 1)))
    scene.add("right", impinge.make_box((1, 1, 1)), (0.5, 0, 0))
    return scene


def callables():
    """Functions of the module and methods of its classes, with how to get the object they belong to."""
    owners = {impinge: lambda: None, impinge.Scene: two, impinge.Engine: lambda: impinge.Engine(threads=1),
              impinge.Mesh: lambda: impinge.make_box((1, 1, 1)), impinge.Octree: lambda: impinge.Octree(impinge.OctreeFrame(level=2)),
              impinge.ConvexBody: lambda: impinge.ConvexBody.from_mesh(impinge.make_box((1, 1, 1))),
              impinge.LineShape: lambda: impinge.make_implicit_sphere(1), impinge.Solid: lambda: impinge.Solid.box((1, 1, 1)),
              impinge.Robot: robot, impinge.RobotCell: cell}
    out = []
    for owner, make in owners.items():
        for name, value in vars(owner).items() if owner is not impinge.Engine else inspect.getmembers(owner):
            if name.startswith("__") or name.startswith(SKIP) or not callable(value) or name in ("Engine",):
                continue
            if owner is impinge and (not getattr(value, "__module__", "").startswith("impinge") or isinstance(value, type)):
                continue
            out.append((name, owner, make))
    return out + [("Mesh", impinge, lambda: None), ("Octree", impinge, lambda: None), ("StarBody", impinge, lambda: None),
                  ("Robot", impinge, lambda: None), ("RobotCell", impinge, lambda: None)]


def test_random_arguments_raise_or_answer():
    random = np.random.default_rng(7)
    all_of_them = callables()
    assert len(all_of_them) > 100
    answered = 0
    for _ in range(count(2500, 100000)):
        name, owner, make = all_of_them[random.integers(len(all_of_them))]
        target = getattr(impinge if owner is impinge else make(), name, None)
        arguments = [junk(random) for _ in range(random.integers(0, 5))]
        if owner is impinge.Engine and random.random() < 0.7:
            arguments[:1] = [two()]
        try:
            target(*arguments)
            answered += 1
        except ALLOWED as error:
            assert str(error) or isinstance(error, (KeyError, MemoryError)), (name, arguments)
        except ZeroDivisionError:
            pass  # our own callback
    assert answered > 20


@pytest.mark.parametrize("threads", [-1, 1025, 10**6, 2**31 - 1])
def test_threads_that_nobody_has_are_refused(threads):
    """An arena of 10^6 ended the process."""
    for ask in (lambda: impinge.Engine(threads=threads), lambda: impinge.RobotCell(*cell()._made[:3], threads=threads),
                lambda: impinge.find_link_pairs(robot(), threads=threads), lambda: impinge.trimesh.CollisionManager(threads)):
        with pytest.raises(impinge.Error, match=f"threads {threads}: must be 1 to 1024") as error:
            ask()
        assert error.value.code == "bad_argument"
