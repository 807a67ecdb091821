# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What to ask, with the defaults of C++ and of the command line. Queries take these, or the same names as keywords."""
from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, Sequence, Union

from ._record import Record
from .words import (Backend, Broad, DepthCountForm, DepthPasses, DirectionRule, Drawing, Method, OctreeKind, OctreeMotion,
                    OpenBodies, Parallel, RasterScope, Swept, SweptPairs, VoxelRule, ZlistForm)

#: Who hears about progress: ``True`` for a bar, or a function of the stage's name and the share done, 0 to 1.
Progress = Union[None, bool, Callable[[str, float], object]]
#: Three numbers: a list, a tuple or an array.
Vec3Like = Any
#: An object of a scene by its id or its name.
ObjectLike = Union[int, str]


@dataclass(eq=False, repr=False)
class ViewOptions(Record):
    """How a raster looks at two bodies, in checks as in maps."""

    resolution: Optional[int] = None
    direction: Optional[Vec3Like] = None
    rule: Union[DirectionRule, str] = DirectionRule.boxes
    direction_count: int = 4


@dataclass(eq=False, repr=False)
class CheckOptions(Record):
    """What to ask of a check.

    >>> CheckOptions(clearance=0.2)
    CheckOptions(clearance=0.2)
    """

    method: Union[Method, str] = Method.automatic
    clearance: Optional[float] = None
    level: Optional[int] = None
    view: ViewOptions = field(default_factory=ViewOptions)
    certified: bool = False
    volume: bool = False
    refine: int = 0
    error: float = 0.0
    contacts: bool = False
    curves: bool = False
    patches: bool = False
    overlap: bool = False
    parting: bool = False
    tolerance: Optional[float] = None
    open: Union[OpenBodies, str] = OpenBodies.solid
    ignored: bool = False
    asks: Optional[Callable[[int, int], bool]] = None
    self: bool = False
    self_objects: Sequence[ObjectLike] = ()
    pairs: bool = True
    face_pairs: bool = True
    max_pairs: int = 2**64 - 1
    memory: int = 0


@dataclass(eq=False, repr=False)
class SweepOptions(Record):
    """What to ask of a motion."""

    velocity_backface: bool = False
    clearance: Optional[float] = None
    precision: float = 1e-3
    ignored: bool = False
    self: bool = False
    open: Union[OpenBodies, str] = OpenBodies.solid
    first_only: bool = False
    contacts: bool = False
    curves: bool = False
    patches: bool = False
    overlap: bool = False
    parting: bool = False
    begins_apart: bool = False
    samples: int = 64


@dataclass(eq=False, repr=False)
class MapOptions(Record):
    """What to ask of a map."""

    view: ViewOptions = field(default_factory=ViewOptions)
    refine: int = 0
    error: float = 0.0
    close_scans: bool = False
    range: float = math.inf
    tolerance: float = 0.0
    directions: Sequence[Vec3Like] = ()


@dataclass(eq=False, repr=False)
class PointOptions(Record):
    """What to ask about points."""

    sides: bool = True
    nearest: bool = True
    range: float = math.inf
    open: Union[OpenBodies, str] = OpenBodies.solid


@dataclass(eq=False, repr=False)
class RayOptions(Record):
    """What to ask about rays."""

    limit: float = math.inf


@dataclass(eq=False, repr=False)
class PoseOptions(Record):
    """What to ask of many poses."""

    clearance: Optional[float] = None
    open: Union[OpenBodies, str] = OpenBodies.solid


@dataclass(eq=False, repr=False)
class EngineOptions(Record):
    """How an engine works, whatever it is asked."""

    threads: int = 0
    backend: Union[Backend, str] = Backend.cpu
    on_log: Optional[Callable[[str], object]] = None


@dataclass(eq=False, repr=False)
class Experiments(Record):
    """Baselines of the papers and other ways to the same answers."""

    broad: Union[Broad, str] = Broad.sweep_boxes
    zlist: Union[ZlistForm, str] = ZlistForm.complete
    raster: Union[RasterScope, str] = RasterScope.pairs
    depth_form: Union[DepthCountForm, str] = DepthCountForm.extended
    depth_passes: Union[DepthPasses, str] = DepthPasses.all
    drawing: Union[Drawing, str] = Drawing.compute
    swept: Union[Swept, str] = Swept.exact
    swept_pairs: Union[SweptPairs, str] = SweptPairs.trees
    parallel: Union[Parallel, str] = Parallel.spmd


@dataclass(eq=False, repr=False)
class ConvexOptions(Record):
    """How the maps of a convex body are built."""

    map_levels: int = 2
    faces_per_cell: float = 1.0
    bound_cells: int = 0


@dataclass(eq=False, repr=False)
class ConvexQuery(Record):
    """Which stops a query about convex bodies may use."""

    support_stops: bool = True
    bound_tables: bool = True
    max_iterations: int = 6
    reselections: int = 1


@dataclass(eq=False, repr=False)
class OctreeFrame(Record):
    """The root cube of an octree, and how often it is halved: it has 2 ** level voxels along each edge."""

    origin: Vec3Like = (0.0, 0.0, 0.0)
    voxel: float = 1.0
    level: int = 0

    @property
    def voxels(self) -> int:
        """Voxels along an edge of the root."""
        return 1 << self.level

    @property
    def edge(self) -> float:
        """Edge of the root.

        >>> OctreeFrame(voxel=0.5, level=3).edge
        4.0
        """
        return self.voxel * self.voxels


@dataclass(eq=False, repr=False)
class OctreeMaking(Record):
    """How ``make_octree`` works."""

    level: int = 6
    kind: Union[OctreeKind, str] = OctreeKind.volume
    rule: Union[VoxelRule, str] = VoxelRule.contact
    link_faces: bool = False
    frame: Optional[OctreeFrame] = None


@dataclass(eq=False, repr=False)
class OctreeMoving(Record):
    """How ``move_octree`` works."""

    rule: Union[VoxelRule, str] = VoxelRule.contact
    grow: float = 0.0
    motion: Union[OctreeMotion, str] = OctreeMotion.efficient
    parts: int = 1


@dataclass(eq=False, repr=False)
class Compaction(Record):
    """How hard ``compacted`` tries."""

    scans: int = 14
    restarts: int = 8
    seed: int = 1


@dataclass(eq=False, repr=False)
class LoadOptions(Record):
    """How a file is read."""

    units: str = "mm"
    file_units: str = ""
    scale: Vec3Like = (1.0, 1.0, 1.0)


@dataclass(eq=False, repr=False)
class PictureOptions(Record):
    """How ``write_picture`` looks at a scene; z points up."""

    width: int = 1280
    height: int = 960
    azimuth_deg: Optional[float] = None
    elevation_deg: Optional[float] = None
    pair: Optional[tuple[ObjectLike, ObjectLike]] = None
    backend: Union[Backend, str] = Backend.cpu


@dataclass(eq=False, repr=False)
class MapPictureOptions(Record):
    """How ``write_map_picture`` labels a map."""

    title: str = ""
    a: str = "a"
    b: str = "b"
    units: str = "mm"
    range: float = 0.0
    size: int = 1024


@dataclass(eq=False, repr=False)
class DistanceColours(Record):
    """How distances of points are coloured: blue inside over green at 0 to red."""

    range: float = 0.0
    title: str = ""
    units: str = "mm"
