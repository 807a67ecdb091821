# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Objects with a shape and a pose: what the class has beside its C++ part."""
from __future__ import annotations

from typing import Any, Iterator

from . import _core
from ._picture import png_of
from ._record import equal
from .convert import as_mesh
from .overlaps import SceneObject

_core.Scene.__doc__ = """Objects with a shape and a pose. Objects are told by their number or their name.

An answer keeps the scene as it was: who changes a scene while an answer holds it, or while a query runs in another thread,
changes a copy.

>>> import impinge
>>> scene = impinge.Scene()
>>> scene.add("left", impinge.make_box((10, 10, 10)))
0
>>> scene.add("right", impinge.make_box((10, 10, 10)), (5, 0, 0))
1
>>> scene
<impinge.Scene: 2 objects, mm: left, right>
"""


def add(self: _core.Scene, name: str, shape: Any, pose: Any = None, group: Any = None) -> int:
    """Adds an object and gives its number. `shape` is whatever ``impinge.as_mesh`` takes, or a LineShape; `pose` a matrix
    (4, 4) or (3, 4), or a position. A repeated name gets `#2`, `#3` …"""
    if not isinstance(name, str):
        raise TypeError(f"name: a text is expected, not {name!r}")
    return self._add(name, shape if isinstance(shape, _core.LineShape) else as_mesh(shape, self.units), pose, group)


def objects(self: _core.Scene) -> list[SceneObject]:
    """All objects, by their numbers."""
    return [self.object(i) for i in range(len(self))]


def describe(self: _core.Scene) -> str:
    names = self.names if len(self) < 9 else [*self.names[:8], "…"]
    noun = "object" if len(self) == 1 else "objects"
    return f"<impinge.Scene: {len(self)} {noun}, {self.units}{': ' if names else ''}{', '.join(names)}>"


def state(self: _core.Scene) -> dict[str, Any]:
    """All that makes it."""
    return {"objects": objects(self), "rules": self.rules, "ignored": self.ignored, "units": self.units,
            "duration": self.duration}


def same(self: _core.Scene, other: object) -> bool:
    if not isinstance(other, _core.Scene):
        return NotImplemented
    mine, others = state(self), state(other)
    return all(equal(mine[key], others[key]) for key in mine)


def restore(state: dict[str, Any]) -> _core.Scene:
    """The scene of a state; for pickle."""
    scene = _core.Scene()
    scene.units, scene.duration = state["units"], state["duration"]
    removed: list[int] = []
    for o in state["objects"]:
        number = scene._add(o.name, o.shape if o.shape is not None else o.mesh, o.pose, o.group)
        if o.deformed is not None:
            scene.set_vertices(number, o.deformed)
        if o.motion is not None:
            scene.set_motion(number, o.motion)
        scene.set_groups(number, o.groups)
        scene.set_layer(number, o.layer)
        if o.removed:
            removed.append(number)
        elif o.hidden:
            scene.hide(number)
    for number in removed:
        scene.remove(number)
    for pair in state["ignored"]:
        scene.ignore(pair.a, pair.b, pair.reason)
    scene.set_rules(state["rules"])
    return scene


def reduce(self: _core.Scene) -> tuple[Any, tuple[dict[str, Any]]]:
    return restore, (state(self),)


def walk(self: _core.Scene) -> Iterator[SceneObject]:
    return iter(objects(self))


def picture(self: _core.Scene) -> bytes:
    """The scene as a PNG, for notebooks."""
    return png_of(self, None)


def attach() -> None:
    """Puts all this into the class."""
    scene: Any = _core.Scene
    scene.add = add
    scene.objects = property(objects)
    scene.__repr__ = describe
    scene.__eq__ = same
    scene.__hash__ = None
    scene.__reduce__ = reduce
    scene.__iter__ = walk
    scene._repr_png_ = picture


attach()
