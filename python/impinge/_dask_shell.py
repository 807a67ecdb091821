# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""python3 -m impinge.dask: checks on many processes from the shell, with the words and statuses of ``impinge check``."""
from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import re
import sys
import time
from typing import Any, Optional, Sequence

from . import _core
from ._error import Error
from .options import CheckOptions
from .overlaps import Rule

CLEAN, FINDINGS, TROUBLE, INTERRUPTED = 0, 1, 2, 130


def _arguments(words: Optional[Sequence[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m impinge.dask", description="impinge on many processes, by Dask")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="check a scene", epilog="Exit status: 0 clean, 1 findings, 2 trouble (130 "
                                "after Ctrl-C). Options are those of 'impinge check'; see docs/many_machines.md.")
    check.add_argument("--scene", required=True, metavar="FILE", help="scene file that all workers see by this name")
    check.add_argument("--cluster", default=f"local:{os.cpu_count() or 1}", metavar="local:N|tcp://HOST:PORT",
                       help="processes of this machine, or a scheduler")
    check.add_argument("--worker-memory", default="auto", metavar="SIZE",
                       help="memory of each local worker, such as 2GB [its share]")
    check.add_argument("--resume", metavar="FOLDER", help="keep what is done there, and go on from what is there")
    check.add_argument("--patience", type=float, default=60.0, metavar="SECONDS",
                       help="how long workers wait for files that are gone [60]")
    check.add_argument("--index", metavar="FILE", help="where boxes and counts are kept [beside the scene]")
    check.add_argument("--plan", action="store_true", help="say what there is to do, but do not do it")
    check.add_argument("--clearance", type=float, metavar="LENGTH", help="also report pairs no farther apart than this")
    check.add_argument("--tolerance", type=float, metavar="DEPTH", help="treat an overlap no deeper as touching")
    check.add_argument("--touching", choices=["report", "ignore"], default="report")
    check.add_argument("--sampled", choices=["list", "report"], default="list")
    check.add_argument("--open", choices=["solid", "surface"], default="solid")
    check.add_argument("--volume", action="store_true")
    check.add_argument("--self", action="store_true", dest="own")
    check.add_argument("--ignore", action="append", default=[], metavar="A:B")
    check.add_argument("--only", action="append", default=[], metavar="A:B")
    check.add_argument("--rules", action="append", default=[], metavar="FILE")
    check.add_argument("--ignored", choices=["skip", "list"], default="skip")
    check.add_argument("--max-pairs", type=int, metavar="N")
    check.add_argument("--json", metavar="FILE|-", help="write the answer; - prints only the JSON")
    check.add_argument("--no-stats", action="store_true")
    check.add_argument("--quiet", action="store_true")
    check.add_argument("--times", metavar="FILE", help="write where the time went, task by task, for 'simulate'")
    simulated = commands.add_parser("simulate", help="tell how long a recorded check would take on more workers")
    simulated.add_argument("times", metavar="FILE", help="what 'check --times FILE' has written")
    simulated.add_argument("--copies", type=int, default=1, metavar="N", help="take the recorded tasks this often [1]")
    simulated.add_argument("--scheduler-ms", type=float, default=0.4, metavar="MS", help="what a task costs the scheduler [0.4]")
    simulated.add_argument("--bandwidth", type=float, default=1e9, metavar="BYTES",
                           help="what the shared folder gives in a second [1e9]")
    return parser.parse_args(words)


def _options(a: argparse.Namespace) -> CheckOptions:
    options = CheckOptions(clearance=a.clearance, tolerance=a.tolerance, open=a.open, volume=a.volume, self=a.own,
                           ignored=a.ignored == "list")
    if a.max_pairs is not None:
        options.max_pairs = a.max_pairs
    return options


def _rules(a: argparse.Namespace) -> list[Rule]:
    """In the order of ``impinge check``: those of options, then of files; those of the scene come last."""
    rules = []
    for option, texts in (("--ignore", a.ignore), ("--only", a.only)):
        for text in texts:
            parts = re.split(r"(?<!\bname)(?<!\bgroup)(?<!\blayer):", text)
            if len(parts) != 2 or not all(parts):
                raise Error(f"{option} {text}: give two selections with a colon between, such as 'bolt*:plate*'")
            rules.append(Rule(a=[parts[0]], b=[parts[1]], ignore=option == "--ignore", origin=f"{option} {text}"))
    return rules + [rule for file in a.rules for rule in _core.load_rules(file)]


class _Bar:
    """On a terminal alone, where it takes a line and gives it back."""

    def __init__(self, shown: bool) -> None:
        self.shown, self.begin, self.last = shown and sys.stderr.isatty(), time.monotonic(), 0.0

    def __call__(self, stage: str, share: float) -> None:
        if not self.shown or (share < 1 and time.monotonic() - self.last < 0.2):
            return
        self.last = time.monotonic()
        left = (self.last - self.begin) * (1 - share) / share if share > 0 else 0.0
        bar = "#" * int(30 * share)
        sys.stderr.write(f"\r{stage:8} [{bar:30}] {100 * share:3.0f} %  {left:5.0f} s left\x1b[K")
        sys.stderr.flush()

    def end(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")


def _plan(a: argparse.Namespace) -> int:
    from .engine import Engine
    plan = _core._plan(Engine(), _core.open_scene(a.scene, a.index), _options(a))
    sys.stdout.write(f"{plan['pairs']} pairs near each other, {plan['faces']} faces, {plan['shapes']} shapes of "
                     f"{plan['bytes'] / 1e6:.3g} MB, {len(plan['tasks'])} tasks, about {plan['seconds']:.3g} s on one core\n")
    return CLEAN


def _write(target: str, text: str) -> None:
    if target == "-":
        sys.stdout.write(text)
        return
    beside = pathlib.Path(f"{target}.{os.getpid()}.part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, target)


def _times_text(times: Any) -> str:
    """Bytes are not counted yet where shapes are kept: reading stands for them as time."""
    tasks = [{"seconds": end - begin, "bytes": 0} for _, begin, end in times.log]
    fields = {f.name: getattr(times, f.name) for f in dataclasses.fields(times) if f.name != "log"}
    return json.dumps({"schema": "impinge.times/1", **fields, "opening": times.opening / max(1, times.workers), "tasks": tasks})


def _simulate(a: argparse.Namespace) -> int:
    from . import _dask_simulate as simulation
    tasks, start = simulation.read_times(a.times)
    points = simulation.curve(tasks * max(1, a.copies), scheduler=a.scheduler_ms / 1e3, bandwidth=a.bandwidth, start=start)
    sys.stdout.write(simulation.curve_text(points))
    return CLEAN


def _check(a: argparse.Namespace) -> int:
    from . import dask
    if a.plan:
        return _plan(a)
    rules = _rules(a)
    bar = _Bar(not a.quiet)
    with dask.cluster(a.cluster, a.worker_memory) as client:
        if bar.shown:
            sys.stderr.write(f"dashboard: {client.dashboard_link}\n")
        try:
            result = dask.check(a.scene, client, _options(a), index=a.index, resume=a.resume, rules=rules,
                                patience=a.patience, progress=bar)
        finally:
            bar.end()
    if a.json:
        _write(a.json, result.to_json(a.touching == "report", a.sampled == "report", stats=not a.no_stats))
    if not a.quiet and a.json != "-":
        sys.stdout.write(result.to_table(a.touching == "report", a.sampled == "report"))
    if a.times:
        _write(a.times, _times_text(result.times))
    if not a.quiet:
        t = result.times
        sys.stderr.write(f"{t.workers} workers, {t.tasks} tasks ({t.kept} kept, {t.losses} lost): {t.wall:.1f} s; of all workers "
                         f"opening {t.opening:.1f}, reading {t.reading:.1f}, checking {t.checking:.1f}, idle {t.idle:.1f} s\n")
    for first, second, why in result.trouble:
        sys.stderr.write(f"impinge.dask: {first} / {second}: not checked: {why}\n")
    if result.trouble:
        return TROUBLE
    return FINDINGS if result.find(a.touching == "report", a.sampled == "report") else CLEAN


def main(words: Optional[Sequence[str]] = None) -> int:
    """The exit status."""
    arguments = _arguments(words)
    try:
        return _simulate(arguments) if arguments.command == "simulate" else _check(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("impinge.dask: interrupted; nothing was decided.\n")
        return INTERRUPTED
    except (Error, ImportError, OSError) as error:
        sys.stderr.write(f"impinge.dask: {error}\n")
        return TROUBLE
