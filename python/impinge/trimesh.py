# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The collision manager of trimesh on impinge: change ``from trimesh import collision`` to ``from impinge import trimesh as
collision`` and the rest stays. docs/python.md has a table of what differs from FCL on purpose; the first rows are:

- one body inside another is a collision (FCL looks at surfaces and misses it);
- coordinates and transforms stay doubles, and what touches is told exactly;
- distances of bodies that overlap are minus the least translation that parts them;
- arrays are copied, since trimesh objects may be changed in place afterwards.
"""
from __future__ import annotations

from typing import Any, Hashable, Iterable, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from .answers import NearestObject, PairAnswer, Witness
from .convert import origin_of
from .engine import Engine
from .overlaps import Rule

Name = Hashable
Vector = npt.NDArray[np.float64]
EXTERNAL = "__external"
LOOKS = 8  # objects whose nearest neighbour says how far the nearest pair is apart at most


class ContactData:
    """One contact of two objects: where, along which normal (from the first object to the second), how deep."""

    def __init__(self, names: tuple[Name, Name], faces: tuple[Optional[int], Optional[int]], point: Vector, normal: Vector,
                 depth: float) -> None:
        self.names = set(names)
        self._inds = {names[0]: faces[0], names[1]: faces[1]}
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def normal(self) -> Vector:
        """The direction in which the second object would have to move."""
        return self._normal

    @property
    def point(self) -> Vector:
        """A point of both objects."""
        return self._point

    @property
    def depth(self) -> float:
        """How far; 0 where they touch, or where an open surface has no depth."""
        return self._depth

    def index(self, name: Name) -> Optional[int]:
        """The face of the object of that name; None where one body lies inside the other and no faces meet."""
        return self._inds[name]

    def __repr__(self) -> str:
        return f"ContactData({sorted(map(str, self.names))}, point={self._point.tolist()}, depth={self._depth:.6g})"


class DistanceData:
    """The distance of two objects, and the points where it is."""

    def __init__(self, names: tuple[Name, Name], faces: tuple[Optional[int], Optional[int]], points: tuple[Vector, Vector],
                 distance: float) -> None:
        self.names = set(names)
        self._inds = {names[0]: faces[0], names[1]: faces[1]}
        self._points = {names[0]: points[0], names[1]: points[1]}
        self._distance = distance

    @property
    def distance(self) -> float:
        """Of the two objects; negative where they overlap."""
        return self._distance

    def index(self, name: Name) -> Optional[int]:
        """The face of the object of that name that is nearest; None inside a body."""
        return self._inds[name]

    def point(self, name: Name) -> Vector:
        """The point of the object of that name that is nearest."""
        return self._points[name]

    def __repr__(self) -> str:
        return f"DistanceData({sorted(map(str, self.names))}, distance={self._distance:.6g})"


class CollisionObject:
    """What ``add_object`` gives: an object of the manager by its name."""

    def __init__(self, name: Name, mesh: _core.Mesh, transform: Vector) -> None:
        self.name, self.mesh, self.transform = name, mesh, transform


def _transform(transform: Any) -> Vector:
    matrix = np.eye(4) if transform is None else np.asarray(transform, dtype=np.float64)
    if matrix.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    return matrix.copy()


def _pack(result: Any, first: Any, second: Any, with_first: bool, with_second: bool) -> Any:
    """What trimesh returns: the answer, then what was asked for."""
    parts = [result] + ([first] if with_first else []) + ([second] if with_second else [])
    return parts[0] if len(parts) == 1 else tuple(parts)


class CollisionManager:
    """A mesh-mesh collision manager with the names, arguments and results of ``trimesh.collision.CollisionManager``."""

    def __init__(self, threads: int = 0) -> None:
        self._engine = Engine(threads=threads)
        self._objs: dict[Name, CollisionObject] = {}
        self._scene: Optional[_core.Scene] = None
        self._order: list[Name] = []
        self._numbers: dict[Name, int] = {}
        self._made: dict[tuple[int, int], tuple[Any, _core.Mesh]] = {}

    def add_object(self, name: Name, mesh: Any, transform: Any = None) -> CollisionObject:
        """Adds an object, or replaces the one of that name."""
        added = CollisionObject(name, self._mesh(mesh), _transform(transform))
        if name in self._objs or self._scene is None:
            self._scene = None
        else:
            self._numbers[name] = self._place(self._scene, added, len(self._order))
            self._order.append(name)
        self._objs[name] = added
        return added

    def remove_object(self, name: Name) -> None:
        """Deletes an object."""
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        del self._objs[name]
        self._scene = None

    def set_transform(self, name: Name, transform: Any) -> None:
        """Moves an object."""
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        self._objs[name].transform = _transform(transform)
        if self._scene is not None:
            self._scene.set_pose(self._numbers[name], self._objs[name].transform)

    def in_collision_single(self, mesh: Any, transform: Any = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Checks a single object against all objects in the manager."""
        scene, names = self._with_external(mesh, transform)
        ids, found = self._collisions(scene, return_data)
        hit = {names[a] for a, _ in ids}
        return _pack(bool(ids), hit, self._contacts(found, names), return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Checks whether any pair of objects in the manager collides."""
        scene = self._current()
        ids, found = self._collisions(scene, return_data)
        pairs = {_sorted(self._order[a], self._order[b]) for a, b in ids}
        return _pack(bool(ids), pairs, self._contacts(found, self._order), return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """Checks whether any object of this manager collides with any object of another one."""
        scene, names = self._with_other(other_manager)
        ids, found = self._collisions(scene, return_data)
        pairs = {(names[a], names[b]) for a, b in ids}
        return _pack(bool(ids), pairs, self._contacts(found, names), return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False) -> Any:
        """The least distance between a single object and any object in the manager."""
        scene, names = self._with_external(mesh, transform)
        data = self._least(scene, names, [len(names) - 1])
        name = next((n for n in data.names if n is not EXTERNAL), None) if data else None
        return _pack(data.distance if data else float("inf"), name, data, return_name, return_data)

    def min_distance_internal(self, name: Name = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance between objects in the manager, or of the one of that name and any other."""
        if name is not None and name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        scene = self._current()
        if name is not None:
            scene = scene.copy()
            scene.set_rules([Rule(a=[_label(self._numbers[name])], b=["*"])])
        asked = range(len(self._order)) if name is None else [self._numbers[name]]
        data = self._least(scene, self._order, asked)
        names = _sorted(*data._inds) if data else None
        return _pack(data.distance if data else float("inf"), names, data, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance between any pair of objects, one in each manager."""
        scene, names = self._with_other(other_manager)
        data = self._least(scene, names, range(len(self._order)))
        return _pack(data.distance if data else float("inf"), tuple(data._inds) if data else None, data, return_names,
                     return_data)

    def _mesh(self, mesh: Any) -> _core.Mesh:
        """The impinge mesh of a trimesh object, made once while the object stays as it is."""
        if isinstance(mesh, _core.Mesh):
            self._engine.prepare(mesh)
            return mesh
        key = (id(mesh), hash(mesh))
        if key not in self._made:
            made = _core.Mesh(np.array(mesh.vertices, dtype=np.float64), np.array(mesh.faces, dtype=np.uint32), origin_of(mesh))
            self._engine.prepare(made)
            self._made[key] = (mesh, made)
        return self._made[key][1]

    def _place(self, scene: _core.Scene, item: CollisionObject, number: int, group: str = "none") -> int:
        return scene._add(_label(number), item.mesh, item.transform, group)

    def _current(self) -> _core.Scene:
        """The scene of all objects; made anew after one was taken out."""
        if self._scene is None:
            self._scene, self._order = _core.Scene(), list(self._objs)
            for number, name in enumerate(self._order):
                self._numbers[name] = self._place(self._scene, self._objs[name], number)
        return self._scene

    def _with_external(self, mesh: Any, transform: Any) -> tuple[_core.Scene, list[Name]]:
        scene, number = self._current().copy(), len(self._order)
        self._place(scene, CollisionObject(EXTERNAL, self._mesh(mesh), _transform(transform)), number)
        scene.set_rules([Rule(a=[_label(number)], b=["*"])])
        return scene, [*self._order, EXTERNAL]

    def _with_other(self, other: CollisionManager) -> tuple[_core.Scene, list[Name]]:
        scene = _core.Scene()
        names: list[Name] = []
        for manager, group in ((self, "a"), (other, "b")):
            manager._current()
            for name in manager._order:
                self._place(scene, manager._objs[name], len(names), group)
                names.append(name)
        return scene, names

    def _collisions(self, scene: _core.Scene, with_data: bool) -> tuple[list[list[int]], list[PairAnswer]]:
        """The pairs that have a common point by their numbers, and what is known of them where that is asked for."""
        asked: dict[str, Any] = {"contacts": True, "parting": True} if with_data else {"face_pairs": False}
        result = self._engine.check(scene, **asked)
        ids: list[list[int]] = result._with_handle().ids().tolist()
        return ids, result.pairs if with_data else []

    def _contacts(self, pairs: Iterable[PairAnswer], names: list[Name]) -> list[ContactData]:
        return [c for pair in pairs if pair.overlap is not None or pair.witness is not None
                for c in _contacts_of(pair, (names[pair.a], names[pair.b]))]

    def _least(self, scene: _core.Scene, names: list[Name], asked: Iterable[int]) -> Optional[DistanceData]:
        """The pair that is deepest in each other, else the one that is nearest."""
        met = self._engine.check(scene, parting=True).pairs
        if met:
            deepest = max(met, key=_depth_of)
            return _distance_of(deepest, (names[deepest.a], names[deepest.b]))
        best: Optional[tuple[int, NearestObject]] = None
        limit = float("inf")
        numbers = list(asked)
        for number in numbers[::max(1, len(numbers) // LOOKS)]:
            near = self._engine.nearest(scene, number, limit)
            if near is not None and (best is None or near.distance < limit):
                best, limit = (number, near), near.distance
        if best is None or best[1].witness is None:
            return None
        # No pair that counts is farther apart than what these few have nearest.
        within = self._engine.check(scene, clearance=limit).pairs if len(numbers) > 1 else []
        nearest = min(within, key=lambda pair: pair.distance if pair.distance is not None else limit, default=None)
        if nearest is not None and nearest.distance is not None and nearest.distance < limit:
            return _apart(nearest.witness, (names[nearest.a], names[nearest.b]), nearest.distance)
        return _apart(best[1].witness, (names[best[0]], names[best[1].object]), limit)


def _apart(w: Optional[Witness], names: tuple[Name, Name], distance: float) -> Optional[DistanceData]:
    return DistanceData(names, (w.a_face, w.b_face), (w.a_point, w.b_point), distance) if w is not None else None


def _label(number: int) -> str:
    """What an object is called in the scene; names of the caller's may be anything."""
    return f"object {number}"


def _sorted(a: Any, b: Any) -> tuple[Any, Any]:
    return (a, b) if not b < a else (b, a)


def _depth_of(pair: PairAnswer) -> float:
    return pair.overlap.parting.length if pair.overlap is not None and pair.overlap.parting is not None else 0.0


def _contacts_of(pair: PairAnswer, names: tuple[Name, Name]) -> list[ContactData]:
    """A contact for each pair of faces that meet; one at the witness where no faces do."""
    parting = pair.overlap.parting if pair.overlap is not None else None
    out = []
    for c in pair.overlap.contacts if pair.overlap is not None else []:
        point = np.mean([p.point for p in c.points], axis=0)
        normal = parting.direction if parting is not None else c.a_normal
        out.append(ContactData(names, (c.a_face, c.b_face), point, np.array(normal), _depth_of(pair)))
    if not out and pair.witness is not None:
        normal = parting.direction if parting is not None else np.zeros(3)
        out.append(ContactData(names, (pair.witness.a_face, pair.witness.b_face), pair.witness.a_point, np.array(normal),
                               _depth_of(pair)))
    return out


def _distance_of(pair: PairAnswer, names: tuple[Name, Name]) -> DistanceData:
    w = pair.witness
    points = (w.a_point, w.b_point) if w is not None else (np.full(3, np.nan), np.full(3, np.nan))
    return DistanceData(names, (w.a_face, w.b_face) if w is not None else (None, None), points, -_depth_of(pair))


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[Name, CollisionObject]]:
    """A manager and the objects by node of a ``trimesh.Scene``."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(name=node, mesh=scene.geometry[geometry], transform=transform)
    return manager, objects


def scene_of_trimesh(scene: Any) -> _core.Scene:
    """The impinge scene of a ``trimesh.Scene``: an object for each node that shows a mesh."""
    made: dict[Any, _core.Mesh] = {}
    out = _core.Scene()
    out.units = getattr(scene, "units", None) or out.units
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        shown = scene.geometry[geometry]
        if geometry not in made and hasattr(shown, "faces"):
            made[geometry] = _core.Mesh(np.asarray(shown.vertices), np.asarray(shown.faces), origin_of(shown))
        if geometry in made:
            out._add(str(node), made[geometry], transform, "none")
    return out


def from_impinge(mesh: _core.Mesh) -> Any:
    """The ``trimesh.Trimesh`` of a mesh, as it is."""
    import trimesh
    return trimesh.Trimesh(vertices=np.array(mesh.vertices), faces=np.array(mesh.faces, dtype=np.int64), process=False)


def to_impinge(mesh: Any) -> _core.Mesh:
    """The mesh of a ``trimesh.Trimesh``; vertices are borrowed."""
    return _core.Mesh(np.asarray(mesh.vertices), np.asarray(mesh.faces), origin_of(mesh))
