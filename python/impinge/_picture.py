# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Pictures of scenes and answers in memory."""
from __future__ import annotations

import html
import pathlib
import tempfile
from typing import Any, Callable, Optional

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


def page_of(handle: Any) -> Optional[str]:
    """The interactive page of an answer in a frame of its own, for notebooks; None where there is nothing to show."""
    from .reviews import ReportOptions
    if handle is None:
        return None
    page = in_memory(lambda file: _core._write_report(handle, file, ReportOptions()), ".html").decode("utf-8")
    return ('<iframe style="width: 100%; height: 600px; border: 0" '
            f'srcdoc="{html.escape(page)}"></iframe>')


def map_png_of(handle: Any, options: MapPictureOptions) -> bytes:
    """A map with its legend."""
    return in_memory(lambda file: _core._write_map_picture(handle, file, options))
