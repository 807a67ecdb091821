# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Convex bodies: how they are made, and what their classes have beside their C++ part."""
from __future__ import annotations

from typing import Any

from . import _core

_core.ConvexBody.__doc__ = """A convex solid with its maps. Immutable: any number of threads may ask it.

>>> import impinge
>>> body = impinge.ConvexBody.from_mesh(impinge.make_icosphere(1, 2))
>>> body
<impinge.ConvexBody: 162 vertices, 320 faces>
>>> body.contains((0, 0, 0.9))
True
"""


def maker(name: str, doc: str) -> Any:
    """A static method that remembers how the body was made."""
    inner = getattr(_core.ConvexBody, f"_{name}")

    def make(*args: Any, **words: Any) -> _core.ConvexBody:
        body = inner(*args, **words)
        body._recipe = (f"ConvexBody.{name}", args, tuple(sorted(words.items())))
        return body  # type: ignore[no-any-return]

    make.__name__, make.__qualname__, make.__doc__ = name, f"ConvexBody.{name}", doc
    return staticmethod(make)


def describe(self: _core.ConvexBody) -> str:
    if self.curved:
        return f"<impinge.ConvexBody: curved, radius {self.radius:.6g}>"
    return f"<impinge.ConvexBody: {len(self.vertices)} vertices, {len(self.faces)} faces>"


def attach() -> None:
    """Puts all this into the classes."""
    body: Any = _core.ConvexBody
    body.from_mesh = maker("from_mesh", "The solid that a closed convex mesh bounds; the check is exact.")
    body.from_points = maker("from_points", "The convex hull of points (n, 3), exactly.")
    body.ellipsoid = maker("ellipsoid", "An ellipsoid by its three half axes.")
    body.cylinder = maker("cylinder", "A cylinder around z, by radius and height.")
    body.cone = maker("cone", "A cone around z with its apex up, by radius and height.")
    body.lens = maker("lens", "What two balls have in common: a circle of the radius, `thickness` through its middle.")
    body.__repr__ = describe
    star: Any = _core.StarBody
    made = star.__init__

    def remember(self: Any, mesh: Any, kernel: Any, options: Any = None) -> None:
        made(self, mesh, kernel, options)
        self._recipe = ("StarBody", (mesh, kernel, options), ())

    star.__init__ = remember
    star.__repr__ = lambda self: f"<impinge.StarBody: kernel {self.kernel.tolist()}>"


attach()
