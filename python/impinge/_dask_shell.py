# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""python3 -m impinge.dask: ``impinge check`` on many processes, from the shell; and the simulation of more of them."""
from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import sys
from typing import Any, Callable, Optional, Sequence

from . import _core
from ._error import Error
from .options import CheckOptions, EngineOptions
from .words import ErrorCode

CLEAN, FINDINGS, TROUBLE, INTERRUPTED = 0, 1, 2, 130
PROGRAM = "python3 -m impinge.dask"

#: What `check` takes beside the options of ``impinge check``.
OPTIONS = [
    ("--cluster", "local:N|tcp://HOST:PORT", f"Processes of this machine, or a scheduler [local:{os.cpu_count() or 1}]"),
    ("--worker-memory", "SIZE", "Memory of each local worker, such as 2GB [its share of the machine]"),
    ("--resume", "FOLDER", "Keep what is done there, and go on from what is there"),
    ("--patience", "SECONDS", "How long workers wait for files that are gone [60]"),
    ("--times", "FILE", "Write where the time went, task by task, for 'simulate'"),
]


def _simulate_arguments(words: Sequence[str]) -> argparse.Namespace:
    simulated = argparse.ArgumentParser(prog=f"{PROGRAM} simulate",
                                        description="tell how long a recorded check would take on more workers")
    simulated.add_argument("times", metavar="FILE", help="what 'check --times FILE' has written")
    simulated.add_argument("--copies", type=int, default=1, metavar="N", help="take the recorded tasks this often [1]")
    simulated.add_argument("--scheduler-ms", type=float, metavar="MS",
                           help="what a task costs the scheduler [as it was measured]")
    simulated.add_argument("--bandwidth", type=float, default=1e9, metavar="BYTES",
                           help="what the shared folder gives in a second [1e9]")
    return simulated.parse_args(words)


def _write(target: str, text: str) -> None:
    beside = pathlib.Path(f"{target}.{os.getpid()}.part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, target)


def _times_text(times: Any, scheduler: float) -> str:
    tasks = [{"seconds": end - begin - reading, "bytes": count} for _, begin, end, reading, count in times.log]
    fields = {f.name: getattr(times, f.name) for f in dataclasses.fields(times) if f.name != "log"}
    return json.dumps({"schema": "impinge.times/1", **fields, "opening": times.opening / max(1, times.workers),
                       "scheduler": scheduler, "tasks": tasks})


def _simulate(words: Sequence[str]) -> int:
    from . import _dask_simulate as simulation
    a = _simulate_arguments(words)
    recorded = simulation.read_times(a.times)
    scheduler = recorded.scheduler if a.scheduler_ms is None else a.scheduler_ms / 1e3
    points = simulation.curve(recorded.tasks * max(1, a.copies), scheduler=scheduler, bandwidth=a.bandwidth,
                              start=recorded.opening)
    sys.stdout.write(simulation.curve_text(points))
    return CLEAN


def _seconds_of(text: str) -> float:
    try:
        seconds = float(text or "60")
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise Error(f"--patience {text}: give seconds, 0 or more.", ErrorCode.bad_argument)
    return seconds


def _check(words: Sequence[str]) -> int:
    def elsewhere(scene: _core.Scene, options: CheckOptions, engine: EngineOptions, given: dict[str, Any],
                  progress: Callable[[str, float], None]) -> Any:
        from . import dask
        patience = _seconds_of(given["--patience"])
        job = dask.job_of(given["--scene"], given["--index"] or None, patience, threads=engine.threads or 1,
                          backend=engine.backend)
        with dask.cluster(given["--cluster"] or f"local:{os.cpu_count() or 1}", given["--worker-memory"] or "auto") as client:
            if not given["--quiet"] and sys.stderr.isatty():
                sys.stderr.write(f"dashboard: {client.dashboard_link}\n")
            result = dask.check_opened(scene, job, client, options, bool(scene.rules), given["--resume"] or None, progress)
            if given["--times"]:
                _write(given["--times"], _times_text(result.times, dask.scheduler_cost(client)))
        for first, second, why in result.trouble:
            sys.stderr.write(f"impinge.dask: {first} / {second}: not checked: {why}\n")
        if not given["--quiet"]:
            sys.stderr.write(_words(result.times))
        return result._with_handle()

    return _core._check_shell(PROGRAM, list(words), OPTIONS, elsewhere)


def _words(t: Any) -> str:
    return (f"{t.workers} workers, {t.tasks} tasks ({t.kept} kept, {t.losses} lost): {t.wall:.1f} s; of all workers opening "
            f"{t.opening:.1f}, reading {t.reading:.1f}, preparing {t.preparing:.1f}, checking {t.checking:.1f}, idle "
            f"{t.idle:.1f} s\n")


def main(words: Optional[Sequence[str]] = None) -> int:
    """The exit status."""
    words = list(sys.argv[1:] if words is None else words)
    commands = {"check": _check, "simulate": _simulate}
    if not words or words[0] not in commands:
        asked = bool(words) and words[0] in ("-h", "--help")
        (sys.stdout if asked else sys.stderr).write(
            f"{PROGRAM} check --scene FILE …: check a scene on many processes\n{PROGRAM} simulate FILE: tell how long a "
            "recorded check would take on more workers\nEach has --help; docs/many_machines.md is the guide.\n")
        return CLEAN if asked else TROUBLE
    try:
        return commands[words[0]](words[1:])
    except KeyboardInterrupt:
        sys.stderr.write("impinge.dask: interrupted; nothing was decided.\n")
        return INTERRUPTED
    except Error as error:
        cancelled = error.code == ErrorCode.cancelled
        sys.stderr.write(f"impinge.dask: {'interrupted; nothing was decided.' if cancelled else error}\n")
        return INTERRUPTED if cancelled else TROUBLE
    except (ImportError, OSError) as error:
        sys.stderr.write(f"impinge.dask: {error}\n")
        return TROUBLE
