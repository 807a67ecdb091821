# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Files in and out, with options as keywords."""
from __future__ import annotations

from typing import Any

from . import _core
from .engine import options_of
from .listings import MotionCounts
from .options import (Compaction, DistanceColours, LoadOptions, MapPictureOptions, OctreeFrame, OctreeMaking, OctreeMoving,
                      PictureOptions)
from .overlaps import MeshPart, PointCloud
from .results import CheckResult, InterferenceMap
from .words import MapLayer


def load_mesh(file: Any, options: LoadOptions | None = None, **words: Any) -> _core.Mesh:
    """Reads a mesh by its ending and its content; everything in the file becomes one mesh. Words are those of LoadOptions.

    >>> import impinge, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "box.stl"
    ...     impinge.write_mesh(impinge.make_box((1, 2, 3)), file)
    ...     impinge.load_mesh(file, file_units="m").vertices.max()
    1500.0
    """
    return _core._load_mesh(file, options_of(LoadOptions, options, words))


def load_parts(file: Any, options: LoadOptions | None = None, **words: Any) -> list[MeshPart]:
    """The same, part by part: the nodes of glTF, the build items of 3MF.

    >>> import impinge, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "parts.glb"
    ...     impinge.write_parts([impinge.MeshPart(n, impinge.make_box((1, 1, 1))) for n in ("lid", "box")], file)
    ...     [part.name for part in impinge.load_parts(file)]
    ['lid', 'box']
    """
    return _core._load_parts(file, options_of(LoadOptions, options, words))


def load_points(file: Any, options: LoadOptions | None = None, **words: Any) -> PointCloud:
    """Reads the vertices of a mesh file, or a text with a point in each line."""
    return _core._load_points(file, options_of(LoadOptions, options, words))


def write_points(cloud: PointCloud, distances: Any, file: Any, colours: DistanceColours | None = None, **words: Any) -> None:
    """Writes the points as a PLY with their distances and colours."""
    _core._write_points(cloud, distances, file, options_of(DistanceColours, colours, words))


def colour_range(distances: Any, colours: DistanceColours | None = None, **words: Any) -> float:
    """Where the colours end: `range`, or chosen from the distances.

    >>> import impinge
    >>> impinge.colour_range([-1, 0, 2], range=5)
    5.0
    """
    return _core._colour_range(distances, options_of(DistanceColours, colours, words))


def write_picture(scene: _core.Scene, result: CheckResult | None, file: Any, options: PictureOptions | None = None,
                  **words: Any) -> None:
    """Draws a scene, with the contacts of an answer, as a PNG. Words are those of PictureOptions."""
    handle = result._handle if result is not None else None
    _core._write_picture(scene, handle, file, options_of(PictureOptions, options, words))


def write_distance_picture(cloud: PointCloud, distances: Any, file: Any, colours: DistanceColours | None = None,
                           options: PictureOptions | None = None) -> None:
    """Draws points, or the faces between them, in the colours of their distances as a PNG."""
    _core._write_distance_picture(cloud, distances, file, colours or DistanceColours(), options or PictureOptions())


def write_map_picture(map: InterferenceMap, file: Any, options: MapPictureOptions | None = None, **words: Any) -> None:
    """Draws a map as a PNG with legend, scale bar and numbers."""
    _core._write_map_picture(map._with_handle(), file, options_of(MapPictureOptions, options, words))


def write_map_raw(map: InterferenceMap, file: Any, layer: MapLayer | str = MapLayer.gap) -> None:
    """Writes the numbers of a map, one float a cell: .pfm or .tif."""
    map.write_raw(file, layer)


def write_map_mesh(map: InterferenceMap, file: Any, range: float = 0.0) -> None:
    """Writes both bodies as one PLY in the colours of the map."""
    map.write_mesh(file, range)


def make_octree(mesh: _core.Mesh, making: OctreeMaking | None = None, **words: Any) -> _core.Octree:
    """The octree of a mesh. Words are those of OctreeMaking.

    >>> import impinge
    >>> ball = impinge.make_octree(impinge.make_icosphere(1), level=4)
    >>> impinge.share_voxel(ball, ball), len(impinge.subtract(ball, ball))
    (True, 0)
    """
    return _core._make_octree(mesh, options_of(OctreeMaking, making, words))


def compacted(octree: _core.Octree, compaction: Compaction | None = None, **words: Any) -> Any:
    """Few cubes (n, 4) that do not overlap and cover exactly what is black.

    >>> import impinge
    >>> impinge.compacted(impinge.make_octree(impinge.make_box((1, 1, 1)), level=3)).shape[1]
    4
    """
    return _core._compacted(octree, options_of(Compaction, compaction, words))


def move_octree(source: _core.Octree, pose: Any, target_frame: OctreeFrame, moving: OctreeMoving | None = None,
                *, counts: MotionCounts | None = None, **words: Any) -> _core.Octree:
    """A solid of cubes that moves: the pose takes the source's frame to the target's. `counts`, if given, hears what was
    done.

    >>> import impinge, numpy as np
    >>> ball = impinge.make_octree(impinge.make_icosphere(1), level=4)
    >>> counts = impinge.MotionCounts()
    >>> moved = impinge.move_octree(ball, np.eye(4), ball.frame, counts=counts)
    >>> len(impinge.subtract(ball, moved)), counts.cubes > 0
    (0, True)
    """
    return _core._move_octree(source, pose, target_frame, options_of(OctreeMoving, moving, words), counts)
