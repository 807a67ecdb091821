# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What impinge.dask has to do with processes: a cluster of this machine, work that is lost with them, arrays on their way."""
from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import tempfile
import threading
import time
import uuid
from collections import deque
from typing import Any, Callable, Iterable, Iterator, Optional

import numpy as np
import numpy.typing as npt

from ._dask_worker import patiently_if
from ._error import Error
from .words import ErrorCode

try:
    distributed: Any = importlib.import_module("distributed")  # half of it has types
except ImportError as missing:
    raise ImportError("impinge.dask needs Dask's distributed: apt-get install python3-distributed, "
                      "or pip install distributed") from missing

#: How often a task that ended its worker is tried before its pairs are looked at one by one.
TRIES = 2
#: A task that is lost so often for no fault of a pair is given up.
MOST_LOSSES = 50



@contextlib.contextmanager
def cluster(spec: str, memory: str = "auto") -> Iterator[Any]:
    """A client for "local:4", four processes of this machine, or for the address of a scheduler, "tcp://…" or "tls://…"."""
    if not spec.startswith("local:"):
        try:
            reached = distributed.Client(spec)
        except (OSError, TypeError, ValueError) as error:
            raise Error(f"cluster {spec}: cannot be reached: {error}; give local:N, or the address of a scheduler that runs, and "
                        "for tls:// say where certificates are, see docs/many_machines.md", ErrorCode.bad_argument) from error
        with reached as client:
            yield client
        return
    import dask.config as config  # Dask's own
    count = spec.removeprefix("local:")
    if not count.isdigit() or int(count) < 1:
        raise Error(f"cluster {spec}: give local:N with N workers, or the address of a scheduler", ErrorCode.bad_argument)
    with config.set({"distributed.scheduler.allowed-failures": TRIES - 1}):
        with distributed.LocalCluster(n_workers=int(count), threads_per_worker=1, processes=True, host="127.0.0.1",
                                      dashboard_address="127.0.0.1:0", memory_limit=memory) as own:
            with distributed.Client(own) as client, _keeping(own, int(count)):
                yield client


@contextlib.contextmanager
def _keeping(own: Any, count: int) -> Iterator[None]:
    """A worker that ends again and again while it starts is given up by its cluster; then it gets another one."""
    ended = threading.Event()

    def keep() -> None:
        while not ended.wait(2):
            if len(own.workers) < count:
                own.scale(count)

    keeper = threading.Thread(target=keep, daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        keeper.join()


#: What is said of work that went with its worker.
LOST = (distributed.scheduler.KilledWorker, distributed.CancelledError, distributed.comm.CommClosedError)


class Window:
    """Work on its way: as much of it is with the scheduler as keeps the workers busy, so that it never holds all."""

    def __init__(self, client: Any, submit: Callable[[int, int], Any], most_kills: int = MOST_LOSSES,
                 name: Callable[[int], str] = "task {}".format) -> None:
        self.client, self.submit, self.most_kills, self.name = client, submit, most_kills, name
        self.losses: dict[int, int] = {}
        self.begun = distributed.as_completed([], with_results=False)
        self.numbers: dict[str, int] = {}
        self.room, self.looked = 8, 0.0

    def begin(self, number: int) -> None:
        future = self.submit(number, self.losses.get(number, 0))
        self.numbers[future.key] = number
        self.begun.add(future)

    def has_room(self) -> bool:
        if time.monotonic() - self.looked > 1:  # asking the scheduler takes as long as a task
            self.room, self.looked = max(8, 3 * sum(self.client.nthreads().values())), time.monotonic()
        return len(self.numbers) < self.room

    def each(self, wanted: Iterable[int]) -> Iterator[tuple[int, Any]]:
        """Numbers and what came of them, as they are done. What is lost with its worker is submitted again."""
        waiting = deque(wanted)
        while waiting or self.numbers:
            while waiting and self.has_room():
                self.begin(waiting.popleft())
            future = next(self.begun)
            number = self.numbers.pop(future.key)
            error: Optional[BaseException] = None
            try:
                result = future.result()
            except LOST as lost:  # a result goes with its worker, too
                error = lost
            else:
                yield number, result
                continue
            self.losses[number] = self.losses.get(number, 0) + 1
            killed = isinstance(error, distributed.scheduler.KilledWorker)
            if self.losses[number] >= (self.most_kills if killed else MOST_LOSSES):
                raise Error(f"{self.name(number)}: ended every worker that had it: {error}", ErrorCode.too_large) from error
            self.begin(number)


def scheduler_cost(client: Any, tasks: int = 300) -> float:
    """Seconds that a task costs the scheduler here: how long empty ones take, sent and fetched as those of a check are."""
    window = Window(client, lambda number, losses: client.submit(int, number, pure=False, key=f"empty-{uuid.uuid4().hex}"))
    list(window.each(range(20)))  # connections are made
    begin = time.monotonic()
    list(window.each(range(tasks)))
    return (time.monotonic() - begin) / tasks


class Chunks:
    """Arrays on their way to workers."""

    def __init__(self, client: Any, patience: float) -> None:
        self.client, self.patience = client, patience
        self.folder = tempfile.mkdtemp(prefix="impinge-", dir=memory_folder()) if all_here(client) else None

    def send(self, number: int, make: Callable[[], npt.NDArray[np.float64]]) -> Any:
        if self.folder is None:
            array = make()
            lost = (OSError, distributed.TimeoutError)  # of the worker that was to get it, or of all
            return patiently_if(lambda: self.client.scatter(array, hash=False), self.patience,
                                lambda error: isinstance(error, lost))
        file = os.path.join(self.folder, f"{number}.npy")
        if not os.path.exists(file):
            np.save(file, make())
        return file

    def drop(self, number: int) -> None:
        if self.folder is not None:
            os.unlink(os.path.join(self.folder, f"{number}.npy"))

    def __enter__(self) -> Chunks:
        return self

    def __exit__(self, *_: Any) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def all_here(client: Any) -> bool:
    """Whether all workers are on this machine."""
    return {w["host"] for w in client.scheduler_info()["workers"].values()} == {"127.0.0.1"}


def memory_folder() -> Optional[str]:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
