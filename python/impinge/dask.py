# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks, poses and motions on many processes or machines, by Dask (Debian: python3-distributed).

    client = distributed.Client("tcp://head:8786")
    result = impinge.dask.check("ship.json", client=client, resume="journal")

docs/many_machines.md is the guide. On the shell: python3 -m impinge.dask check --scene ship.json --cluster local:4
"""
from __future__ import annotations

import dataclasses
import os
import pathlib
import time
import uuid
from typing import Any, Callable, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from ._dask_cluster import TRIES, Chunks, Window, cluster as cluster, distributed, scheduler_cost as scheduler_cost
from ._dask_journal import Journal, plan_stamp
from ._dask_worker import Done, Job, loaded_by, open_early, patiently, run_task, stamp_of
from ._progress import watched
from .engine import Engine, options_of
from ._error import Error
from .options import CheckOptions, EngineOptions, PoseOptions, SweepOptions
from .results import CheckResult, SweepResult
from .words import ErrorCode

Progress = Optional[Callable[[str, float], object]]


@dataclasses.dataclass
class Times:
    """Where the time of a check went, in seconds; of all workers together but for `wall`."""

    wall: float = 0.0
    planning: float = 0.0   #: in this process, opening the scene included
    opening: float = 0.0    #: of the scene, in workers
    reading: float = 0.0    #: of shapes
    preparing: float = 0.0  #: shapes placed, their trees and octrees
    checking: float = 0.0   #: all else in tasks
    idle: float = 0.0       #: workers without a task, between the first task and the last
    joining: float = 0.0    #: in this process
    reads: int = 0          #: of shapes
    bytes: int = 0          #: that these take in memory
    workers: int = 0
    tasks: int = 0
    kept: int = 0           #: tasks that a journal had
    losses: int = 0         #: tasks that went with their worker
    #: of each task its worker, begin and end, the seconds in which it read, and the bytes
    log: list[tuple[str, float, float, float, int]] = dataclasses.field(default_factory=list, repr=False)


class DaskCheck(CheckResult):
    """An answer as of ``impinge.check``, with the pairs that nobody could check and where the time went."""

    trouble: list[tuple[str, str, str]]
    times: Times


def check(scene: Any, client: Any = None, options: Optional[CheckOptions] = None, *, index: Any = None, resume: Any = None,
          rules: Sequence[Any] = (), patience: float = 60.0, progress: Any = None, **words: Any) -> DaskCheck:
    """``Engine.check`` of a scene file on the workers of a client, in the order and with the bytes of a single machine.

    Workers read the files by the same names: give a path that all of them see. `resume` names a folder that keeps what is
    done; the same call goes on there after whatever ended it. Words are those of CheckOptions; `memory` makes tasks small
    enough for it, and bounds what a worker keeps of shapes, which is else half of what its limit is. `progress` is True for
    a bar, or a function.
    """
    client = client if client is not None else distributed.get_client()
    begin = time.time()
    job = job_of(scene, index, patience)
    early = _open_early(client, job)
    opened = _core.open_scene(scene, job.index)  # by the name given, which messages repeat
    if rules:
        opened.set_rules([*rules, *opened.rules])
    with watched(progress) as heard:
        result = check_opened(opened, job, client, options_of(CheckOptions, options, words), bool(rules), resume, heard, begin)
    del early
    return result


def job_of(scene: Any, index: Any = None, patience: float = 60.0, **engine: Any) -> Job:
    """What workers are told of a scene file."""
    path = str(pathlib.Path(scene).resolve())
    try:
        stamp = stamp_of(path)
    except OSError:
        _core.open_scene(scene)  # says it better
        raise
    return Job(path, str(pathlib.Path(index).resolve()) if index is not None else None, stamp, patience=patience, **engine)


def _open_early(client: Any, job: Job) -> list[Any]:
    """Every worker opens the scene while this process does, where an index makes that quick."""
    if not pathlib.Path(job.index or job.scene + ".index").exists():
        return []
    return [client.submit(open_early, job, workers=[worker], pure=False, priority=1) for worker in client.nthreads()]


def check_opened(opened: _core.Scene, job: Job, client: Any, asked: CheckOptions, ruled: bool, resume: Any = None,
                 progress: Progress = None, begin: Optional[float] = None) -> DaskCheck:
    """The same for a scene that this process has opened, by its own rules or others (`ruled`)."""
    begin = begin if begin is not None else time.time()
    engine = Engine()
    plan = _core._plan(engine, opened, asked)
    tasks = plan["tasks"]
    times = Times(planning=time.time() - begin, tasks=len(tasks))
    limits = [w["memory_limit"] for w in client.scheduler_info()["workers"].values() if w.get("memory_limit")]
    limit = min(limits) if limits else 0
    rules = tuple(opened.rules) if ruled else None
    bounded = dataclasses.replace(asked, memory=asked.memory or limit // 2)
    job = dataclasses.replace(job, options=bounded, rules=rules, limit=limit)
    journal: Optional[Journal] = None
    done: dict[int, Done] = {}
    if resume:
        folder = os.path.dirname(job.scene)
        contents = {os.path.relpath(file, folder): content for file, content in _core._contents(opened).items()}
        journal = Journal(resume, plan_stamp(job.stamp, contents, (asked, rules), tasks), job.patience)
        done = {i: kept for i in range(len(tasks)) if (kept := journal.find(i)) is not None}
    times.kept = len(done)
    name = f"impinge-{job.stamp[:8]}-{uuid.uuid4().hex[:8]}"

    def submit(number: int, losses: int) -> Any:
        return client.submit(run_task, job, tasks[number]["pairs"], losses > 0, pure=False, priority=-number,
                             key=f"{name}-{number}-{losses}")

    window = Window(client, submit)
    started = time.time()
    total = sum(task["seconds"] for task in tasks)
    share = sum(tasks[i]["seconds"] for i in done)
    for number, found in window.each([i for i in range(len(tasks)) if i not in done]):
        done[number] = found
        if journal:
            journal.keep(number, found)
        share += tasks[number]["seconds"]
        if progress:
            progress("check", share / total if total else 1.0)
    _add_times(times, done.values(), time.time() - started, sum(window.losses.values()))
    return _joined(engine, opened, asked, done, times, begin)


def _add_times(times: Times, done: Any, wall: float, losses: int) -> None:
    fresh = [d for d in done if d.worker]
    times.workers = len({d.worker for d in fresh})
    times.opening = sum(d.opening for d in fresh)
    times.reading = sum(d.reading for d in fresh)
    times.preparing = sum(d.preparing for d in fresh)
    times.checking = sum(d.end - d.begin for d in fresh) - times.opening - times.reading - times.preparing
    times.idle = max(0.0, times.workers * wall - sum(d.end - d.begin for d in fresh))
    times.reads = sum(d.reads for d in fresh)
    times.bytes = sum(d.read_bytes for d in fresh)
    times.losses = losses
    times.log = [(d.worker, d.begin + d.opening, d.end, d.reading, d.read_bytes) for d in fresh]


def _joined(engine: Engine, scene: _core.Scene, asked: CheckOptions, done: dict[int, Done], times: Times,
            begin: float) -> DaskCheck:
    joining = time.time()
    parts = [part for number in sorted(done) for part in done[number].answers]
    trouble = [found for number in sorted(done) for found in done[number].trouble]
    names = scene.names if trouble else []
    named = [(names[a], names[b], why) for a, b, why in trouble]
    result = DaskCheck(_core._join(engine, scene, parts, asked, named), scene)
    result.trouble = named
    times.joining = time.time() - joining
    times.wall = time.time() - begin
    result.times = times
    return result


def _poses(job: Job, objects: Any, poses: Any, options: PoseOptions) -> Any:
    scene, engine = patiently(lambda: loaded_by(job), job.patience)
    return engine.meet_poses(scene, objects, np.load(poses, mmap_mode="r") if isinstance(poses, str) else poses, options)


def meet_poses(scene: Any, objects: Any, poses: Any, client: Any = None, options: Optional[PoseOptions] = None, *,
               chunk: Optional[int] = None, patience: float = 60.0, progress: Any = None, **words: Any) -> npt.NDArray[np.bool_]:
    """``Engine.meet_poses`` of a scene file for many poses (n, 4, 4), a chunk to a task. Chunks travel as the workers need
    them: as files in memory where all workers are on this machine, else through their connections."""
    client = client if client is not None else distributed.get_client()
    asked = options_of(PoseOptions, options, words)
    job, rows = job_of(scene, None, patience), np.asarray(poses, dtype=np.float64)
    if rows.ndim != 3:
        rows = rows.reshape(-1, 4, 4)
    hits: npt.NDArray[np.bool_] = np.zeros(len(rows), dtype=np.bool_)
    if chunk is None:  # large ones cost a pose less, small ones are shared out better
        chunk = min(max(20_000, -(-len(rows) // (4 * max(1, sum(client.nthreads().values()))))), 250_000)
    order = _slabs(rows, chunk)
    with Chunks(client, patience) as chunks, watched(progress) as heard:

        def submit(number: int, losses: int) -> Any:
            part = chunks.send(number, lambda: rows[order[number]])
            return client.submit(_poses, job, objects, part, asked, pure=False)

        done = 0
        try:
            for number, found in Window(client, submit, TRIES, "poses, chunk {}".format).each(range(len(order))):
                hits[order[number]] = found
                chunks.drop(number)
                done += 1
                if heard:
                    heard("poses", done / len(order))
        except (ValueError, Error) as error:
            if isinstance(error, Error) and error.code != ErrorCode.bad_argument:
                raise
            return Engine().meet_poses(_core.load_scene(scene), objects, rows, asked)  # names a pose by its number
    return hits


def _slabs(rows: npt.NDArray[np.float64], chunk: int) -> list[npt.NDArray[np.intp]]:
    """Which poses are in which chunk: a chunk is a slab of space, since neighbouring poses help each other."""
    if len(rows) <= chunk:
        return [np.arange(len(rows))] if len(rows) else []
    places = rows[:, :, 3]
    axis = int(np.argmax(np.ptp(places, axis=0)))
    cuts = list(range(chunk, len(rows), chunk))
    return np.split(np.argpartition(places[:, axis], cuts), cuts)


def _sweep(file: str, options: SweepOptions, patience: float) -> SweepResult:
    scene = patiently(lambda: _core.load_scene(file), patience)
    return Engine(EngineOptions(threads=1)).sweep(scene, options)


def sweep(scenes: Sequence[Any], client: Any = None, options: Optional[SweepOptions] = None, *, patience: float = 60.0,
          progress: Any = None, **words: Any) -> list[SweepResult]:
    """``Engine.sweep`` of many scene files, each with a motion of its own: a task each, answers in their order."""
    client = client if client is not None else distributed.get_client()
    asked = options_of(SweepOptions, options, words)
    files = [str(pathlib.Path(file).resolve()) for file in scenes]
    found: dict[int, SweepResult] = {}
    with watched(progress) as heard:
        window = Window(client, lambda number, losses: client.submit(_sweep, files[number], asked, patience, pure=False), TRIES,
                        files.__getitem__)
        for number, result in window.each(range(len(files))):
            found[number] = result
            if heard:
                heard("sweep", len(found) / len(files))
    return [found[i] for i in range(len(files))]


if __name__ == "__main__":
    from impinge._dask_shell import main
    raise SystemExit(main())
