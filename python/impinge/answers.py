# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What queries answer: plain records, named as in C++. Objects are ids; arrays own their memory."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

import numpy as np
import numpy.typing as npt

from ._record import Record
from .words import (Certainty, Guarantee, PointSide, Relation, Severity, Verdict)

if TYPE_CHECKING:
    from .overlaps import Overlap

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.uint32]


@dataclass(eq=False, repr=False)
class PolygonReport(Record):
    """What a reader found in the polygons of a file."""

    crossing: int = 0
    bent: int = 0
    first_crossing: Optional[int] = None
    first_bent: Optional[int] = None
    off_plane: float = 0.0


@dataclass(eq=False, repr=False)
class MeshReport(Record):
    """What the input doctor found in a mesh.

    >>> import impinge
    >>> impinge.make_box((1, 1, 1)).report
    MeshReport(components=1, closed=True)
    """

    degenerate_faces: int = 0
    duplicate_faces: int = 0
    open_edges: int = 0
    non_manifold_edges: int = 0
    inconsistent_edges: int = 0
    components: int = 0
    inside_out_shells: int = 0
    back_faces: int = 0
    first_degenerate_face: Optional[int] = None
    first_duplicate_face: Optional[int] = None
    first_open_face: Optional[int] = None
    first_non_manifold_face: Optional[int] = None
    first_inconsistent_face: Optional[int] = None
    first_inside_out_face: Optional[int] = None
    first_back_face: Optional[int] = None
    closed: bool = False
    cancelled: bool = False
    polygons: PolygonReport = field(default_factory=PolygonReport)

    @property
    def mixed_orientation(self) -> bool:
        """True if no edge is open and only the orientation contradicts itself."""
        return not self.closed and self.open_edges == 0 and self.inconsistent_edges > 0

    @property
    def sound(self) -> bool:
        """True if the mesh is closed and encloses something."""
        return self.closed and not self.cancelled

    @property
    def clean(self) -> bool:
        """True if there is nothing that ``--strict`` would refuse."""
        return not (self.degenerate_faces or self.duplicate_faces or self.open_edges or self.non_manifold_edges
                    or self.inconsistent_edges or self.inside_out_shells or self.back_faces or self.polygons.crossing)


@dataclass(eq=False, repr=False)
class MendSteps(Record):
    """What ``mend`` did to a mesh, in this order."""

    welded_vertices: int = 0
    unused_vertices: int = 0
    duplicate_faces: int = 0
    degenerate_faces: int = 0
    kept_degenerate_faces: int = 0
    turned_faces: int = 0
    filled_holes: int = 0
    new_faces: int = 0
    holes_left: int = 0

    @property
    def nothing_done(self) -> bool:
        """True if the mesh is what it was."""
        return not (self.welded_vertices or self.unused_vertices or self.duplicate_faces or self.degenerate_faces
                    or self.turned_faces or self.filled_holes)


@dataclass(eq=False, repr=False)
class Witness(Record):
    """Proof of a positive verdict, for people to look at."""

    a_point: Floats
    b_point: Floats
    a_face: Optional[int] = None
    b_face: Optional[int] = None


@dataclass(eq=False, repr=False)
class Bounded(Record):
    """A number with a proof: the truth lies between ``low`` and ``high``, unless it is ``sampled``."""

    value: float
    low: float
    high: float
    sampled: bool = False

    def __float__(self) -> float:
        return self.value


@dataclass(eq=False, repr=False)
class SlopeStats(Record):
    """How steep the faces in the window are against the direction of view."""

    mean_deg: float = 0.0
    steep_share: float = 0.0
    faces: int = 0


@dataclass(eq=False, repr=False)
class ViewChoice(Record):
    """A direction that was looked along."""

    direction: Floats
    rule: str
    slope: SlopeStats


@dataclass(eq=False, repr=False)
class PairAnswer(Record):
    """The answer for one object pair (a earlier than b in the scene), or for one object with itself (a = b)."""

    a: int
    b: int
    verdict: Verdict
    names: tuple[str, str] = ("", "")  #: of the two objects
    certainty: Certainty = Certainty.proved
    winding: Optional[float] = None
    face_pair_count: int = 0
    crossing_count: int = 0
    touching_count: int = 0
    #: (n, 2): face of a and face of b of each pair that meets
    face_pairs: Indices = field(default_factory=lambda: np.zeros((0, 2), np.uint32))
    #: for each face pair whether it crosses; the others touch
    face_pairs_cross: npt.NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, bool))
    truncated: bool = False
    distance: Optional[float] = None
    #: with a clearance, of a pair with a simple solid: bounds of the distance, minus the depth of two that overlap
    gap: Optional[Bounded] = None
    witness: Optional[Witness] = None
    overlap_volume: Optional[Bounded] = None
    depth: Optional[Bounded] = None
    depth_direction: Optional[Floats] = None
    overlap: Optional[Overlap] = None
    guarantee: Guarantee = Guarantee.direct
    views: list[ViewChoice] = field(default_factory=list)
    proxy_faces: int = 0
    ignored: bool = False
    accepted: bool = False
    beyond: bool = False
    rule: Optional[int] = None
    severity: Severity = Severity.medium
    reason: str = ""
    statement: str = ""


@dataclass(eq=False, repr=False)
class StageStats(Record):
    """Work of one stage: wall time, items that entered, items that were passed on (``in`` and ``out`` in C++)."""

    name: str
    ms: float
    entered: int
    left: int


@dataclass(eq=False, repr=False)
class Stats(Record):
    """How an answer was found."""

    methods: list[str] = field(default_factory=list)
    backend: str = ""
    not_as_asked: str = ""
    threads: int = 1
    total_ms: float = 0.0
    stages: list[StageStats] = field(default_factory=list)


@dataclass(eq=False, repr=False)
class SkippedPairs(Record):
    """Pairs of objects that were not computed."""

    ignored: int = 0
    unasked: int = 0
    refused: int = 0


@dataclass(eq=False, repr=False)
class RuleUse(Record):
    """What a rule was good for."""

    pairs: int = 0
    selected: int = 0


@dataclass(eq=False, repr=False)
class FirstContact(Record):
    """Where and when two objects first touch."""

    t: float
    point: Floats
    a_face: Optional[int] = None
    b_face: Optional[int] = None


@dataclass(eq=False, repr=False)
class LeastDistance(Record):
    """The least distance of two objects over a whole motion, with a proof."""

    value: float
    low: float
    high: float
    t: float


@dataclass(eq=False, repr=False)
class Enclosure(Record):
    """A time during which one body is within another that is open or dirty, or may be."""

    begin: float
    end: float
    t: float
    verdict: Verdict
    certainty: Certainty
    winding: Optional[float] = None
    point: Floats = field(default_factory=lambda: np.zeros(3))


@dataclass(eq=False, repr=False)
class OverlapMoment(Record):
    """An overlap at one moment of a motion."""

    t: float
    answer: PairAnswer


@dataclass(eq=False, repr=False)
class SweptPair(Record):
    """What the motion does to one object pair."""

    a: int
    b: int
    names: tuple[str, str] = ("", "")
    first_contact: Optional[FirstContact] = None
    #: (n, 2): begin and end of each time of uninterrupted contact
    intervals: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    worst_t: float = 0.0
    worst_crossing_count: int = 0
    least_distance: Optional[LeastDistance] = None
    overlap: Optional[OverlapMoment] = None
    enclosed: Optional[Enclosure] = None
    ignored: bool = False
    reason: str = ""


@dataclass(eq=False, repr=False)
class CullStats(Record):
    """What velocity_backface did."""

    pairs: int = 0
    faces: int = 0
    faces_dropped: int = 0
    by_plane: int = 0
    face_pairs: int = 0
    face_pairs_saved: int = 0
    refused_open: int = 0
    refused_contact: int = 0
    refused_inward: int = 0


@dataclass(eq=False, repr=False)
class PointAnswers(Record):
    """What was asked about points, in their order; arrays that were not asked for are empty."""

    sides: list[PointSide]
    distances: Floats
    least_distances: Floats
    faces: Indices
    nearest: Floats
    windings: Floats
    certainty: Certainty = Certainty.proved

    @property
    def inside(self) -> npt.NDArray[np.bool_]:
        """For each point whether it lies inside."""
        return np.array([side == "inside" for side in self.sides], dtype=bool)


@dataclass(eq=False, repr=False)
class RayAnswers(Record):
    """The first crossing of each ray with the surface, in their order; face 2 ** 32 - 1 and time inf where none is met."""

    faces: Indices
    times: Floats


@dataclass(eq=False, repr=False)
class NearestObject(Record):
    """The other object nearest to one, see ``Engine.nearest``."""

    object: int
    distance: float
    witness: Optional[Witness] = None


@dataclass(eq=False, repr=False)
class PoseAnswer(Record):
    """What an object, or the first of several, does at a pose."""

    verdict: Verdict
    hit: Optional[int]
    moving: int
    distance: Optional[float]


__all__ = [name for name, value in list(globals().items()) if isinstance(value, type) and issubclass(value, Record)
           and value is not Record] + ["Relation"]
