# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Where the module and the tool are, and the counts of the tests."""
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("IMPINGE_BUILD", ROOT / "build" / "release"))
FULL = bool(os.environ.get("IMPINGE_FULL"))
if not os.environ.get("IMPINGE_INSTALLED"):
    sys.path.insert(0, str(BUILD / "python"))
    # Programs that tests start find it too, as where it is installed.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(BUILD / "python"), os.environ.get("PYTHONPATH")]))


def count(quick, full):
    """How many cases: the quick number, or the full one with IMPINGE_FULL=1."""
    return full if FULL else quick


@pytest.fixture
def tool():
    """The command line tool."""
    return pathlib.Path(os.environ.get("IMPINGE_TOOL", BUILD / "impinge"))


@pytest.fixture
def two_boxes():
    """Two boxes that cross."""
    import impinge
    scene = impinge.Scene()
    scene.add("left", impinge.make_box((10, 10, 10)))
    scene.add("right", impinge.make_box((10, 10, 10)), (5, 0, 0))
    return scene
