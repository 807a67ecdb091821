# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The words of answers and options. Each is a string as well: ``pair.verdict == "crossing"``, and options take either.

>>> from impinge import Verdict
>>> Verdict.crossing == "crossing", str(Verdict.crossing), Verdict("near")
(True, 'crossing', Verdict.near)
"""
from __future__ import annotations

import enum
from typing import Any


class Word(str, enum.Enum):
    """A string out of a fixed list. Its value is the word that the command line and the C++ enum have."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[Any]) -> str:
        return name

    @classmethod
    def _missing_(cls, value: object) -> Any:
        raise ValueError(f"{cls.__name__}: there is no word {value!r}; it is one of {', '.join(w.value for w in cls)}")

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self.value), spec)

    __hash__ = str.__hash__


class ErrorCode(Word):
    """What kind of trouble an ``Error`` reports."""

    bad_argument = enum.auto()
    file_missing = enum.auto()
    file_format = enum.auto()
    bad_mesh = enum.auto()
    bad_scene = enum.auto()
    unsupported = enum.auto()
    too_large = enum.auto()
    write_failed = enum.auto()
    cancelled = enum.auto()
    no_device = enum.auto()


class Verdict(Word):
    """One word for an object pair, about the solids and not only their surfaces."""

    disjoint = enum.auto()
    near = enum.auto()
    touching = enum.auto()
    crossing = enum.auto()
    a_in_b = enum.auto()
    b_in_a = enum.auto()
    same = enum.auto()
    undecided = enum.auto()

    @property
    def mirrored(self) -> Verdict:
        """The verdict with a and b swapped.

        >>> Verdict.a_in_b.mirrored
        Verdict.b_in_a
        """
        return {"a_in_b": Verdict.b_in_a, "b_in_a": Verdict.a_in_b}.get(self.value, self)


class Relation(Word):
    """How two triangles, or two convex bodies, meet."""

    disjoint = enum.auto()
    touching = enum.auto()
    crossing = enum.auto()


class Guarantee(Word):
    """What a method promises about the pairs it reports."""

    superset = enum.auto()
    sampled = enum.auto()
    direct = enum.auto()


class Certainty(Word):
    """How sure the verdict of a pair is."""

    proved = enum.auto()
    likely = enum.auto()
    sampled = enum.auto()
    within_bound = enum.auto()
    undecided = enum.auto()


class DirectionRule(Word):
    """How the direction of a raster's lines is found."""

    boxes = enum.auto()
    faces = enum.auto()
    last = enum.auto()
    several = enum.auto()
    local_boxes = enum.auto()


class PointSide(Word):
    """Where a point lies with respect to a solid."""

    outside = enum.auto()
    inside = enum.auto()
    on = enum.auto()
    undecided = enum.auto()


class Path(Word):
    """How an object gets from one keyframe to the next."""

    straight = enum.auto()
    screw = enum.auto()


class Group(Word):
    """If any object of a scene has a group, only pairs across the groups are checked."""

    none = enum.auto()
    a = enum.auto()
    b = enum.auto()


class Severity(Word):
    """How much a finding matters."""

    low = enum.auto()
    medium = enum.auto()
    high = enum.auto()
    critical = enum.auto()


class Method(Word):
    """The stage that turns object pairs into candidate face pairs."""

    automatic = "auto"
    face_octree = enum.auto()
    slice_map = enum.auto()
    cluster_tree = enum.auto()
    zlist = enum.auto()
    depth_count = enum.auto()
    moved_octree = enum.auto()
    polar_newton = enum.auto()
    sweep_faces = enum.auto()


class Backend(Word):
    """Where the raster methods do their work."""

    cpu = enum.auto()
    gl = enum.auto()
    automatic = "auto"


class OpenBodies(Word):
    """What a mesh is taken for that is not closed, or whose faces are not turned alike."""

    solid = enum.auto()
    surface = enum.auto()


class FaceFeature(Word):
    """What a point of a face lies on."""

    vertex = enum.auto()
    edge = enum.auto()
    face = enum.auto()


class Combination(Word):
    """How two solids are combined."""

    intersection = enum.auto()
    union = enum.auto()
    difference = enum.auto()


class MapCell(Word):
    """What a line through the middle of a cell meets; ``InterferenceMap.cells`` has their numbers, ``.code``."""

    empty = enum.auto()
    a_only = enum.auto()
    b_only = enum.auto()
    gap = enum.auto()
    contact = enum.auto()
    penetration = enum.auto()
    undecided = enum.auto()

    @property
    def code(self) -> int:
        """The number that stands for it in ``InterferenceMap.cells``.

        >>> MapCell.penetration.code
        5
        """
        return list(MapCell).index(self)


class ConvexStop(Word):
    """Where a query about two convex bodies ended, in the order of trying."""

    spheres = enum.auto()
    screening = enum.auto()
    newton = enum.auto()
    cone_1 = enum.auto()
    cone_2 = enum.auto()
    cone_3 = enum.auto()
    support = enum.auto()
    gjk = enum.auto()
    exact = enum.auto()
    warm = enum.auto()


class CertificateKind(Word):
    """What the proof of a query about two convex bodies consists of (``ConvexCertificate::Kind`` in C++)."""

    none = enum.auto()
    point = enum.auto()
    plane = enum.auto()
    simplex_point = enum.auto()
    simplex_plane = enum.auto()


class OctreeKind(Word):
    """What is black in an octree."""

    volume = enum.auto()
    face = enum.auto()


class VoxelRule(Word):
    """When a voxel is black."""

    contact = enum.auto()
    centre = enum.auto()


class MapLayer(Word):
    """Which numbers of a map to write."""

    gap = enum.auto()
    distance_low = enum.auto()


class Broad(Word):
    """The stage that turns object boxes into object pairs."""

    sweep_boxes = enum.auto()
    brute_boxes = enum.auto()
    none = enum.auto()


class ZlistForm(Word):
    """Which crossings of a line are kept."""

    complete = enum.auto()
    minmax = enum.auto()


class RasterScope(Word):
    """What shares a raster in checks by zlist."""

    pairs = enum.auto()
    scene = enum.auto()


class DepthCountForm(Word):
    """The algorithms of Myszkowski, Okunev & Kunii 1995 by name."""

    basic = enum.auto()
    extended = enum.auto()
    simplified = enum.auto()


class DepthPasses(Word):
    """How far depth_count goes."""

    all = enum.auto()
    early = enum.auto()
    one = enum.auto()
    two = enum.auto()


class Drawing(Word):
    """How a graphics card draws what both ways can."""

    compute = enum.auto()
    raster = enum.auto()


class Swept(Word):
    """The test behind the swept boxes of a motion."""

    exact = enum.auto()
    hull = enum.auto()


class SweptPairs(Word):
    """What finds the face pairs of moving objects that may come into contact."""

    trees = enum.auto()
    face_octree = enum.auto()
    moved_octree = enum.auto()


class Parallel(Word):
    """How the face pairs of a step are shared among the threads."""

    spmd = enum.auto()
    spmd_even = enum.auto()
    producer = enum.auto()


class OctreeMotion(Word):
    """Which way an octree is moved."""

    reference = enum.auto()
    exact_test = enum.auto()
    descent = enum.auto()
    efficient = enum.auto()
    translation_reference = enum.auto()
    translation = enum.auto()
