# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The same documents as the command line writes, but for times."""
import json
import pathlib
import subprocess

import numpy as np
import pytest

import impinge
import impinge.scenes




#: What differs from run to run.
TIMES = {"ms", "total_ms", "threads", "read_ms", "mesh_ms", "settle_ms", "peak_bytes"}


def timeless(document):
    """Without what differs from run to run."""
    if isinstance(document, dict):
        return {k: timeless(v) for k, v in document.items() if k not in TIMES}
    return [timeless(x) for x in document] if isinstance(document, list) else document


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """What `impinge demo` writes for each scene."""
    from conftest import BUILD
    folder = tmp_path_factory.mktemp("demo")
    subprocess.run([BUILD / "impinge", "demo", "--output", folder], check=True, capture_output=True)
    return folder


def test_all_scenes_of_the_demo(demo):
    names = impinge.scenes.names()
    assert len(names) > 5
    engine = impinge.Engine()
    for name in names:
        result = engine.check(impinge.scenes.load(name), ignored=True, clearance=impinge.scenes.clearance(name))
        theirs = json.loads((demo / f"{name}.json").read_text())
        mine = json.loads(result.to_json(hint=False))
        assert timeless(mine) == timeless(theirs), name
        assert list(mine) == list(theirs)


def run(tool, *arguments):
    done = subprocess.run([tool, *map(str, arguments), "--json", "-"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout), done.returncode


@pytest.fixture
def files(tmp_path):
    impinge.write_mesh(impinge.make_box((10, 10, 2)), tmp_path / "plate.stl")
    torus = impinge.make_torus(3, 1, 24, 12)
    impinge.write_mesh(impinge.Mesh(torus.vertices + [0, 0, 1.5], torus.faces), tmp_path / "ring.ply")
    impinge.write_mesh(impinge.Mesh(torus.vertices + [0, 0, 5.5], torus.faces), tmp_path / "cover.obj")
    return [tmp_path / "plate.stl", tmp_path / "ring.ply", tmp_path / "cover.obj"]


@pytest.mark.parametrize("words, options", [
    ({}, []),
    ({"clearance": 3}, ["--clearance", "3"]),
    ({"volume": True}, ["--volume"]),
    ({"self": True}, ["--self"]),
    ({"face_pairs": False}, ["--verdicts"]),
    ({"method": "zlist", "resolution": 64}, ["--method", "zlist", "--resolution", "64"]),
])
def test_files_are_checked_alike(tool, files, words, options):
    result = impinge.check(*files, **words)
    theirs, status = run(tool, "check", *files, *options)
    assert timeless(result.to_dict()) == timeless(theirs)
    assert (status == 1) == bool(result.findings)


def test_maps_and_sweeps_alike(tool, files, tmp_path):
    seen = impinge.map(*files[:2], resolution=64)
    assert timeless(seen.to_dict()) == timeless(run(tool, "map", *files[:2], "--resolution", "64")[0])
    scene = tmp_path / "bullet.json"
    scene.write_text(json.dumps({"schema": "impinge.scene/1", "units": "mm", "duration": 1, "objects": [
        {"name": "wall", "shape": {"box": [0.1, 10, 10]}},
        {"name": "bullet", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [-20, 0, 0], "velocity": [40, 0, 0]}]}))
    swept = impinge.sweep(scene, clearance=0.5)
    assert timeless(swept.to_dict()) == timeless(run(tool, "sweep", "--scene", scene, "--clearance", "0.5")[0])
    assert "<svg" in swept.to_svg() and "bullet" in swept.to_table()


def test_scene_files_with_rules_alike(tool, tmp_path):
    scene = tmp_path / "cell.json"
    scene.write_text(json.dumps({"schema": "impinge.scene/1", "units": "mm", "objects": [
        {"name": "bolt 1", "shape": {"box": [1, 1, 5]}, "layer": "fasteners"}, {"name": "plate", "shape": {"box": [9, 9, 1]}},
        {"name": "bolt 2", "shape": {"box": [1, 1, 5]}, "position": [3, 0, 0]}],
        "rules": [{"a": "bolt*", "b": "plate", "accept": ["crossing"], "reason": "press fit"}, {"a": "*", "b": "*", "min": 4}]}))
    result = impinge.check(scene)
    assert timeless(result.to_dict()) == timeless(run(tool, "check", "--scene", scene)[0])
    assert [p.names for p in result.findings] == [("bolt 1", "bolt 2")] and result.findings[0].rule == 1


def test_pandas(files):
    pandas = pytest.importorskip("pandas")
    frame = impinge.check(*files, clearance=3).to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["verdict"]) == ["crossing", "near"]
    assert impinge.check(*files[:1], files[2]).to_pandas().empty


def test_pictures_and_plots(files):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    result, seen = impinge.check(*files), impinge.map(*files[:2], resolution=32)
    for png in (result._repr_png_(), seen._repr_png_(), impinge.load_scene(scene_file(files))._repr_png_()):
        assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert seen.plot().get_title().startswith("plate / ring")
    swept = impinge.Scene()
    swept.add("wall", impinge.make_box((1, 9, 9)))
    swept.set_motion(swept.add("ball", impinge.make_icosphere(1, 2), (-5, 0, 0)), impinge.Motion(velocity=(9, 0, 0)))
    swept.duration = 1
    from matplotlib import pyplot
    assert impinge.sweep(swept, clearance=9).plot(pyplot.figure().add_subplot()).get_xlabel() == "t"


def scene_file(files):
    scene = pathlib.Path(files[0]).with_name("scene.json")
    scene.write_text(json.dumps({"schema": "impinge.scene/1", "objects": [{"name": f.stem, "file": f.name} for f in files]}))
    return scene


def test_files_in_and_out(tmp_path, files):
    cloud = impinge.load_points(files[0])
    scene = impinge.Scene()
    scene.add("ring", files[1])
    distances = impinge.Engine().points(scene, "ring", cloud.points).distances
    impinge.write_points(cloud, distances, tmp_path / "deviation.ply")
    impinge.write_distance_picture(cloud, distances, tmp_path / "deviation.png")
    assert impinge.colour_range(distances) > 0 and (tmp_path / "deviation.png").stat().st_size > 1000
    tree = impinge.make_octree(impinge.load_mesh(files[1]), level=4)
    impinge.write_octree(tree, tmp_path / "ring.df")
    assert impinge.load_octree(tmp_path / "ring.df") == tree
    impinge.write_voxels(np.zeros(16**3, np.float32), tree.frame, tmp_path / "zero.mha")
    impinge.write_parts([impinge.MeshPart("a", impinge.make_box((1, 1, 1)))], tmp_path / "parts.glb")
    assert [p.name for p in impinge.load_parts(tmp_path / "parts.glb")] == ["a"]
    assert {"STL", "OBJ"} <= {f.name for f in impinge.formats()} and impinge.methods() and impinge.backends()
    with pytest.raises(impinge.Error) as error:
        impinge.load_mesh(tmp_path / "none.stl")
    assert error.value.code == "file_missing" and "none.stl" in str(error.value)
