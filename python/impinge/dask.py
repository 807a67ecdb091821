# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Checks, poses and motions on many processes or machines, by Dask (Debian: python3-distributed).

    client = distributed.Client("tcp://head:8786")
    result = impinge.dask.check("ship.json", client=client, resume="journal")

docs/many_machines.md is the guide. On the shell: python3 -m impinge.dask check --scene ship.json --cluster local:4
"""
from __future__ import annotations

import contextlib
import dataclasses
import importlib
import pathlib
import time
from collections import deque
from typing import Any, Callable, Iterator, Optional, Sequence

import numpy as np
import numpy.typing as npt

from . import _core
from ._dask_journal import Journal, plan_stamp
from ._dask_worker import Done, Job, apply_rules, run_task, stamp_of
from ._error import Error
from .engine import Engine, options_of
from .options import CheckOptions, PoseOptions, SweepOptions
from .results import CheckResult, SweepResult
from .words import ErrorCode

try:
    distributed: Any = importlib.import_module("distributed")  # half of it has types
except ImportError as missing:
    raise ImportError("impinge.dask needs Dask's distributed: apt-get install python3-distributed, "
                      "or pip install distributed") from missing

Progress = Optional[Callable[[str, float], None]]

#: How often a task that ended its worker is tried before its pairs are looked at one by one.
TRIES = 2
#: A task that is lost so often for no fault of a pair is given up.
MOST_LOSSES = 50


@dataclasses.dataclass
class Times:
    """Where the time of a check went, in seconds; of all workers together but for `wall`."""

    wall: float = 0.0
    planning: float = 0.0   #: in this process, opening the scene included
    opening: float = 0.0    #: of the scene, in workers
    reading: float = 0.0    #: of shapes
    checking: float = 0.0   #: all else in tasks
    idle: float = 0.0       #: workers without a task, between the first task and the last
    joining: float = 0.0    #: in this process
    reads: int = 0          #: of shapes
    workers: int = 0
    tasks: int = 0
    kept: int = 0           #: tasks that a journal had
    losses: int = 0         #: tasks that went with their worker
    log: list[tuple[str, float, float]] = dataclasses.field(default_factory=list, repr=False)  #: worker, begin, end


class DaskCheck(CheckResult):
    """An answer as of ``impinge.check``, with the pairs that nobody could check and where the time went."""

    trouble: list[tuple[str, str, str]]
    times: Times

    def to_json(self, touching: bool = True, sampled: bool = False, hint: bool = True, stats: bool = True) -> str:
        text = super().to_json(touching, sampled, hint, stats)
        if not self.trouble:
            return text
        import json
        named = [{"a": a, "b": b, "why": why} for a, b, why in self.trouble]
        return text.rstrip()[:-1].rstrip() + f',\n  "trouble": {json.dumps(named)}\n}}\n'


@contextlib.contextmanager
def cluster(spec: str, memory: str = "auto") -> Iterator[Any]:
    """A client for "local:4", four processes of this machine, or for the address of a scheduler, "tcp://…" or "tls://…"."""
    if not spec.startswith("local:"):
        with distributed.Client(spec) as client:
            yield client
        return
    import dask.config as config  # Dask's own
    count = spec.removeprefix("local:")
    if not count.isdigit() or int(count) < 1:
        raise Error(f"cluster {spec}: give local:N with N workers, or the address of a scheduler", ErrorCode.bad_argument)
    with config.set({"distributed.scheduler.allowed-failures": TRIES - 1}):
        with distributed.LocalCluster(n_workers=int(count), threads_per_worker=1, processes=True, host="127.0.0.1",
                                      dashboard_address="127.0.0.1:0", memory_limit=memory) as own:
            with distributed.Client(own) as client:
                yield client


class _Run:
    """Tasks on their way: a window of them is with the scheduler, so that it never holds all."""

    def __init__(self, client: Any, job: Job, tasks: Sequence[npt.NDArray[np.uint32]]) -> None:
        self.client, self.job, self.tasks = client, job, tasks
        self.losses = [0] * len(tasks)
        self.begun = distributed.as_completed([], with_results=False)
        self.numbers: dict[str, int] = {}

    def submit(self, number: int) -> None:
        apart = self.losses[number] > 0
        future = self.client.submit(run_task, self.job, self.tasks[number], apart, pure=False, priority=-number,
                                    key=f"impinge-{self.job.stamp[:8]}-{id(self)}-{number}-{self.losses[number]}")
        self.numbers[future.key] = number
        self.begun.add(future)

    def each(self, wanted: Sequence[int]) -> Iterator[tuple[int, Done]]:
        waiting = deque(wanted)
        while waiting or self.numbers:
            room = max(8, 3 * sum(self.client.nthreads().values()))
            while waiting and len(self.numbers) < room:
                self.submit(waiting.popleft())
            future = next(self.begun)
            number = self.numbers.pop(future.key)
            if future.status == "finished":
                yield number, future.result()
                continue
            error = future.exception() if future.status == "error" else None
            lost = error is None or isinstance(error, (distributed.scheduler.KilledWorker, distributed.CancelledError))
            if not lost:
                raise error
            self.losses[number] += 1
            if self.losses[number] > MOST_LOSSES:
                raise error if error is not None else RuntimeError(f"task {number} was lost again and again")
            self.submit(number)


def check(scene: Any, client: Any = None, options: Optional[CheckOptions] = None, *, index: Any = None, resume: Any = None,
          rules: Sequence[Any] = (), patience: float = 60.0, progress: Progress = None, **words: Any) -> DaskCheck:
    """``Engine.check`` of a scene file on the workers of a client, in the order and with the bytes of a single machine.

    Workers read the files by the same names: give a path that all of them see. `resume` names a folder that keeps what is
    done; the same call goes on there after whatever ended it. Words are those of CheckOptions; `memory` makes tasks small
    enough for it, and bounds what a worker keeps of shapes, which is else half of what its limit is.
    """
    client = client if client is not None else distributed.get_client()
    begin = time.time()
    asked = options_of(CheckOptions, options, words)
    path = str(pathlib.Path(scene).resolve())
    own_index = str(pathlib.Path(index).resolve()) if index is not None else None
    engine = Engine()
    stamp = stamp_of(path)
    opened = apply_rules(_core.open_scene(scene, own_index), tuple(rules))  # by the name given, which messages repeat
    plan = _core._plan(engine, opened, asked)
    times = Times(planning=time.time() - begin, tasks=len(plan["tasks"]))
    limits = [w["memory_limit"] for w in client.scheduler_info()["workers"].values() if w.get("memory_limit")]
    limit = min(limits) if limits else 0
    bounded = dataclasses.replace(asked, memory=asked.memory or limit // 2)
    job = Job(path, own_index, stamp, bounded, repr((asked, tuple(rules))), tuple(rules), patience, limit)
    journal = Journal(resume, plan_stamp(stamp, own_index or path + ".index", (asked, tuple(rules)), plan["tasks"])) if resume else None
    done: dict[int, Done] = {}
    if journal:
        done = {i: found for i in range(times.tasks) if (found := journal.find(i)) is not None}
    times.kept = len(done)
    run = _Run(client, job, [task["pairs"] for task in plan["tasks"]])
    started = time.time()
    total = sum(task["seconds"] for task in plan["tasks"])
    share = sum(plan["tasks"][i]["seconds"] for i in done)
    for number, found in run.each([i for i in range(times.tasks) if i not in done]):
        done[number] = found
        if journal:
            journal.keep(number, found)
        share += plan["tasks"][number]["seconds"]
        if progress:
            progress("check", share / total if total else 1.0)
    _add_times(times, done.values(), time.time() - started, sum(run.losses))
    return _joined(engine, opened, asked, done, times, begin)


def _add_times(times: Times, done: Any, wall: float, losses: int) -> None:
    fresh = [d for d in done if d.worker]
    times.workers = len({d.worker for d in fresh})
    times.opening = sum(d.opening for d in fresh)
    times.reading = sum(d.reading for d in fresh)
    times.checking = sum(d.end - d.begin for d in fresh) - times.opening - times.reading
    times.idle = max(0.0, times.workers * wall - sum(d.end - d.begin for d in fresh))
    times.reads = sum(d.reads for d in fresh)
    times.losses = losses
    times.log = [(d.worker, d.begin, d.end) for d in fresh]


def _joined(engine: Engine, scene: _core.Scene, asked: CheckOptions, done: dict[int, Done], times: Times,
            begin: float) -> DaskCheck:
    joining = time.time()
    parts = [part for number in sorted(done) for part in done[number].answers]
    result = DaskCheck(_core._join(engine, scene, parts, asked), scene)
    names = scene.names
    result.trouble = [(names[a], names[b], why) for number in sorted(done) for a, b, why in done[number].trouble]
    times.joining = time.time() - joining
    times.wall = time.time() - begin
    result.times = times
    return result


_prepared: set[Job] = set()  # scenes whose shapes a worker has prepared


def _poses(file: str, stamp: str, objects: Any, poses: npt.NDArray[np.float64], options: PoseOptions) -> Any:
    from . import _dask_worker as here
    job = Job(file, None, stamp, CheckOptions(), "poses")
    scene, engine = here.open_job(job)
    if job not in _prepared:
        engine.prepare(scene)
        _prepared.add(job)
    return engine.meet_poses(scene, objects, poses, options)


def meet_poses(scene: Any, objects: Any, poses: Any, client: Any = None, options: Optional[PoseOptions] = None, *,
               chunk: int = 100_000, **words: Any) -> npt.NDArray[np.bool_]:
    """``Engine.meet_poses`` of a scene file for many poses (n, 4, 4), a chunk to a task."""
    client = client if client is not None else distributed.get_client()
    asked = options_of(PoseOptions, options, words)
    path, all_poses = str(pathlib.Path(scene).resolve()), np.asarray(poses, dtype=np.float64)
    _core.open_scene(path)
    stamp = stamp_of(path)
    parts = []
    for i in range(0, len(all_poses), chunk):  # a worker begins while the next chunk is on its way
        part = client.scatter(all_poses[i:i + chunk, :3], hash=False)
        parts.append(client.submit(_poses, path, stamp, objects, part, asked, pure=False))
    found: list[npt.NDArray[np.bool_]] = client.gather(parts)
    return np.concatenate(found) if found else np.zeros(0, dtype=bool)


def _sweep(file: str, options: SweepOptions) -> SweepResult:
    return Engine().sweep(_core.load_scene(file), options)


def sweep(scenes: Sequence[Any], client: Any = None, options: Optional[SweepOptions] = None, **words: Any) -> list[SweepResult]:
    """``Engine.sweep`` of many scene files, each with a motion of its own: a task each, answers in their order."""
    client = client if client is not None else distributed.get_client()
    asked = options_of(SweepOptions, options, words)
    futures = [client.submit(_sweep, str(pathlib.Path(file).resolve()), asked, pure=False) for file in scenes]
    found: list[SweepResult] = client.gather(futures)
    return found


if __name__ == "__main__":
    from impinge._dask_shell import main
    raise SystemExit(main())
