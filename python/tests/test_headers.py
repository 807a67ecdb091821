# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Everything of the public headers is here, under the names of C++ or under those that the guide tells."""
import re

import pytest

import impinge
from conftest import ROOT

HEADERS = sorted((ROOT / "include" / "impinge").rglob("*.h"))
#: What Python says otherwise, as docs/python.md has it; a type that is arrays or a tuple, or a function under another name.
OTHERWISE = {
    "ConvexPair": "polar_newton_poses", "Crossing": "LineShape.crossings", "DistanceSample": "DistanceCurve",
    "ContactInterval": "SweptPair", "FacePair": "PairAnswer", "ImplicitFunction": "make_implicit", "Ray": "Engine.rays",
    "ObjectId": "Scene.add", "OctreeCube": "Octree.cubes", "OctreeExperiments": "OctreeMoving", "OpenOptions": "open_scene",
    "Pose": "pose_from_quaternion", "Pose2": "polar_newton_2d", "SurfaceSlope": "StarSurface.gauge", "from_string": "words.Word",
    "mirrored": "Verdict.mirrored",
    "to_string": "words.Word",
}
#: For C++ alone: forward declarations, and helpers of the headers.
INTERNAL = {"Internals", "MeshData", "SolidData", "RobotData", "RobotCellData", "ConvexBodyData", "ConvexPolygonData",
            "VertexBoxes", "State", "Data", "Change", "Kind"}
CLASSES = ["CadScene", "ConvexBody", "ConvexPolygon", "Engine", "LineShape", "Mesh", "Octree", "Robot", "RobotCell", "Scene", "Solid",
           "StarBody"]
#: A shape knows its class; answers of many objects are Python lists.
METHODS_OTHERWISE = {"solid"}


def text_of(header):
    text = re.sub(r"//.*", "", header.read_text())
    return re.sub(r"#.*", "", text)


def outside_of_braces(text):
    """What is declared in namespaces, without bodies."""
    out, depth = [], 0
    text = re.sub(r"namespace impinge \{", "", text)
    for piece in re.split(r"([{}])", text):
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth = max(0, depth - 1)
            if depth == 0:
                out.append(";")
        elif depth == 0:
            out.append(piece)
    return "".join(out)


def declared(header):
    """Types and functions of a header."""
    text = outside_of_braces(text_of(header))
    types = set(re.findall(r"(?:struct|class|enum class) (?:IMPINGE_(?:IO_)?EXPORT )?(\w+)", text))
    functions = set(re.findall(r"IMPINGE_(?:IO_)?EXPORT [\w:<>,&* ]+?[ &*](\w+)\(", text))
    return types | functions


def found(path):
    value = impinge
    for part in path.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize("header", HEADERS, ids=lambda h: h.stem)
def test_every_name_of_the_header_is_here(header):
    missing = {n for n in declared(header) - INTERNAL if not hasattr(impinge, n) and n not in OTHERWISE}
    assert not missing
    for name in declared(header) & set(OTHERWISE):
        assert found(OTHERWISE[name]) is not None


def test_enough_is_declared():
    """The patterns above still fit the headers."""
    assert sum(len(declared(h)) for h in HEADERS) > 250


@pytest.mark.parametrize("name", CLASSES)
def test_every_method_of_the_class_is_here(name):
    bodies = [re.search(rf"^class (?:IMPINGE_(?:IO_)?EXPORT )?{name}\b[^;{{]*\{{(.*?)^\}};", text_of(h), re.S | re.M) for h in HEADERS]
    body, = [b for b in bodies if b]
    public = outside_of_braces(re.sub(r"std::function<.*?>", "", body[1].split(" private:")[0]))
    methods = set(re.findall(r"[ &*](\w+)\(", public)) - {name, "operator"}
    assert len(methods) > 2
    assert not {m for m in methods - METHODS_OTHERWISE if not hasattr(getattr(impinge, name), m)}
