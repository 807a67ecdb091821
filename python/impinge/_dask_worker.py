# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What runs in a worker: scenes that are opened once a process, tasks, and pairs apart from each other in a child process."""
from __future__ import annotations

import errno
import hashlib
import os
import pathlib
import pickle
import resource
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._error import Error
from .engine import Engine
from .options import CheckOptions, EngineOptions
from .words import ErrorCode

Pairs = npt.NDArray[np.uint32]

#: What a system says of a folder that vanished.
GONE = (errno.ENOENT, errno.ESTALE, errno.EIO, errno.ENOTCONN, errno.ETIMEDOUT)


@dataclass(frozen=True)
class Job:
    """What all tasks of a check have in common."""

    scene: str
    index: Optional[str]  #: nothing: beside the scene
    stamp: str  #: hash of the scene file
    options: CheckOptions = field(default_factory=CheckOptions, compare=False)
    rules: Optional[tuple[Any, ...]] = field(default=None, compare=False)  #: all of them; nothing: those of the scene
    patience: float = field(default=60.0, compare=False)  #: seconds to wait for files that are not there
    limit: int = field(default=0, compare=False)  #: bytes that a worker may hold; 0: nobody knows
    threads: int = 1  #: of a worker's engine
    backend: str = "cpu"  #: likewise


@dataclass
class Done:
    """A task that was done: the answers in bytes, pairs that gave trouble, and where the time went."""

    answers: list[bytes]
    trouble: list[tuple[int, int, str]] = field(default_factory=list)
    begin: float = 0.0
    end: float = 0.0
    opening: float = 0.0
    reading: float = 0.0
    preparing: float = 0.0
    reads: int = 0
    read_bytes: int = 0
    worker: str = ""

    def add(self, answer: bytes, work: dict[str, tuple[float, int]]) -> None:
        """An answer, and what the library says of the work for it."""
        self.answers.append(answer)
        self.reading += work.get("read", (0.0, 0))[0]
        self.reads += work.get("read", (0.0, 0))[1]
        self.read_bytes += work.get("read_bytes", (0.0, 0))[1]
        self.preparing += sum(work.get(stage, (0.0, 0))[0] for stage in ("world", "refit", "octree"))


@dataclass
class Opened:
    """A scene of this process, with the engine that keeps its shapes."""

    scene: _core.Scene
    engine: Engine
    ruled: dict[str, _core.Scene] = field(default_factory=dict)  #: the scene under other rules


_opened: dict[Job, Opened] = {}
_loaded: dict[Job, tuple[_core.Scene, Engine]] = {}
_lock = threading.Lock()


def stamp_of(file: Any) -> str:
    """Tells contents of a file apart."""
    return hashlib.sha256(pathlib.Path(file).read_bytes()).hexdigest()


def patiently_if(action: Callable[[], Any], patience: float, again: Callable[[Exception], bool]) -> Any:
    """Tries again, ever more rarely, while what goes wrong may pass."""
    begin, pause = time.monotonic(), 0.1
    while True:
        try:
            return action()
        except Exception as error:
            if not again(error) or time.monotonic() - begin + pause > patience:
                raise
        time.sleep(pause)
        pause = min(2 * pause, 5.0)


def patiently(action: Callable[[], Any], patience: float) -> Any:
    """While files are not there: a shared folder may vanish for a moment."""
    def gone(error: Exception) -> bool:
        if isinstance(error, Error):
            return error.code == ErrorCode.file_missing
        return isinstance(error, OSError) and error.errno in GONE

    return patiently_if(action, patience, gone)


def _require_same(job: Job) -> None:
    if stamp_of(job.scene) != job.stamp:
        raise Error(f"{job.scene}: has changed since the check was begun; begin again", ErrorCode.bad_scene)


def loaded_by(job: Job) -> tuple[_core.Scene, Engine]:
    """The scene with all its shapes, prepared for many poses: once in this process."""
    with _lock:
        if job not in _loaded:
            _require_same(job)
            _loaded.clear()
            scene, engine = _core.load_scene(job.scene), Engine(EngineOptions(threads=job.threads, backend=job.backend))
            engine.prepare(scene)
            _loaded[job] = scene, engine
        return _loaded[job]


def opened_by(job: Job) -> Opened:
    """The scene, opened once in this process. Error where it is another one than that of whoever asks."""
    with _lock:
        if job not in _opened:
            _require_same(job)
            _opened.clear()
            scene = _core.open_scene(job.scene, job.index)
            _opened[job] = Opened(scene, Engine(EngineOptions(threads=job.threads, backend=job.backend)))
        return _opened[job]


def open_job(job: Job) -> tuple[_core.Scene, Engine]:
    """The same with the rules of the job."""
    opened = opened_by(job)
    if job.rules is None:
        return opened.scene, opened.engine
    with _lock:
        name = repr(job.rules)
        if name not in opened.ruled:
            opened.ruled = {name: opened.scene.copy()}  # of one question at a time
            opened.ruled[name].set_rules(list(job.rules))
        return opened.ruled[name], opened.engine


def open_early(job: Job) -> None:
    """What every worker has to do in any case, while the client does the same."""
    try:
        opened_by(job)
    except (Error, OSError):
        pass  # a task says it, or tries again


def _misbehave(scene: _core.Scene, pairs: Pairs) -> None:
    """For tests: IMPINGE_TEST_CRASH or IMPINGE_TEST_HUNGRY names a pair, "a|b", that ends its process or takes all memory."""
    for variable in ("IMPINGE_TEST_CRASH", "IMPINGE_TEST_HUNGRY"):
        names = os.environ.get(variable, "").split("|")
        if len(names) != 2 or not any(names == [scene.names[a], scene.names[b]] for a, b in pairs):
            continue
        if variable == "IMPINGE_TEST_CRASH":
            os.abort()
        held = []
        while True:
            held.append(np.ones(1 << 22))
            time.sleep(0.02)


def run_task(job: Job, pairs: Pairs, apart: bool = False) -> Done:
    """A task in this process, or pair by pair in a child process where it has ended workers before."""
    begin = time.time()
    scene, engine = patiently(lambda: open_job(job), job.patience)
    opened = time.time()
    if apart:
        done = _run_apart(job, pairs)
    else:
        _misbehave(scene, pairs)
        done = Done([])
        done.add(*patiently(lambda: _core._check_task(engine, scene, pairs, job.options), job.patience))
    done.begin, done.end, done.opening = begin, time.time(), opened - begin
    try:
        from distributed import get_worker
        done.worker = str(get_worker().address)
    except (ImportError, ValueError):
        done.worker = "here"
    return done


def _run_apart(job: Job, pairs: Pairs) -> Done:
    """Each pair twice at most: one that ends the child both times is reported."""
    done = Done([])
    left, tries = list(range(len(pairs))), [0] * len(pairs)
    while left:
        found, culprit, why = _run_child(job, pairs[left])
        done.answers += found.values()
        finished = {left[i] for i in found}
        if culprit is not None:
            at = left[culprit]
            tries[at] += 1
            if tries[at] == 2:
                done.trouble.append((int(pairs[at][0]), int(pairs[at][1]), why))
                finished.add(at)
        elif len(finished) < len(left):
            raise RuntimeError(f"the process for single pairs ended before it began: {why}")
        left = [i for i in left if i not in finished]
    return done


def _run_child(job: Job, pairs: Pairs) -> tuple[dict[int, bytes], Optional[int], str]:
    """The answers by pair, and the one at which the child ended."""
    out, into = os.pipe()
    # Where this package was found, however that was.
    found_in = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = os.pathsep.join(p for p in (found_in, os.environ.get("PYTHONPATH")) if p)
    child = subprocess.Popen([sys.executable, "-m", "impinge._dask_worker", str(into)], stdin=subprocess.PIPE,
                             stderr=subprocess.PIPE, pass_fds=[into], env={**os.environ, "PYTHONPATH": path})
    os.close(into)
    assert child.stdin is not None and child.stderr is not None
    said: list[bytes] = []
    listener = threading.Thread(target=lambda: said.append(child.stderr.read()))  # type: ignore[union-attr]
    listener.start()
    found: dict[int, bytes] = {}
    at: Optional[int] = None
    with os.fdopen(out, "rb") as stream:
        try:
            child.stdin.write(pickle.dumps((job, pairs)))
            child.stdin.close()
        except BrokenPipeError:
            pass
        while len(head := stream.read(9)) == 9:
            kind, number = struct.unpack("<cQ", head)
            if kind == b"B":
                at = int(number)
            elif kind == b"R" and at is not None:
                answer = stream.read(number)
                if len(answer) < number:
                    break
                found[at], at = answer, None
    status = child.wait()
    listener.join()
    words = said[0].decode(errors="replace").strip().splitlines() if said else []
    how = f"ended by signal {-status}" if status < 0 else words[-1] if words else f"ended with status {status}"
    return found, (at if status != 0 else None), how


def _serve(into: int) -> None:
    """The child: what it begins and what it finds goes into the pipe at once."""
    job, pairs = pickle.load(sys.stdin.buffer)
    if job.limit > 0:
        resource.setrlimit(resource.RLIMIT_DATA, (job.limit, job.limit))  # as a worker's nanny would
    scene, engine = open_job(job)
    with os.fdopen(into, "wb") as stream:
        for i, pair in enumerate(pairs):
            stream.write(struct.pack("<cQ", b"B", i))
            stream.flush()
            one = pair.reshape(1, 2)
            _misbehave(scene, one)
            answer = patiently(lambda: _core._check_task(engine, scene, one, job.options), job.patience)[0]
            stream.write(struct.pack("<cQ", b"R", len(answer)) + answer)
            stream.flush()


if __name__ == "__main__":
    from impinge import _dask_worker as _named  # what is unpickled belongs to that name
    _named._serve(int(sys.argv[1]))
