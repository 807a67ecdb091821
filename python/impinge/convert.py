# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Whatever has triangles becomes a Mesh: files, trimesh, Open3D, meshio, (vertices, faces)."""
from __future__ import annotations

import os
import pathlib
from typing import Any

import numpy as np

from . import _core
from ._error import Error
from .words import ErrorCode


def is_file(source: object) -> bool:
    """True for what names a file."""
    return isinstance(source, (str, os.PathLike))


def as_mesh(source: Any, units: str = "mm") -> _core.Mesh:
    """A mesh of a mesh, a file name, a trimesh, Open3D or meshio object, or a pair (vertices, faces).

    >>> import impinge
    >>> impinge.as_mesh(([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]))
    <impinge.Mesh: 3 vertices, 1 faces, open>
    """
    if isinstance(source, _core.Mesh):
        return source
    if is_file(source):
        from .io import load_mesh
        return load_mesh(source, units=units)
    if isinstance(source, (tuple, list)):
        if len(source) != 2:
            raise TypeError(f"a pair (vertices, faces) is expected, not {len(source)} things")
        return _core.Mesh(source[0], source[1])
    if hasattr(source, "cells_dict") and hasattr(source, "points"):
        from . import meshio
        return meshio.to_impinge(source)
    if hasattr(source, "vertices") and hasattr(source, "faces"):  # trimesh, and all that looks like it
        return _core.Mesh(np.asarray(source.vertices), np.asarray(source.faces), origin_of(source))
    if (hasattr(source, "triangles") and hasattr(source, "vertices")) or (hasattr(source, "triangle") and hasattr(source, "vertex")):
        from . import open3d
        return open3d.to_impinge(source)
    raise TypeError("a Mesh, a file name, a trimesh, Open3D or meshio mesh, or a pair (vertices, faces) is expected, not "
                    f"{type(source).__module__}.{type(source).__qualname__}")


def origin_of(source: Any) -> str:
    """The file that a trimesh object came from, if it knows."""
    metadata = getattr(source, "metadata", None)
    name = metadata.get("file_name") if isinstance(metadata, dict) else None
    return name if isinstance(name, str) else ""


def name_of(source: Any, number: int) -> str:
    """What to call an object: the stem of its file, else a, b, c …"""
    if is_file(source):
        return pathlib.Path(os.fsdecode(source)).stem
    origin = source.origin if isinstance(source, _core.Mesh) else origin_of(source)
    stem = pathlib.PurePath(origin).stem if pathlib.PurePath(origin).suffix else ""
    return stem or (chr(ord("a") + number) if number < 26 else f"object {number}")


def scene_of(sources: Any, units: str = "mm") -> _core.Scene:
    """A scene of one scene or scene file, of a dictionary by names, or of several bodies."""
    if len(sources) == 1:
        source = sources[0]
        if isinstance(source, _core.Scene):
            return source
        if is_file(source) and os.fsdecode(source).endswith(".json"):
            return _core.load_scene(source)
        if isinstance(source, dict):
            scene = _core.Scene()
            scene.units = units
            for name, body in source.items():
                scene.add(name, body)
            return scene
        if hasattr(source, "graph") and hasattr(source, "geometry"):
            from .trimesh import scene_of_trimesh
            return scene_of_trimesh(source)
    if len(sources) < 2:
        raise Error("two bodies or more are needed, or a scene; with self=True one is enough", ErrorCode.bad_scene)
    return bodies_scene(sources, units)


def bodies_scene(sources: Any, units: str = "mm") -> _core.Scene:
    """Each body an object, named as its file."""
    scene = _core.Scene()
    scene.units = units
    for number, source in enumerate(sources):
        shape = source if isinstance(source, _core.LineShape) else as_mesh(source, units)
        scene.add(name_of(source, number) if not isinstance(source, _core.LineShape) else source.name, shape)
    return scene
