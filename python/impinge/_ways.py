# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The words of Experiments: other ways to the same answers."""
from __future__ import annotations

import enum

from ._word import Word


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
