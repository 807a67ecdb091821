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

import contextlib
import copy
import threading
import weakref
from typing import Any, Iterable, Iterator, Optional

import numpy as np

from . import _core
from ._manager_parts import (CollisionObject as CollisionObject, ContactData as ContactData, DistanceData as DistanceData,
                             Name, Standing, Vector, label)
from .answers import NearestObject, PairAnswer, Witness
from .convert import origin_of
from .engine import Engine
from .overlaps import Rule

EXTERNAL = "__external"
LOOKS = 8  # objects whose nearest neighbour says how far the nearest pair is apart at most
JOINTS = 4  # other managers whose objects stand ready beside those of this one
KEPT = 64  # meshes that no object has any more, or never had, but which may be asked about again


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
        self._main: Optional[Standing] = None
        self._guest: Optional[Standing] = None  #: all objects and one from outside
        self._joint: dict[int, tuple[CollisionManager, Standing]] = {}  #: with the objects of another manager
        self._followers: weakref.WeakSet[Standing] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._made: dict[tuple[int, int], tuple[Any, _core.Mesh]] = {}
        self._most = 2 * KEPT

    def __repr__(self) -> str:
        return f"<impinge.trimesh.CollisionManager: {len(self._objs)} objects>"

    def __getstate__(self) -> tuple[int, list[CollisionObject]]:
        return self._engine.options.threads, list(self._objs.values())

    def __setstate__(self, state: tuple[int, list[CollisionObject]]) -> None:
        self.__init__(state[0])  # type: ignore[misc]
        for item in state[1]:
            self.add_object(item.name, item.mesh, item.transform)

    def add_object(self, name: Name, mesh: Any, transform: Any = None) -> CollisionObject:
        """Adds an object, or replaces the one of that name."""
        added = CollisionObject(name, self._mesh(mesh), _transform(transform))
        keep = self._main if name not in self._objs else None
        self._objs[name] = added
        self._change(keep)
        if keep is not None:
            keep.place(added)
        return added

    def remove_object(self, name: Name) -> None:
        """Deletes an object."""
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        del self._objs[name]
        self._change(None)

    def set_transform(self, name: Name, transform: Any) -> None:
        """Moves an object."""
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        item = self._objs[name]
        item.transform = _transform(transform)
        for standing in self._followers:
            standing.move(item)

    def in_collision_single(self, mesh: Any, transform: Any = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Checks a single object against all objects in the manager."""
        with self._with_external(mesh, transform) as (scene, names):
            ids, found = self._collisions(scene, return_data)
        hit = {names[a] for a, _ in ids}
        return _pack(bool(ids), hit, self._contacts(found, names), return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Checks whether any pair of objects in the manager collides."""
        scene, names = self._current()
        ids, found = self._collisions(scene, return_data)
        pairs = {_sorted(names[a], names[b]) for a, b in ids} if return_names else set()
        return _pack(bool(ids), pairs, self._contacts(found, names), return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """Checks whether any object of this manager collides with any object of another one."""
        scene, names = self._with_other(other_manager)
        ids, found = self._collisions(scene, return_data)
        pairs = {(names[a], names[b]) for a, b in ids}
        return _pack(bool(ids), pairs, self._contacts(found, names), return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False) -> Any:
        """The least distance between a single object and any object in the manager."""
        with self._with_external(mesh, transform) as (scene, names):
            data = self._least(scene, names, [len(names) - 1])
        name = next((n for n in data.names if n is not EXTERNAL), None) if data else None
        return _pack(data.distance if data else float("inf"), name, data, return_name, return_data)

    def min_distance_internal(self, name: Name = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance between objects in the manager, or of the one of that name and any other."""
        if name is not None and name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        scene, names = self._current()
        asked: Iterable[int] = range(len(names))
        if name is not None and self._main is not None:
            number = self._main.number(self._objs[name])
            asked, scene = [number], scene.copy()
            scene.set_rules([Rule(a=[label(number)], b=["*"])])
        data = self._least(scene, names, asked)
        return _pack(data.distance if data else float("inf"), _sorted(*data._pair) if data else None, data, return_names,
                     return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False) -> Any:
        """The least distance between any pair of objects, one in each manager."""
        scene, names = self._with_other(other_manager)
        data = self._least(scene, names, range(len(self._objs)))
        return _pack(data.distance if data else float("inf"), data._pair if data else None, data, return_names, return_data)

    def _mesh(self, mesh: Any) -> _core.Mesh:
        """The impinge mesh of a trimesh object, made once while the object stays as it is."""
        key = (id(mesh), hash(mesh))
        known = self._made.pop(key, None)
        if known is None:
            made = mesh if isinstance(mesh, _core.Mesh) else _core.Mesh(
                np.array(mesh.vertices, dtype=np.float64), np.array(mesh.faces, dtype=np.uint32), origin_of(mesh))
            self._engine.prepare(made)
            known = (mesh, made)
        self._made[key] = known  # the latest is last
        if len(self._made) > self._most:
            self._forget(known[1])
        return known[1]

    def _forget(self, asked: _core.Mesh) -> None:
        """Drops the meshes that no object has, but the last few."""
        used = {id(item.mesh) for item in self._objs.values()} | {id(asked)}
        used |= {id(item.mesh) for _, standing in self._joint.values() for item in standing.items}
        loose = [key for key, (_, made) in self._made.items() if id(made) not in used]
        for key in loose[:-KEPT]:
            self._engine.forget(self._made.pop(key)[1])
        self._most = len(self._made) + KEPT

    def _change(self, keep: Optional[Standing]) -> None:
        """An object comes or goes: no scene stands but the one to be kept."""
        for standing in self._followers:
            standing.stale = standing is not keep
        self._followers = weakref.WeakSet(() if keep is None else (keep,))
        self._main, self._guest = keep, None
        self._joint.clear()

    def _current(self) -> tuple[_core.Scene, list[Name]]:
        """The scene of all objects, and their names by its numbers."""
        if self._main is None:
            self._main = Standing()
            for item in self._objs.values():
                self._main.place(item)
            self._followers.add(self._main)
        return self._main.current(), self._main.names

    @contextlib.contextmanager
    def _with_external(self, mesh: Any, transform: Any) -> Iterator[tuple[_core.Scene, list[Name]]]:
        """All objects and one more, the last, of which alone is asked. Who asks from another thread meanwhile gets a scene
        that does not stay."""
        item, free = CollisionObject(EXTERNAL, self._mesh(mesh), _transform(transform)), self._lock.acquire(blocking=False)
        try:
            guest = self._guest if free else None
            if guest is None:
                self._current()
                assert self._main is not None
                guest = self._main.copy()
                guest.scene.set_rules([Rule(a=[label(guest.place(item))], b=["*"])])
                if free:
                    self._guest = guest
                    self._followers.add(guest)
            else:
                if item.mesh is not guest.items[-1].mesh:
                    guest.scene.replace(len(guest.items) - 1, item.mesh)
                guest.items[-1] = item
                guest.current().set_pose(len(guest.items) - 1, item.transform)
            yield guest.scene, guest.names
        finally:
            if free:
                self._lock.release()

    def _with_other(self, other: CollisionManager) -> tuple[_core.Scene, list[Name]]:
        """The objects of both; those of one manager are not asked about each other."""
        known = self._joint.get(id(other))
        if known is None or known[1].stale:
            standing = Standing()
            for item in self._objs.values():
                standing.place(item, "a")
            for item in other._objs.values():
                self._mesh(item.mesh)
                standing.place(item if other is not self else copy.copy(item), "b")
            for manager in {self, other}:
                manager._followers.add(standing)
            known = self._joint[id(other)] = (other, standing)
        if other is self:
            self._joint.clear()  # its objects stand there twice, and would have to move twice
        for key in list(self._joint)[:-JOINTS]:
            del self._joint[key]
        return known[1].current(), known[1].names

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


def _sorted(a: Any, b: Any) -> tuple[Any, Any]:
    try:
        return (a, b) if not b < a else (b, a)
    except TypeError:  # names of several kinds
        return (a, b) if str(a) <= str(b) else (b, a)


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
    return DistanceData(names, (w.a_face, w.b_face) if w is not None else (None, None), points, 0.0 - _depth_of(pair))


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
