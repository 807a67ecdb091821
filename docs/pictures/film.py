#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Joins the pictures of a folder to a moving one, half as large; or writes one picture again with few colours.

usage: film.py FOLDER|PICTURE.png FILE.png

The pictures are those of apps/report/film.mjs, frame_000.png and so on, or of shots.mjs beside it.
"""
import pathlib
import sys

from fly_by import read_png, shrunk, write_animation


def main():
    folder, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    if folder.is_dir():
        frames = [shrunk(read_png(picture)[2]) for picture in sorted(folder.glob("frame_*.png"))]
    else:
        frames = [[[tuple(row[i:i + 3]) for i in range(0, len(row), 3)] for row in read_png(folder)[2]]]
    write_animation(frames, target)
    print(f"{target}: {len(frames)} frames, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
