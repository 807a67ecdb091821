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

from . import _core
from ._dask_worker import Done, patiently
from ._error import Error
from .words import ErrorCode

SCHEMA = "impinge.journal/2"


def plan_stamp(scene_stamp: str, contents: dict[str, str], question: Any, tasks: list[dict[str, Any]]) -> dict[str, Any]:
    """What must be the same for an answer of before to hold: the scene, the content of its files, the question, the tasks."""
    pairs = hashlib.sha256()
    for task in tasks:
        pairs.update(task["pairs"].tobytes() + b";")
    files = hashlib.sha256(json.dumps(sorted(contents.items())).encode()).hexdigest()
    return {"schema": SCHEMA, "impinge": _core.version(), "scene": scene_stamp, "files": files, "options": repr(question),
            "tasks": len(tasks), "pairs": pairs.hexdigest()}


class Journal:
    """Whole files alone: each is written beside its name and gets it at the end, so that a cut one is never seen."""

    def __init__(self, folder: Any, stamp: dict[str, Any], patience: float = 0.0) -> None:
        self.folder, self.patience = pathlib.Path(folder), patience
        head = self.folder / "journal.json"
        if head.exists():
            try:
                known = json.loads(head.read_text(encoding="utf-8"))
            except ValueError:
                known = {}
            changed = [key for key in stamp if known.get(key) != stamp[key]]
            if changed:
                what = {"scene": "the scene file", "files": "a mesh file", "options": "the question",
                        "impinge": "the version of impinge"}
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
        whole = hashlib.sha256(content).digest() + content
        patiently(lambda: self._write(self._file(task), whole), self.patience)

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
