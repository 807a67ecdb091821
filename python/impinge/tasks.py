# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""A check in parts: plan, tasks, and answers as bytes for other processes. ``impinge.dask`` does it on many machines."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable

from . import _core
from ._record import Record
from .answers import Indices
from .results import CheckResult


@dataclass(eq=False, repr=False)
class CheckTask(Record):
    """A share of a check: pairs near each other, which have objects and shapes in common."""

    pairs: Indices  #: (n, 2)
    objects: int = 0
    faces: int = 0
    bytes: int = 0
    seconds: float = 0.0


@dataclass(eq=False, repr=False)
class CheckPlan(Record):
    """What a check will have to do, known from boxes and counts alone."""

    tasks: list[CheckTask]
    pairs: int = 0
    faces: int = 0
    shapes: int = 0
    bytes: int = 0
    seconds: float = 0.0


def pack_answer(result: CheckResult) -> bytes:
    """An answer, or a part of one, as bytes for a process that has opened the same scene.

    >>> import impinge
    >>> scene = impinge.scenes.load(impinge.scenes.names()[0])
    >>> result = impinge.check(scene)
    >>> impinge.unpack_answer(scene, impinge.pack_answer(result)) == result
    True
    """
    return _core._pack_answer(result._with_handle())


def unpack_answer(scene: _core.Scene, data: bytes) -> CheckResult:
    """The answer again. Raises Error for bytes that are damaged or about another scene."""
    return CheckResult(_core._unpack_answer(scene, data), scene)


def plan_of(found: dict[str, Any]) -> CheckPlan:
    """The records of what C++ gives."""
    fields: dict[str, Any] = {**found, "tasks": [CheckTask(**task) for task in found["tasks"]]}
    return CheckPlan(**fields)


def handles_of(parts: Iterable[CheckResult]) -> list[Any]:
    """Their C++ side."""
    return [part._with_handle() for part in parts]
