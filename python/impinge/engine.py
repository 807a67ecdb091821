# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The engine: every query, with options as keywords. All of them release the interpreter, and Ctrl-C stops them."""
from __future__ import annotations

import dataclasses
import difflib
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Type, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._progress import watched
from .answers import PointAnswers, PoseAnswer, RayAnswers
from .options import (CheckOptions, EngineOptions, Experiments, MapOptions, ObjectLike, PointOptions, PoseOptions, Progress,
                      SweepOptions, ViewOptions)
from .results import CheckResult, InterferenceMap, SweepResult

if TYPE_CHECKING:
    from .tasks import CheckPlan, CheckTask

Options = TypeVar("Options")


def options_of(kind: Type[Options], given: Optional[Options], words: dict[str, Any]) -> Options:
    """Options given as a whole, as keywords, or both; those of a view may stand among the others."""
    if given is not None and not isinstance(given, kind):
        raise TypeError(f"options: {kind.__name__} is expected, not {type(given).__name__}")
    if not words:
        return given if given is not None else kind()
    names = [f.name for f in dataclasses.fields(kind)]
    seen = [f.name for f in dataclasses.fields(ViewOptions)] if "view" in names else []
    for word in words:
        if word not in names and word not in seen:
            near = difflib.get_close_matches(word, names + seen, 1)
            raise TypeError(f"there is no option '{word}'" + (f"; '{near[0]}' is one" if near else f" of {kind.__name__}"))
    own = {k: v for k, v in words.items() if k in names}
    view = {k: v for k, v in words.items() if k not in names}
    chosen = dataclasses.replace(given, **own) if given is not None else kind(**own)
    if view:
        chosen = dataclasses.replace(chosen, view=dataclasses.replace(chosen.view, **view))  # type: ignore
    return chosen


class Engine(_core.Engine):
    """Owns what outlives a query; any number of threads may ask it at once.

    >>> import impinge
    >>> engine = impinge.Engine(threads=2)
    >>> scene = impinge.Scene()
    >>> part, wall = scene.add("part", impinge.make_box((1, 1, 1))), scene.add("wall", impinge.make_box((1, 9, 9)), (3, 0, 0))
    >>> engine.check(scene, clearance=5).pairs[0].distance
    2.0
    >>> poses = impinge.poses_at([[0, 0, 0], [2.5, 0, 0]])
    >>> engine.meet_poses(scene, "part", poses)
    array([False,  True])
    """

    def __init__(self, options: Optional[EngineOptions] = None, experiments: Optional[Experiments] = None,
                 **words: Any) -> None:
        self.options = options_of(EngineOptions, options, words)
        self.experiments = experiments if experiments is not None else Experiments()
        self._kept: dict[int, Any] = {}
        super().__init__(self.options, self.experiments)

    def check(self, scene: _core.Scene, /, options: Optional[CheckOptions] = None, *, progress: Progress = None,
              **words: Any) -> CheckResult:
        """Finds every object pair that is not disjoint, exactly. Words are those of CheckOptions and ViewOptions."""
        asked = options_of(CheckOptions, options, words)
        with watched(progress) as heard:
            return CheckResult(self._check(scene, asked, heard), scene)

    def sweep(self, scene: _core.Scene, /, options: Optional[SweepOptions] = None, *, progress: Progress = None,
              **words: Any) -> SweepResult:
        """Continuous collision detection over the scene's motion. Words are those of SweepOptions."""
        asked = options_of(SweepOptions, options, words)
        with watched(progress) as heard:
            return SweepResult(self._sweep(scene, asked, heard), scene.names)

    def map(self, scene: _core.Scene, a: ObjectLike = 0, b: ObjectLike = 1, /, options: Optional[MapOptions] = None, *,
            progress: Progress = None, **words: Any) -> InterferenceMap:
        """Looks at two objects along a direction. Words are those of MapOptions and ViewOptions."""
        asked = options_of(MapOptions, options, words)
        names = (scene.object(a).name, scene.object(b).name)
        with watched(progress) as heard:
            return InterferenceMap.of(self._map(scene, a, b, asked, heard), names, scene.units)

    def meet_poses(self, scene: _core.Scene, objects: Union[ObjectLike, Sequence[ObjectLike]], poses: Any,
                   options: Optional[PoseOptions] = None, *, progress: Progress = None, **words: Any) -> npt.NDArray[np.bool_]:
        """For each pose (n, 4, 4) whether the object, standing there, meets another one. A list of objects moves as one."""
        asked = options_of(PoseOptions, options, words)
        with watched(progress) as heard:
            return self._meet_poses(scene, objects, poses, asked, heard)

    def check_poses(self, scene: _core.Scene, objects: Union[ObjectLike, Sequence[ObjectLike]], poses: Any,
                    options: Optional[PoseOptions] = None, *, progress: Progress = None, **words: Any) -> list[PoseAnswer]:
        """The same with the object that is hit first, the verdict, and the distance if a clearance is given."""
        asked = options_of(PoseOptions, options, words)
        with watched(progress) as heard:
            return self._check_poses(scene, objects, poses, asked, heard)

    def points(self, scene: _core.Scene, object: ObjectLike, points: Any, options: Optional[PointOptions] = None, *,
               progress: Progress = None, **words: Any) -> PointAnswers:
        """Where points (n, 3) lie with respect to an object: inside, outside or on it, and its nearest face."""
        asked = options_of(PointOptions, options, words)
        with watched(progress) as heard:
            return self._points(scene, object, points, asked, heard)

    def rays(self, scene: _core.Scene, object: ObjectLike, origins: Any, directions: Any, limit: float = float("inf"), *,
             progress: Progress = None) -> RayAnswers:
        """Where rays first meet the surface of an object; one direction may serve for all origins."""
        along = np.atleast_2d(np.asarray(directions, dtype=np.float64))
        with watched(progress) as heard:
            return self._rays(scene, object, origins, along, limit, heard)

    def plan(self, scene: _core.Scene, /, options: Optional[CheckOptions] = None, **words: Any) -> CheckPlan:
        """A check in parts, as for several machines: tasks of a second or less that share shapes."""
        from .tasks import plan_of
        return plan_of(_core._plan(self, scene, options_of(CheckOptions, options, words)))

    def check_task(self, scene: _core.Scene, task: CheckTask, /, options: Optional[CheckOptions] = None,
                   **words: Any) -> CheckResult:
        """The answer of one task of a plan, asked with the same options."""
        return CheckResult(_core._check_part(self, scene, task.pairs, options_of(CheckOptions, options, words)), scene)

    def join(self, scene: _core.Scene, parts: Iterable[CheckResult], /, options: Optional[CheckOptions] = None,
             **words: Any) -> CheckResult:
        """The answers of all tasks, in any order, as the answer that check() gives."""
        from .tasks import handles_of
        return CheckResult(_core._join(self, scene, handles_of(parts), options_of(CheckOptions, options, words)), scene)

    def prepare(self, mesh: Union[_core.Mesh, _core.Scene]) -> None:
        """What makes queries that are asked again and again fast: call it once for each mesh, or for a scene, before the
        loop."""
        for one in [o.mesh for o in mesh.objects if o.shape is None] if isinstance(mesh, _core.Scene) else [mesh]:
            super().prepare(one)
            self._kept[id(one)] = one  # borrowed arrays live as long as what was built on them

    def forget(self, mesh: _core.Mesh) -> None:
        """Drops what prepare() has built for the mesh."""
        super().forget(mesh)
        self._kept.pop(id(mesh), None)

    def __repr__(self) -> str:
        return f"<impinge.Engine: {self.options.threads or 'all'} threads, backend {self.options.backend}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Engine):
            return NotImplemented
        return self.options == other.options and self.experiments == other.experiments

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Any, tuple[EngineOptions, Experiments]]:
        return Engine, (self.options, self.experiments)
