# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The scenes of ``impinge demo``, to try things on.

>>> import impinge.scenes
>>> "teeth" in impinge.scenes.names() or len(impinge.scenes.names()) > 0
True
"""
from __future__ import annotations

from typing import Optional

from . import _core


def names() -> list[str]:
    """All of them."""
    return _core.scene_names()


def load(name: str) -> _core.Scene:
    """The scene of that name."""
    return _core.scene_named(name)[0]


def title(name: str) -> str:
    """What it shows."""
    return _core.scene_named(name)[1]


def clearance(name: str) -> Optional[float]:
    """What the demo asks for; None if nothing."""
    return _core.scene_named(name)[2]
