# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What ``impinge.check`` is given, as the command line takes it: robots and CAD files among meshes and scenes."""
from __future__ import annotations

import os
import pathlib
from typing import Any, Optional

from . import _core
from ._error import Error
from .cad import CadLoadOptions, CadScene, check_scene
from .convert import as_mesh, is_file, name_of, scene_of
from .options import Progress
from .results import CheckResult
from .robots import load_robot
from .words import ErrorCode

CAD_WORDS = ("deflection", "depth", "heal", "sewing", "seconds")
ROBOT_WORDS = ("state", "joints", "srdf", "packages", "adjacent")


def taken(words: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Those words, out of the others."""
    return {name: words.pop(name) for name in names if name in words}


def ends_in(source: Any, *endings: str) -> bool:
    """True for a file of one of these endings."""
    return is_file(source) and pathlib.PurePath(os.fsdecode(source)).suffix.lower() in endings


def is_cad(source: Any) -> bool:
    """True for a CAD file."""
    return is_file(source) and _core.is_cad_file(source)


def check_inputs(engine: Any, bodies: tuple[Any, ...], units: Optional[str], progress: Progress,
                 words: dict[str, Any]) -> Optional[CheckResult]:
    """The answer where there are robots or CAD files; else None."""
    if any(ends_in(b, ".urdf") for b in bodies):
        return check_cell(engine, bodies, units, progress, words)
    if not any(is_cad(b) for b in bodies):
        return None
    cad, scene = CadScene(), _core.Scene()
    scene.units = units or "mm"
    chord = words.pop("chord", None)
    options = CadLoadOptions(units=scene.units, threads=engine.options.threads, **taken(words, CAD_WORDS))
    for number, body in enumerate(bodies):
        if is_cad(body):
            cad.load(body, scene, f"{name_of(body, number)}/" if len(bodies) > 1 else "", options)
        else:
            scene.add(name_of(body, number), body)
    return check_scene(engine, cad, scene, progress, chord, words)


def check_cell(engine: Any, bodies: tuple[Any, ...], units: Optional[str], progress: Progress,
               words: dict[str, Any]) -> CheckResult:
    """Robots, as they stand, among other bodies or in a scene."""
    asked = taken(words, ROBOT_WORDS)
    rest = [b for b in bodies if not ends_in(b, ".urdf")]
    inside = [b for b in rest if isinstance(b, _core.Scene) or ends_in(b, ".json")]
    if len(inside) > 1 or (inside and len(rest) > 1):
        raise Error("robots stand among bodies or in one scene, not both", ErrorCode.bad_scene)
    scene = scene_of(inside).copy() if inside else _core.Scene()
    if not inside:
        scene.units = units or "m"
    files = [b for b in bodies if ends_in(b, ".urdf")]
    told = []
    for file in files:
        robot = load_robot(file, units=scene.units, srdf=asked.get("srdf"), packages=asked.get("packages", ()))
        state = robot.rest()
        if "state" in asked:
            state = robot.set_named(state, asked["state"])
        for joint, value in dict(asked.get("joints", {})).items():
            state = robot.set(state, joint, value)
        robot.require_state(state)
        prefix = f"{pathlib.PurePath(os.fsdecode(file)).stem}/" if len(files) > 1 else ""
        _core.place_robot(scene, robot, state, None, asked.get("adjacent", "auto"), prefix)
        joints = zip(robot.model.joints, robot.joint_values(state))
        told.append((robot.model.name, os.fsdecode(file), [(j.name, float(v)) for j, v in joints if j.kind != "fixed"]))
    if not inside:
        for number, body in enumerate(rest):
            shape = body if isinstance(body, _core.LineShape) else as_mesh(body, scene.units)
            scene.add(name_of(body, number), shape)
    found: CheckResult = engine.check(scene, progress=progress, **words)
    found._with_handle().set_robots(told)
    return found
