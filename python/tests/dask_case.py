# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Plants and processes for the tests of impinge.dask. Loopback addresses only."""
import json
import os
import pathlib
import subprocess

import pytest

import impinge

pytest.importorskip("distributed", reason="python3-distributed is not installed")
import impinge.dask as many  # noqa: E402

FULL = bool(os.environ.get("IMPINGE_FULL"))
BUILD = pathlib.Path(os.environ.get("IMPINGE_BUILD", pathlib.Path(__file__).resolve().parents[2] / "build" / "release"))
TOOL = pathlib.Path(os.environ.get("IMPINGE_TOOL", BUILD / "impinge"))
SMALL = 8_000_000  # makes tasks of some twenty objects


def make_plant(folder, parts=390, clashes=9):
    subprocess.run([TOOL, "plant", folder, "--parts", str(parts), "--clashes", str(clashes), "--quiet"], check=True)
    return folder / "plant.json"


@pytest.fixture(scope="module")
def plant(tmp_path_factory):
    return make_plant(tmp_path_factory.mktemp("plant"))


@pytest.fixture(scope="module")
def whole(plant):
    return impinge.Engine().check(impinge.load_scene(plant)).to_json(stats=False)


@pytest.fixture(scope="module")
def client():
    with many.cluster("local:2", "1GB") as opened:
        yield opened


def planted(plant):
    return [(p["a"], p["b"]) for p in json.loads((plant.parent / "clashes.json").read_text())["pairs"]]
