# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The words of answers and options. Each is a string as well: ``pair.verdict == "crossing"``, and options take either.

>>> from impinge import Verdict
>>> Verdict.crossing == "crossing", str(Verdict.crossing), Verdict("near")
(True, 'crossing', Verdict.near)
"""
from __future__ import annotations

import enum

from ._ways import (Broad as Broad, ZlistForm as ZlistForm, RasterScope as RasterScope, DepthCountForm as DepthCountForm,
                    DepthPasses as DepthPasses, Drawing as Drawing, Swept as Swept, SweptPairs as SweptPairs, Parallel as Parallel,
                    OctreeMotion as OctreeMotion)
from ._word import Word as Word


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


class SolidKind(Word):
    """What a simple solid is."""

    half_space = enum.auto()
    box = enum.auto()
    sphere = enum.auto()
    capsule = enum.auto()
    cylinder = enum.auto()
    cone = enum.auto()
    ellipsoid = enum.auto()
    height_field = enum.auto()
    points = enum.auto()


class JointKind(Word):
    """How a joint moves the link after it."""

    fixed = enum.auto()
    revolute = enum.auto()
    continuous = enum.auto()
    prismatic = enum.auto()


class AdjacentLinks(Word):
    """Which pairs of links are left out when a robot is put into a scene."""

    automatic = "auto"
    ignored = "ignore"
    checked = "check"


class LinkPairKind(Word):
    """What becomes of two links in all states of a robot."""

    adjacent = enum.auto()
    always = enum.auto()
    at_rest = enum.auto()
    never = enum.auto()
    sometimes = enum.auto()


class DecisionState(Word):
    """What a reviewer has decided about a pair: open and assigned ones stay findings."""

    open = enum.auto()
    assigned = enum.auto()
    accepted = enum.auto()


class ReviewState(Word):
    """What becomes of a pair in a review."""

    finding = enum.auto()
    known = enum.auto()
    accepted = enum.auto()
    listed = enum.auto()
