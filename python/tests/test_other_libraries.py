# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Meshes of Open3D and meshio, both ways: their own where they are installed, else objects that have their attributes."""
import importlib
import importlib.util
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import impinge
import impinge.meshio
import impinge.open3d
from conftest import BUILD, ROOT


def torus():
    return impinge.make_torus(2, 1, 8, 6)


def test_meshes_of_meshio(tmp_path):
    meshio = pytest.importorskip("meshio", reason="meshio is not installed (Debian: python3-meshio)")
    mesh = torus()
    theirs = impinge.meshio.from_impinge(mesh)
    assert isinstance(theirs, meshio.Mesh) and impinge.as_mesh(theirs) == mesh
    theirs.write(tmp_path / "torus.obj")
    assert impinge.load_mesh(tmp_path / "torus.obj") == impinge.as_mesh(meshio.read(tmp_path / "torus.obj"))
    corners = [[0, 0], [1, 0], [1, 1], [0, 1], [2, 0]]
    mixed = meshio.Mesh(corners, [("triangle", [[1, 4, 2]]), ("line", [[0, 1]]), ("quad", [[0, 1, 2, 3]])])
    assert impinge.as_mesh(mixed).faces.tolist() == [[1, 4, 2], [0, 1, 2], [0, 2, 3]]
    with pytest.raises(impinge.Error, match="tetra") as error:
        impinge.as_mesh(meshio.Mesh(mesh.vertices, [("tetra", [[0, 1, 2, 3]])]))
    assert error.value.code == "bad_mesh"
    assert impinge.check(theirs, mesh).findings[0].verdict == "same"


def test_meshes_of_open3d():
    open3d = pytest.importorskip("open3d", reason="Open3D is not installed (Debian 12: python3-open3d)")
    mesh = torus()
    theirs = impinge.open3d.from_impinge(mesh)
    assert isinstance(theirs, open3d.geometry.TriangleMesh) and impinge.as_mesh(theirs) == mesh
    assert np.shares_memory(impinge.as_mesh(theirs).vertices, np.asarray(theirs.vertices))
    tensors = open3d.t.geometry.TriangleMesh.from_legacy(theirs)
    assert impinge.as_mesh(tensors).faces.tolist() == mesh.faces.tolist()
    assert np.allclose(impinge.as_mesh(tensors).vertices, mesh.vertices, atol=1e-6)
    assert impinge.check(theirs, mesh).findings[0].verdict == "same"


def test_what_has_the_attributes_of_open3d():
    mesh = torus()

    class Triangles:
        vertices, triangles = mesh.vertices, mesh.faces.astype(np.int32)

    class Tensor:
        def __init__(self, array):
            self.array = array

        def cpu(self):
            return self

        def numpy(self):
            return self.array

    class Tensors:  # an open3d.t.geometry.TriangleMesh: float32, int64, and neither vertices nor triangles
        vertex = {"positions": Tensor(mesh.vertices.astype(np.float32))}
        triangle = {"indices": Tensor(mesh.faces.astype(np.int64))}

    assert impinge.as_mesh(Triangles()) == mesh
    found = impinge.check(Tensors(), mesh, clearance=0.1).findings
    assert len(found) == 1 and np.allclose(impinge.as_mesh(Tensors()).vertices, mesh.vertices, atol=1e-6)


def test_a_bar_of_tqdm_itself(capsys):
    pytest.importorskip("tqdm", reason="tqdm is not installed (Debian: python3-tqdm)")
    impinge.check(impinge.make_icosphere(1, 4), impinge.make_icosphere(1, 4), progress=True)
    assert "%" in capsys.readouterr().err


def test_numpy_that_the_module_cannot_read_is_refused(monkeypatch):
    from impinge import _core, _numpy
    monkeypatch.setattr(np, "__version__", "2.3.1")
    if _core._knows_numpy_2():
        importlib.reload(_numpy)
    else:
        with pytest.raises(ImportError, match="numpy<2"):
            importlib.reload(_numpy)


def test_the_wheel_asks_for_a_numpy_that_fits(monkeypatch):
    spec = importlib.util.spec_from_file_location("wheel_backend", ROOT / "python" / "wheel_backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    needs, = [line for line in backend.metadata(BUILD).splitlines() if line.startswith("Requires-Dist: numpy>=")]
    assert needs.endswith(",<2") != impinge._core._knows_numpy_2()


def test_modules_that_few_need_come_with_the_package():
    code = "import impinge; impinge.trimesh.CollisionManager(); print(impinge.scenes.names()[0], impinge.meshio.to_impinge, impinge.open3d.to_impinge)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={"PYTHONPATH": str(pathlib.Path(impinge.__file__).parents[1])})
    assert done.returncode == 0, done.stderr
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        impinge.nothing
