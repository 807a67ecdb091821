# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Pictures of scenes and answers in memory."""
from __future__ import annotations

import pathlib
import tempfile
from typing import Any, Callable

from . import _core
from .options import MapPictureOptions, PictureOptions


def in_memory(write: Callable[[str], object], ending: str = ".png") -> bytes:
    """What a writer of files writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / f"picture{ending}"
        write(str(file))
        return file.read_bytes()


def png_of(scene: _core.Scene, handle: Any, options: PictureOptions | None = None) -> bytes:
    """A scene with its contacts, if there is an answer."""
    chosen = options or PictureOptions(width=800, height=600)
    return in_memory(lambda file: _core._write_picture(scene, handle, file, chosen))


def map_png_of(handle: Any, options: MapPictureOptions) -> bytes:
    """A map with its legend."""
    return in_memory(lambda file: _core._write_map_picture(handle, file, options))
