# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Convex bodies: how they are made, and what their classes have beside their C++ part."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _core
from ._record import Record
from .words import CertificateKind

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


@dataclass(eq=False, repr=False)
class ConvexWarmStart(Record):
    """What a query leaves for the next one of the same pair; ``polar_newton(…, warm=start)`` reads and writes it.

    >>> import impinge
    >>> ball, start = impinge.ConvexBody.ellipsoid((1, 1, 1)), impinge.ConvexWarmStart()
    >>> stops = [impinge.polar_newton(ball, None, ball, (3, 0, 0.001 * i), warm=start).stop for i in range(2)]
    >>> start.kind != "none"
    True
    """

    vector: Any = (0.0, 0.0, 0.0)
    kind: CertificateKind | str = CertificateKind.none


class StarSurface:
    """A body in closed form that its origin sees all of: derive from it, and give it to ``StarBody.from_surface``. Methods
    are called from many threads, one at a time, and their values must be good to 1e-14 of their size."""

    def gauge(self, x: Any) -> tuple[float, Any]:
        """At a point that is not zero a value, <= 1 in the body, and its gradient; gauge(t x) = t gauge(x) for t > 0."""
        raise NotImplementedError

    def radius(self) -> float:
        """Of a ball around the origin that holds the body."""
        raise NotImplementedError


class CurvedSurface(StarSurface):
    """A convex one, for ``ConvexBody.from_surface``; it may also have a method spread(), see the C++ class.

    >>> import impinge, numpy as np
    >>> class Ball(impinge.CurvedSurface):
    ...     def gauge(self, x):
    ...         return np.linalg.norm(x), x / np.linalg.norm(x)
    ...     def support(self, n):
    ...         return n / np.linalg.norm(n)
    >>> body = impinge.ConvexBody.from_surface(Ball())
    >>> body.contains((0, 0, 0.9)), body.contains((0, 0, 1.1))
    (True, False)
    """

    def support(self, n: Any) -> Any:
        """A point of the body farthest along a direction that is not zero."""
        raise NotImplementedError


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
    body.from_surface = maker("from_surface", "A convex body of your own, around the origin: a CurvedSurface.")
    body.__repr__ = describe
    star: Any = _core.StarBody
    made = star.__init__

    def remember(self: Any, mesh: Any, kernel: Any, options: Any = None) -> None:
        made(self, mesh, kernel, options)
        self._recipe = ("StarBody", (mesh, kernel, options), ())

    star.__init__ = remember
    inner = star._from_surface

    def from_surface(surface: StarSurface) -> _core.StarBody:
        """A body of your own around the origin, its kernel point: a StarSurface."""
        made_of = inner(surface)
        made_of._recipe = ("StarBody.from_surface", (surface,), ())
        return made_of  # type: ignore[no-any-return]

    star.from_surface = staticmethod(from_surface)
    star.__repr__ = lambda self: f"<impinge.StarBody: kernel {self.kernel.tolist()}>"


attach()
