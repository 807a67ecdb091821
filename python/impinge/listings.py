# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What this build has: backends, methods, formats."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._record import Record
from .words import Guarantee


@dataclass(eq=False, repr=False)
class BackendInfo(Record):
    """A backend as it is listed to users."""

    backend: str
    name: str
    available: bool
    device: str
    driver: str
    reason: str
    features: list[str]
    conservative: str
    software: bool


@dataclass(eq=False, repr=False)
class MethodInfo(Record):
    """A method as it is listed to users."""

    name: str
    stage: str
    guarantee: Guarantee
    source: str
    method: Optional[str]


@dataclass(eq=False, repr=False)
class FormatInfo(Record):
    """A file format as it is listed to users."""

    name: str
    endings: list[str]
    writes: bool


@dataclass(eq=False, repr=False)
class MotionCounts(Record):
    """What a motion of an octree did."""

    cubes: int = 0
    tests: int = 0
