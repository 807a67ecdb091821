# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""CAD files: STEP, IGES and BREP, judged by their true surfaces. ``impinge.check("gearbox.step")`` does all of this."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from . import _core
from ._progress import watched
from ._record import Record
from .engine import options_of
from .options import CheckOptions, ObjectLike, Progress
from .results import CheckResult


@dataclass(eq=False, repr=False)
class CadLoadOptions(Record):
    """How a CAD file is read."""

    units: str = "mm"
    deflection: float = 0.0
    depth: Optional[int] = None
    heal: bool = False
    sewing: float = 1e-3
    threads: int = 0
    seconds: float = 600.0


@dataclass(eq=False, repr=False)
class CadSettleOptions(Record):
    """How true surfaces are settled."""

    chord: float = 1e-3
    distances: bool = False


@dataclass(eq=False, repr=False)
class CadStats(Record):
    """What reading and settling cost."""

    read_ms: float = 0.0
    mesh_ms: float = 0.0
    settle_ms: float = 0.0
    peak_bytes: int = 0
    shapes: int = 0
    instances: int = 0
    faces: int = 0
    triangles: int = 0
    estimated_faces: int = 0
    largest_bound: float = 0.0
    settled: int = 0
    refined: int = 0
    unread: int = 0


class CadScene(_core.CadScene):
    """The CAD files of a scene: their objects are meshes there, and solids with true surfaces here. It holds open what was
    read of them, so it does not go through pickle; scenes and answers do."""

    def load(self, file: Any, scene: _core.Scene, prefix: str = "", options: Optional[CadLoadOptions] = None, *,
             progress: Progress = None, **words: Any) -> list[int]:
        """Adds each solid of each placed instance as an object, and gives their numbers. Words are those of
        CadLoadOptions."""
        asked = options_of(CadLoadOptions, options, words)
        with watched(progress) as heard:
            return self._load(file, scene, prefix, asked, heard)

    def colour(self, object: int) -> str:
        """"#rrggbb" where the file gives the object a colour; else empty."""
        return self._colour(object)

    def check(self, engine: Any, scene: _core.Scene, asked: Optional[CheckOptions] = None,
              options: Optional[CadSettleOptions] = None, *, progress: Progress = None, **words: Any) -> CheckResult:
        """Checks a scene with the objects from here by the true surfaces, its rules included: Engine.check() with room for the
        bounds, then settle(). Words are those of CheckOptions."""
        meant = options_of(CheckOptions, asked, words)
        with watched(progress) as heard:
            return CheckResult(self._check(engine, scene, meant, options or CadSettleOptions(), heard), scene)

    def settle(self, result: CheckResult, asked: Optional[CheckOptions] = None, options: Optional[CadSettleOptions] = None,
               **words: Any) -> CheckResult:
        """Judges pairs of an answer by the true surfaces; gives a new answer. `asked` are the options as they were meant,
        `result` is of a check with check_clearance(). Words are those of CadSettleOptions."""
        how = options_of(CadSettleOptions, options, words)
        handle, scene = result._with_handle(), result._scene
        assert scene is not None  # as long as there is a handle
        return CheckResult(self._settle(handle, asked or CheckOptions(), how), scene)

    def __repr__(self) -> str:
        return f"<impinge.CadScene: {self.stats.instances} instances, {len(self.notes)} notes>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a CadScene holds what was read of its files; load them again in the other process")


def check_scene(engine: Any, cad: CadScene, scene: _core.Scene, progress: Progress, chord: Optional[float],
                words: dict[str, Any]) -> CheckResult:
    """A check as ``impinge check`` makes it where CAD files are among what it is given."""
    meant = options_of(CheckOptions, None, words)
    how = CadSettleOptions(distances=meant.clearance is not None)
    if chord is not None:
        how.chord = chord
    return cad.check(engine, scene, meant, how, progress=progress)
