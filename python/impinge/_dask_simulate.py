# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""How long recorded tasks would take on more workers than there are: a simulation of events.

A task costs its scheduler time (one process hands out and takes back all of them), its reading (the shared folder gives so
many bytes a second to all together), and its own time on a worker.
"""
from __future__ import annotations

import dataclasses
import heapq
import json
import pathlib
from typing import Any, Sequence

from ._error import Error
from .words import ErrorCode


@dataclasses.dataclass
class Recorded:
    """A task as it was recorded."""

    seconds: float  #: on its worker, without reading
    bytes: float = 0.0  #: that it read


@dataclasses.dataclass
class Simulated:
    """What would come of it."""

    workers: int
    wall: float
    busy: float  #: share of the workers' time in tasks
    scheduler: float  #: share of the time in which the scheduler was at work
    speedup: float  #: against one worker


def simulate(tasks: Sequence[Recorded], workers: int, scheduler: float = 0.4e-3, bandwidth: float = 1e9,
             start: float = 0.0) -> Simulated:
    """`scheduler`: seconds of it for each task. `bandwidth`: bytes a second of the folder for all workers together.
    `start`: seconds in which a worker opens the scene. Workers that are free get the next task in the order."""
    free = [(start, worker) for worker in range(workers)]
    at_scheduler = folder = end = spent = reading_time = 0.0
    for task in tasks:
        ready, worker = heapq.heappop(free)
        at_scheduler = max(at_scheduler, ready) + scheduler
        begin = at_scheduler
        if task.bytes > 0:
            folder = max(folder, begin) + task.bytes / bandwidth
            begin = folder
        finished = begin + task.seconds
        spent += finished - at_scheduler
        end = max(end, finished)
        heapq.heappush(free, (finished, worker))
    alone = start + sum(scheduler + task.seconds + task.bytes / bandwidth for task in tasks)
    return Simulated(workers, end, spent / (end * workers) if end > 0 else 0.0,
                     scheduler * len(tasks) / end if end > 0 else 0.0, alone / end if end > 0 else 1.0)


@dataclasses.dataclass
class Recording:
    """A check as ``--times FILE`` has written it."""

    tasks: list[Recorded]
    opening: float  #: how long a worker opens the scene
    scheduler: float  #: what a task cost the scheduler


def read_times(file: Any) -> Recording:
    """Error for what is no such file."""
    try:
        document = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        tasks = [Recorded(float(t["seconds"]), float(t["bytes"])) for t in document["tasks"]]
        return Recording(tasks, float(document["opening"]), float(document["scheduler"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Error(f"{file}: is not what 'check --times' writes: {error!r}", ErrorCode.file_format) from error


def curve(tasks: Sequence[Recorded], workers: Sequence[int] = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000),
          **words: float) -> list[Simulated]:
    """The same for several numbers of workers."""
    return [simulate(tasks, n, **words) for n in workers]


def curve_text(points: Sequence[Simulated]) -> str:
    """A table for people."""
    rows = [f"{'workers':>8} {'seconds':>10} {'faster':>8} {'busy':>6} {'scheduler':>9}"]
    rows += [f"{p.workers:8} {p.wall:10.1f} {p.speedup:8.1f} {100 * p.busy:4.0f} % {100 * p.scheduler:7.0f} %" for p in points]
    return "\n".join(rows) + "\n"
