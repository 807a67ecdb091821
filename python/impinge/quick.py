# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Short forms: one call from bodies to an answer."""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from .answers import PairAnswer
from .convert import as_mesh, bodies_scene, scene_of
from .engine import Engine
from .inputs import check_inputs
from .options import Progress
from .overlaps import Overlap
from .results import CheckResult, InterferenceMap, SweepResult


def _engine(words: dict[str, Any]) -> Engine:
    """An engine of those words that are about one."""
    return Engine(**{k: words.pop(k) for k in ("threads", "backend", "on_log") if k in words})


def check(*bodies: Any, units: Optional[str] = None, progress: Progress = None, **words: Any) -> CheckResult:
    """Do these bodies clash, touch, or come closer than a clearance?

    Bodies are meshes, file names, trimesh, Open3D or meshio objects, or (vertices, faces); or one scene, scene file or
    dictionary of bodies by their names. Words are those of CheckOptions, ViewOptions and EngineOptions; with robots
    (.urdf) also `state`, `joints` (a dictionary), `srdf`, `packages` and `adjacent`, with CAD files those of CadLoadOptions
    and `chord`. Lengths are in `units`: mm, with robots m, and a scene has its own.

    >>> import impinge
    >>> lid, box = impinge.make_box((1, 1, 1)), impinge.make_box((3, 3, 3))
    >>> impinge.check(lid, box).pairs[0].verdict
    Verdict.a_in_b
    >>> impinge.check({"lid": lid, "box": box}).findings[0].names
    ('lid', 'box')
    """
    engine = _engine(words)
    special = check_inputs(engine, bodies, units, progress, words)
    if special is not None:
        return special
    units = units or "mm"
    scene = bodies_scene(bodies, units) if words.get("self") and len(bodies) == 1 and not isinstance(
        bodies[0], (_core.Scene, dict)) and not str(bodies[0]).endswith(".json") else scene_of(bodies, units)
    return engine.check(scene, progress=progress, **words)


def meet(a: Any, b: Any, **words: Any) -> bool:
    """True if two bodies have a common point.

    >>> import impinge
    >>> impinge.meet(impinge.make_box((1, 1, 1)), impinge.make_icosphere(0.1))
    True
    """
    return _engine(words).meet(bodies_scene((a, b)), 0, 1, **words)


def meet_poses(a: Any, b: Any, poses: Any, *, progress: Progress = None, **words: Any) -> npt.NDArray[np.bool_]:
    """For each pose (n, 4, 4) whether body `a`, standing there, meets body `b`; or a scene and one of its objects in their
    place, as ``Engine.meet_poses`` takes them. An engine of your own keeps what was prepared for the next call.

    >>> import impinge
    >>> part, wall = impinge.make_box((1, 1, 1)), impinge.make_box((1, 9, 9))
    >>> impinge.meet_poses(part, wall, impinge.poses_at([[0, 0, 0], [2, 0, 0]]))
    array([ True, False])
    """
    engine = _engine(words)
    if isinstance(a, _core.Scene):
        return engine.meet_poses(a, b, poses, progress=progress, **words)
    return engine.meet_poses(bodies_scene((a, b)), 0, poses, progress=progress, **words)


def distance(a: Any, b: Any) -> float:
    """The distance of two bodies, 0 where they meet.

    >>> import impinge
    >>> box = impinge.make_box((2, 2, 2))
    >>> impinge.distance(box, impinge.Mesh(box.vertices + [5, 0, 0], box.faces))
    3.0
    """
    pairs = _engine({}).check(bodies_scene((a, b)), clearance=float("inf"), face_pairs=False).pairs
    found = pairs[0].distance if pairs else None
    return float("nan") if found is None else found


def signed_distance(mesh: Any, points: Any) -> npt.NDArray[np.float64]:
    """The distance of points to a surface, negative inside.

    >>> import impinge
    >>> impinge.signed_distance(impinge.make_box((2, 2, 2)), [[0, 0, 0], [3, 0, 0]])
    array([-1.,  2.])
    """
    scene = _core.Scene()
    scene.add("body", as_mesh(mesh))
    return _engine({}).points(scene, 0, points).distances


def overlap(a: Any, b: Any, *, progress: Progress = None, **words: Any) -> Overlap:
    """What two bodies have in common, where they meet, and the least way out.

    >>> import impinge
    >>> box = impinge.make_box((2, 2, 2))
    >>> shared = impinge.overlap(box, impinge.Mesh(box.vertices + [1.5, 0, 0], box.faces))
    >>> shared.solid.volume, shared.parting.length
    (2.0, 0.5)
    """
    asked: dict[str, Any] = {"curves": True, "patches": True, "overlap": True, "parting": True, **words}
    pair = _pair(_engine(asked).check(bodies_scene((a, b)), progress=progress, **asked))
    return pair.overlap if pair is not None and pair.overlap is not None else Overlap()


def _pair(result: CheckResult) -> PairAnswer | None:
    return result.pairs[0] if result.pairs else None


def map(*bodies: Any, units: str = "mm", progress: Progress = None, **words: Any) -> InterferenceMap:
    """Gap, contact and penetration of two bodies, seen along a direction. Words are those of MapOptions and ViewOptions.

    >>> import impinge
    >>> seen = impinge.map(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 3), resolution=64)
    >>> seen.verdict, seen.gap.shape == (seen.rows, seen.columns)
    (Verdict.crossing, True)
    """
    engine = _engine(words)
    return engine.map(scene_of(bodies, units), 0, 1, progress=progress, **words)


def sweep(scene: Any, *, progress: Progress = None, **words: Any) -> SweepResult:
    """Follows the motion of a scene or scene file: who touches whom, when, for how long.

    >>> import impinge
    >>> scene = impinge.Scene()
    >>> wall, bullet = scene.add("wall", impinge.make_box((0.1, 10, 10))), scene.add("bullet", impinge.make_box((0.2, 0.2, 0.2)), (-20, 0, 0))
    >>> scene.set_motion(bullet, impinge.Motion(velocity=(40, 0, 0)))
    >>> scene.duration = 1
    >>> round(impinge.sweep(scene).pairs[0].first_contact.t, 5)
    0.49625
    """
    engine = _engine(words)
    return engine.sweep(scene_of((scene,)), progress=progress, **words)


def poses_at(positions: Any) -> npt.NDArray[np.float64]:
    """Poses (n, 4, 4) without a rotation, from positions (n, 3).

    >>> import impinge
    >>> impinge.poses_at((1, 2, 3))[0, :3, 3]
    array([1., 2., 3.])
    """
    points = np.atleast_2d(np.asarray(positions, dtype=np.float64))
    poses = np.tile(np.eye(4), (len(points), 1, 1))
    poses[:, :3, 3] = points
    return poses
