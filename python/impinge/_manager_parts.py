# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What a manager of ``impinge.trimesh`` holds and answers: its objects, scenes of them, contacts and distances."""
from __future__ import annotations

import threading
from typing import Any, Hashable, Optional

import numpy as np
import numpy.typing as npt

from . import _core

Name = Hashable
Vector = npt.NDArray[np.float64]


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
        self._pair = names
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

    def __repr__(self) -> str:
        return f"CollisionObject({self.name!r}, {self.mesh!r})"


class Standing:
    """A scene of objects that stays from question to question; who moved is told, and taken over before the next one."""

    def __init__(self) -> None:
        self.scene = _core.Scene()
        self.items: list[CollisionObject] = []
        self.names: list[Name] = []
        self.stale = False  #: an object was added or taken out elsewhere
        self._numbers: dict[int, int] = {}
        self._moved: dict[int, CollisionObject] = {}
        self._lock = threading.Lock()

    def place(self, item: CollisionObject, group: Any = "none") -> int:
        """Adds an object and gives its number."""
        number = self.scene._add(label(len(self.items)), item.mesh, item.transform, group)
        self._numbers[id(item)] = number
        self.items.append(item)
        self.names.append(item.name)
        return number

    def number(self, item: CollisionObject) -> int:
        """The number of an object."""
        return self._numbers[id(item)]

    def move(self, item: CollisionObject) -> None:
        """Hears of an object that has moved."""
        self._moved[self._numbers[id(item)]] = item

    def current(self) -> _core.Scene:
        """The scene with all objects where they are now."""
        if self._moved:
            with self._lock:  # others may ask at the same time
                for number, item in self._moved.items():
                    self.scene.set_pose(number, item.transform)
                self._moved.clear()
        return self.scene

    def copy(self) -> Standing:
        """One of its own with the same objects."""
        made = Standing()
        made.scene, made.items, made.names = self.current().copy(), [*self.items], [*self.names]
        made._numbers = dict(self._numbers)
        return made


def label(number: int) -> str:
    """What an object is called in the scene; names of the caller's may be anything."""
    return f"object {number}"
