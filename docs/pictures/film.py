#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Joins the pictures of a folder to a moving one, half as large.

usage: film.py FOLDER FILE.png

The pictures are those of apps/report/film.mjs: frame_000.png and so on.
"""
import pathlib
import sys

from fly_by import read_png, shrunk, write_animation


def main():
    folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    frames = [shrunk(read_png(picture)[2]) for picture in sorted(folder.glob("frame_*.png"))]
    write_animation(frames, target)
    print(f"{target}: {len(frames)} frames, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
