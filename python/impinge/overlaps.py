# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Overlaps, maps, convex bodies and scenes as plain records, named as in C++."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._record import Record
from .answers import (Bounded, Floats, Indices, SlopeStats, Stats, ViewChoice)
from .words import (Certainty, CertificateKind, ConvexStop, FaceFeature, Path, Relation, Severity, Verdict)


@dataclass(eq=False, repr=False)
class ContactPoint(Record):
    """A corner of what two faces have in common."""

    point: Floats
    a_feature: FaceFeature
    b_feature: FaceFeature
    a_index: int
    b_index: int


@dataclass(eq=False, repr=False)
class Contact(Record):
    """Two faces that meet, and where."""

    a_face: int
    b_face: int
    relation: Relation
    coplanar: bool
    a_normal: Floats
    b_normal: Floats
    points: list[ContactPoint]


@dataclass(eq=False, repr=False)
class ContactCurve(Record):
    """Segments in which the surfaces meet, joined where they share an end."""

    closed: bool
    length: float
    points: Floats
    faces: Indices


@dataclass(eq=False, repr=False)
class ContactPatch(Record):
    """A region of one plane that belongs to both surfaces."""

    area: float
    normal: Floats
    middle: Floats
    outline: list[Floats]
    a_faces: Indices
    b_faces: Indices


@dataclass(eq=False, repr=False)
class Lump(Record):
    """A connected part of the solid, with its cavities."""

    volume: float
    area: float
    centroid: Floats
    box_low: Floats
    box_high: Floats
    a_faces: Indices
    b_faces: Indices
    first_face: int
    face_count: int


@dataclass(eq=False, repr=False)
class OverlapSolid(Record):
    """What two solids have in common, or their union or difference."""

    mesh: Optional[_core.Mesh]
    lumps: list[Lump]
    volume: float
    area: float
    embedded: bool


@dataclass(eq=False, repr=False)
class LeastParting(Record):
    """The least translation that leaves two bodies touching, over all directions."""

    direction: Floats
    length: float
    at_least: float
    reason: str


@dataclass(eq=False, repr=False)
class PushPoint(Record):
    """A point where a simulator may push: on the way out."""

    point: Floats
    normal: Floats
    depth: float
    lump: int


@dataclass(eq=False, repr=False)
class Overlap(Record):
    """Where two bodies overlap and how much; only what was asked for is there."""

    contacts: list[Contact] = field(default_factory=list)
    curves: list[ContactCurve] = field(default_factory=list)
    patches: list[ContactPatch] = field(default_factory=list)
    solid: Optional[OverlapSolid] = None
    parting: Optional[LeastParting] = None
    pushes: list[PushPoint] = field(default_factory=list)
    statement: str = ""


@dataclass(eq=False, repr=False)
class Parting(Record):
    """How far one body must be moved along a direction to part it from the other."""

    direction: Floats
    distance: Bounded


@dataclass(eq=False, repr=False)
class RefinedLevel(Record):
    """What was looked at once more for the numbers of a map."""

    cell: float
    cells: int


@dataclass(eq=False, repr=False)
class MapFields(Record):
    """The fields of ``InterferenceMap``; images have shape (rows, columns), row 0 is the lowest."""

    origin: Floats
    right: Floats
    up: Floats
    direction: Floats
    direction_rule: str
    views: list[ViewChoice]
    slope: SlopeStats
    cell: float
    columns: int
    rows: int
    cells: npt.NDArray[np.uint8]
    gap: npt.NDArray[np.float32]
    distance_low: npt.NDArray[np.float32]
    a_face: Indices
    b_face: Indices
    verdict: Verdict
    certainty: Certainty
    distance: Optional[float]
    overlap_volume: Optional[Bounded]
    projected_area: Bounded
    max_depth: Bounded
    refined: list[RefinedLevel]
    centroid: Optional[Floats]
    deepest_point: Optional[Floats]
    min_gap: Optional[float]
    partings: list[Parting]
    solids: bool
    statement: str
    undecided_cells: int
    stats: Stats


@dataclass(eq=False, repr=False)
class ConvexMaps(Record):
    """What the maps of a convex body cost."""

    face_map_bytes: int
    vertex_map_bytes: int
    link_bytes: int
    bound_bytes: int
    face_cells_top: int
    build_ms: float
    hull_ms: float

    @property
    def bytes(self) -> int:
        """All but the constant part."""
        return self.face_map_bytes + self.vertex_map_bytes + self.link_bytes


@dataclass(eq=False, repr=False)
class ConvexCertificate(Record):
    """A proof that anyone can check."""

    kind: CertificateKind
    vector: Floats
    offset: float
    pairs: Indices


@dataclass(eq=False, repr=False)
class ConvexAnswer(Record):
    """What is known of two placed convex bodies."""

    relation: Relation
    stop: ConvexStop
    in_bounds: bool
    decided: bool
    pair_checks: int
    certificate: ConvexCertificate

    @property
    def meet(self) -> bool:
        """True if the bodies have a common point."""
        return self.relation != "disjoint"


@dataclass(eq=False, repr=False)
class ConvexDistance(Record):
    """Distance of two convex bodies, or how deep they are in each other."""

    distance: float
    lower: float
    a_point: Floats
    b_point: Floats
    direction: Floats
    iterations: int


@dataclass(eq=False, repr=False)
class Keyframe(Record):
    """Where an object stands at a moment of its motion; the rotation is a quaternion x y z w."""

    t: float = 0.0
    position: Any = (0.0, 0.0, 0.0)
    rotation: Any = (0.0, 0.0, 0.0, 1.0)


@dataclass(eq=False, repr=False)
class Motion(Record):
    """How an object moves: by keyframes, or by velocities, or by vertices of a deformation; exactly one of them.

    >>> Motion(velocity=(40, 0, 0))
    Motion(velocity=(40, 0, 0))
    """

    keyframes: Sequence[Keyframe] = ()
    velocity: Any = (0.0, 0.0, 0.0)
    angular_velocity: Any = (0.0, 0.0, 0.0)
    vertex_keyframes: Sequence[Any] = ()
    vertex_times: Sequence[float] = ()
    path: Union[Path, str] = Path.straight


@dataclass(eq=False, repr=False)
class Rule(Record):
    """What is asked about the pairs of two selections of objects, and what is accepted there."""

    a: Sequence[str] = ()
    b: Sequence[str] = ()
    self: bool = False
    ignore: bool = False
    min: Optional[float] = None
    max: Optional[float] = None
    accept: Sequence[Union[Verdict, str]] = ()
    max_depth: Optional[float] = None
    max_volume: Optional[float] = None
    severity: Union[Severity, str] = Severity.medium
    reason: str = ""
    origin: str = ""


@dataclass(eq=False, repr=False)
class IgnoredPair(Record):
    """An object pair that is known and accepted."""

    a: int
    b: int
    reason: str


@dataclass(eq=False, repr=False)
class SceneObject(Record):
    """One placed shape, as it stands now."""

    name: str
    mesh: _core.Mesh
    pose: Floats  #: (4, 4)
    group: str = "none"
    shape: Optional[_core.LineShape] = None
    deformed: Optional[Floats] = None
    motion: Optional[Motion] = None
    groups: list[str] = field(default_factory=list)
    layer: str = ""
    hidden: bool = False
    removed: bool = False


@dataclass(eq=False, repr=False)
class Mended(Record):
    """A mesh and how it came about."""

    mesh: _core.Mesh
    steps: Any


@dataclass(eq=False, repr=False)
class MeshPart(Record):
    """A part of a file, in place."""

    name: str
    mesh: _core.Mesh


@dataclass(eq=False, repr=False)
class PointCloud(Record):
    """Points, and the faces between them where they are the vertices of a mesh."""

    points: Floats
    faces: Indices
    origin: str = ""


@dataclass(eq=False, repr=False)
class NurbsSurface(Record):
    """A rational spline surface, not trimmed: points[iu * count_v + iv]."""

    degree_u: int = 0
    degree_v: int = 0
    knots_u: Any = ()
    knots_v: Any = ()
    points: Any = ()
    weights: Any = ()


@dataclass(eq=False, repr=False)
class Metaball(Record):
    """A centre of influence: strength * (1 - (distance / radius)^2)^3 within its radius."""

    centre: Any = (0.0, 0.0, 0.0)
    radius: float = 1.0
    strength: float = 1.0


__all__ = [name for name, value in list(globals().items()) if isinstance(value, type) and issubclass(value, Record)
           and value.__module__ == __name__]
