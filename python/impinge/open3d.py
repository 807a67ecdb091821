# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Meshes of Open3D, both ways. Open3D is imported only when a mesh of its is made."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _core


def to_impinge(mesh: Any) -> _core.Mesh:
    """The mesh of an ``open3d.geometry.TriangleMesh``, whose arrays are borrowed where they fit, or of the one of
    ``open3d.t.geometry``."""
    if hasattr(mesh, "vertex"):  # tensors, wherever they are
        return _core.Mesh(mesh.vertex["positions"].cpu().numpy(), mesh.triangle["indices"].cpu().numpy())
    return _core.Mesh(np.asarray(mesh.vertices), np.asarray(mesh.triangles))


def from_impinge(mesh: _core.Mesh) -> Any:
    """The ``open3d.geometry.TriangleMesh`` of a mesh."""
    import open3d
    made = open3d.geometry.TriangleMesh()
    made.vertices = open3d.utility.Vector3dVector(np.array(mesh.vertices))  # it takes no array that cannot be written
    made.triangles = open3d.utility.Vector3iVector(np.asarray(mesh.faces).astype(np.int32))
    return made
