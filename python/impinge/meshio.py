# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Meshes of meshio, both ways. meshio is imported only when a mesh of its is made."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._error import Error
from .words import ErrorCode


def to_impinge(mesh: Any) -> _core.Mesh:
    """The surface of a ``meshio.Mesh``: its triangles, and its quads cut in two. Points of the plane lie at z = 0."""
    points = np.asarray(mesh.points, dtype=np.float64)
    if points.shape[1] == 2:
        points = np.column_stack([points, np.zeros(len(points))])
    cells = mesh.cells_dict
    parts = [np.asarray(cells[kind]) for kind in ("triangle",) if kind in cells]
    if "quad" in cells:
        quads = np.asarray(cells["quad"])
        parts += [quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]
    if not parts:
        raise Error(f"a meshio mesh with triangles or quads is expected, this one has {', '.join(cells) or 'no cells'}",
                    ErrorCode.bad_mesh)
    return _core.Mesh(points, np.concatenate(parts))


def from_impinge(mesh: _core.Mesh) -> Any:
    """The ``meshio.Mesh`` of a mesh."""
    import meshio
    return meshio.Mesh(np.array(mesh.vertices), [("triangle", np.asarray(mesh.faces).astype(np.int64))])
