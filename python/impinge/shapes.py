# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Shapes beyond meshes: they list their crossings with a line. Each knows how it was made, so it can be pickled and compared."""
from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Callable, Optional, TypeVar, Union

import numpy as np

from . import _core
from ._record import Record, equal

Made = TypeVar("Made", bound=Callable[..., Any])


def remembers(function: Made) -> Made:
    """What it makes remembers how: the name of the function and its arguments."""

    @functools.wraps(function)
    def make(*args: Any, **words: Any) -> Any:
        shape = function(*args, **words)
        shape._recipe = (function.__name__, args, tuple(sorted(words.items())))
        return shape

    return make  # type: ignore[return-value]


def again(name: str, args: tuple[Any, ...], words: tuple[tuple[str, Any], ...]) -> Any:
    """Makes a shape once more; for pickle."""
    import impinge
    owner: Any = impinge
    for part in name.split("."):
        owner = getattr(owner, part)
    return owner(*args, **dict(words))


def recipe_of(self: Any) -> tuple[str, tuple[Any, ...], tuple[tuple[str, Any], ...]]:
    recipe = getattr(self, "_recipe", None)
    if recipe is None and isinstance(self, _core.Solid) and self._arguments is not None:
        recipe = (f"Solid.{self.kind}", self._arguments, ())
    if recipe is None:
        raise TypeError(f"{self!r} came out of a file and does not know how it was made, so it cannot be pickled")
    return recipe  # type: ignore[no-any-return]


def reduce(self: Any) -> tuple[Any, Any]:
    return again, recipe_of(self)


def same(self: Any, other: object) -> bool:
    if type(self) is not type(other):
        return NotImplemented
    if self is other:
        return True
    try:
        return equal(recipe_of(self), recipe_of(other))
    except TypeError:
        return False


def describe(self: _core.LineShape) -> str:
    low, high = self.bounds
    size = " x ".join(f"{x:.4g}" for x in np.asarray(high) - np.asarray(low))
    if isinstance(self, _core.Solid) and self.kind == "half_space":
        size = "without end"
    kind = "Solid" if isinstance(self, _core.Solid) else "LineShape"
    return f"<impinge.{kind}: {self.name}, {size}{'' if self.closed or kind == 'Solid' else ', open'}>"


@remembers
def make_implicit_sphere(radius: float) -> _core.LineShape:
    """Ball around the origin by its equation.

    >>> import impinge
    >>> impinge.make_implicit_sphere(2)
    <impinge.LineShape: sphere, 4 x 4 x 4>
    """
    return _core.make_implicit_sphere(radius)


@remembers
def make_implicit_ellipsoid(radii: Any) -> _core.LineShape:
    """Ellipsoid around the origin by its three half axes."""
    return _core.make_implicit_ellipsoid(radii)


@remembers
def make_implicit_torus(ring: float, tube: float) -> _core.LineShape:
    """Torus around z by the radii of ring and tube, tube < ring."""
    return _core.make_implicit_torus(ring, tube)


@remembers
def make_implicit_cylinder(radius: float, height: float) -> _core.LineShape:
    """Cylinder around z, centred."""
    return _core.make_implicit_cylinder(radius, height)


@remembers
def make_superquadric(radii: Any, e1: float, e2: float) -> _core.LineShape:
    """Barr's superellipsoid by its half axes and two exponents, each 0.1 to 2."""
    return _core.make_superquadric(radii, e1, e2)


@remembers
def make_rounded_box(edges: Any, radius: float) -> _core.LineShape:
    """A box whose edges are rounded."""
    return _core.make_rounded_box(edges, radius)


@remembers
def make_capsule(start: Any, end: Any, radius: float) -> _core.LineShape:
    """Everything within a radius of the segment from one point to another."""
    return _core.make_capsule(start, end, radius)


@remembers
def make_metaballs(balls: Any, threshold: float = 0.5) -> _core.LineShape:
    """The solid where the influences of some Metaball add up to more than the threshold.

    >>> import impinge
    >>> impinge.make_metaballs([impinge.Metaball((0, 0, 0), 2), impinge.Metaball((1, 0, 0), 2)]).closed
    True
    """
    return _core.make_metaballs(balls, threshold)


@remembers
def make_nurbs(surfaces: Any) -> _core.LineShape:
    """One or more NurbsSurface; a solid where all borders meet.

    >>> import impinge
    >>> impinge.make_nurbs([impinge.make_nurbs_sphere(1)]).closed
    True
    """
    return _core.make_nurbs(surfaces)


@remembers
def make_line_mesh(mesh: Any) -> _core.LineShape:
    """A mesh as a shape that lists its crossings, for CSG with others."""
    return _core.make_line_mesh(mesh)


@remembers
def make_placed(shape: _core.LineShape, pose: Any) -> _core.LineShape:
    """A shape moved in its frame, for parts of CSG.

    >>> import impinge
    >>> impinge.make_placed(impinge.make_implicit_sphere(1), impinge.poses_at((5, 0, 0))[0]).bounds[:, 0]
    array([4., 6.])
    """
    return _core.make_placed(shape, pose)


@remembers
def make_union(parts: Any) -> _core.LineShape:
    """Everything that is in one part at least.

    >>> import impinge
    >>> impinge.make_union([impinge.make_implicit_sphere(1), impinge.make_capsule((0, 0, 0), (3, 0, 0), 0.5)]).closed
    True
    """
    return _core.make_union(list(parts))


@remembers
def make_intersection(parts: Any) -> _core.LineShape:
    """What is in all parts.

    >>> import impinge
    >>> lens = [impinge.make_placed(impinge.make_implicit_sphere(2), impinge.poses_at((0, 0, z))[0]) for z in (-1, 1)]
    >>> impinge.make_intersection(lens).crossings([[0, 0, 0]], (0, 0, 1))[1]
    array([-1.,  1.])
    """
    return _core.make_intersection(list(parts))


@remembers
def make_difference(parts: Any) -> _core.LineShape:
    """What is in the first part and in no other.

    >>> import impinge
    >>> impinge.make_difference([impinge.make_implicit_sphere(2), impinge.make_implicit_sphere(1)])
    <impinge.LineShape: difference, 4 x 4 x 4>
    """
    return _core.make_difference(list(parts))


@remembers
def make_line_shape(function: Callable[[Any, Any], Any], bounds: Any, closed: bool = True,
                    name: str = "shape") -> _core.LineShape:
    """A shape by a function of your own that takes an array of lines: rasters hand it a row of cells at a time.

    ``function(origins, direction)`` gets an (n, 3) array and a unit vector, in the shape's own frame, and returns arrays
    (line, t, sign): which line, where along it, +1 where it enters and -1 where it leaves. With (line, t_low, t_high,
    sign) a crossing lies between two bounds. It is called from many threads, one at a time.

    >>> import impinge, numpy as np
    >>> def ball(origins, direction):
    ...     middle = origins @ direction
    ...     square = 1 - (origins * origins).sum(axis=1) + middle * middle
    ...     line = np.flatnonzero(square > 0)
    ...     half = np.sqrt(square[line])
    ...     t = np.concatenate([-middle[line] - half, -middle[line] + half])
    ...     return np.concatenate([line, line]), t, np.repeat([1, -1], len(line))
    >>> shape = impinge.make_line_shape(ball, [[-1, -1, -1], [1, 1, 1]], name="ball")
    >>> shape.crossings([[0, 0, 0], [5, 0, 0]], (0, 0, 1))[1]
    array([-1.,  1.])
    """
    return _core.make_line_shape(function, bounds, closed, name)


@remembers
def make_implicit(value: Callable[[Any], float], bounds: Any, lipschitz: float = 0.0, curvature: float = 0.0,
                  value_error: float = 0.0, resolution: float = 0.0, name: str = "function",
                  slope_bound: Optional[Callable[[Any, Any], float]] = None) -> _core.LineShape:
    """The solid where a function of a point is negative, inside a box; a bound on its slope or curvature must be given.
    ``slope_bound(low, high)`` may bound the slope in a box more sharply than `lipschitz`.

    One point at a time, so a ``make_line_shape`` is far faster from Python.

    >>> import impinge
    >>> box = [[-2, -2, -2], [2, 2, 2]]
    >>> ball = impinge.make_implicit(lambda p: (p @ p) ** 0.5 - 1, box, lipschitz=1)
    >>> ball.crossings([[0, 0, 0]], (0, 0, 1))[1].round(6)
    array([-1.,  1.])
    """
    return _core.make_implicit(value, bounds, lipschitz, curvature, value_error, resolution, name, slope_bound)


@remembers
def make_signed_distance(distance: Callable[[Any], float], bounds: Any, name: str = "sdf") -> _core.LineShape:
    """A signed distance function of a point, negative inside.

    >>> import impinge
    >>> impinge.make_signed_distance(lambda p: (p @ p) ** 0.5 - 1, [[-2, -2, -2], [2, 2, 2]])
    <impinge.LineShape: sdf, 4 x 4 x 4>
    """
    return _core.make_implicit(distance, bounds, 1.0, 0.0, 0.0, 0.0, name)


@dataclass(eq=False, repr=False)
class Displacement(Record):
    """How far a surface is moved outwards: a function of a point with bounds on its size and slope, or what make_waves() or
    make_hills() give, whose wavelength stands for the slope."""

    height: Union[Callable[[Any], float], str]
    amplitude: float
    lipschitz: float
    seed: int = 1


def make_waves(amplitude: float, wavelength: float) -> Displacement:
    """Waves along all three axes."""
    return Displacement("waves", amplitude, wavelength)


def make_hills(amplitude: float, wavelength: float, seed: int = 1) -> Displacement:
    """Smooth random hills, `wavelength` apart."""
    return Displacement("hills", amplitude, wavelength, seed)


@remembers
def make_displaced(base: _core.LineShape, displacement: Any, amplitude: float = 0.0, lipschitz: float = 0.0) -> _core.LineShape:
    """The solid where the distance to the base is less than the height of a Displacement, or of a function of a point with
    bounds on its size and slope.

    >>> import impinge
    >>> impinge.make_displaced(impinge.make_implicit_sphere(2), impinge.make_waves(0.1, 1)).closed
    True
    """
    d = displacement if isinstance(displacement, Displacement) else Displacement(displacement, amplitude, lipschitz)
    return _core.make_displaced(base, d.height, d.amplitude, d.lipschitz, d.seed)


def height_field(heights: Any, cell: float, depth: float) -> _core.Solid:
    """A grid of heights (rows, columns), `cell` apart, with walls and a floor `depth` below the lowest."""
    solid: Any = _core.Solid._height_field(heights, cell, depth)
    solid._recipe = ("Solid.height_field", (np.array(heights, np.float64), cell, depth), ())
    return solid  # type: ignore[no-any-return]


def attach() -> None:
    """Puts what all shapes have into the classes."""
    solid: Any = _core.Solid
    solid.height_field = staticmethod(height_field)
    shape: Any = _core.LineShape
    shape.__doc__ = "A shape that lists its crossings with a line: what maps and the raster methods take beside meshes."
    shape.__repr__ = describe
    for made in (_core.LineShape, _core.ConvexBody, _core.StarBody):
        kind: Any = made
        kind.__reduce__ = reduce
        kind.__eq__ = same
        kind.__hash__ = object.__hash__


attach()
