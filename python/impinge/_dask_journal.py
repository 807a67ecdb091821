# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""A folder with the answers of tasks that are done, so that a check goes on after whatever ended it."""
from __future__ import annotations

import hashlib
import json
import os
import pathlib
import pickle
from typing import Any, Optional

from ._dask_worker import Done
from ._error import Error
from .words import ErrorCode

SCHEMA = "impinge.journal/1"


def plan_stamp(scene_stamp: str, index: str, options: Any, tasks: list[dict[str, Any]]) -> dict[str, Any]:
    """What must be the same for an answer of before to hold: the scene, the content of its files, the question, the tasks."""
    pairs, files = hashlib.sha256(), hashlib.sha256()
    for task in tasks:
        pairs.update(task["pairs"].tobytes() + b";")
    try:
        text = pathlib.Path(index).read_text(encoding="utf-8").split("\n", 1)[1]
        for entry in json.loads(text)["files"]:
            files.update(f"{entry['file']}|{entry['hash']};".encode())
    except (OSError, ValueError, IndexError, KeyError):
        pass  # no index: workers compare every file that they read with what they opened
    return {"schema": SCHEMA, "scene": scene_stamp, "files": files.hexdigest(), "options": repr(options),
            "tasks": len(tasks), "pairs": pairs.hexdigest()}


class Journal:
    """Whole files alone: each is written beside its name and gets it at the end, so that a cut one is never seen."""

    def __init__(self, folder: Any, stamp: dict[str, Any]) -> None:
        self.folder = pathlib.Path(folder)
        head = self.folder / "journal.json"
        if head.exists():
            try:
                known = json.loads(head.read_text(encoding="utf-8"))
            except ValueError:
                known = {}
            changed = [key for key in stamp if known.get(key) != stamp[key]]
            if changed:
                what = {"scene": "the scene file", "files": "a mesh file", "options": "the question"}
                names = ", ".join(dict.fromkeys(what.get(key, "the tasks") for key in changed))
                raise Error(f"{self.folder}: this journal is about another check: {names} changed; name another folder, "
                            "or remove this one to begin again", ErrorCode.bad_scene)
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write(head, json.dumps(stamp, indent=1).encode())

    def _write(self, file: pathlib.Path, content: bytes) -> None:
        beside = file.with_name(f"{file.name}.{os.getpid()}.part")
        with open(beside, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, file)

    def _file(self, task: int) -> pathlib.Path:
        return self.folder / f"task_{task:07}.answer"

    def keep(self, task: int, done: Done) -> None:
        content = pickle.dumps((done.answers, done.trouble))
        self._write(self._file(task), hashlib.sha256(content).digest() + content)

    def find(self, task: int) -> Optional[Done]:
        """What was kept; nothing where it is not whole. A task with trouble is tried again."""
        try:
            content = self._file(task).read_bytes()
        except OSError:
            return None
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        answers, trouble = pickle.loads(content[32:])
        return None if trouble else Done(answers)
