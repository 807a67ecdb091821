# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Progress of queries: a function of the caller's, or a bar."""
from __future__ import annotations

import contextlib
import sys
from typing import Any, Callable, Iterator, Optional


@contextlib.contextmanager
def watched(progress: Any) -> Iterator[Optional[Callable[[str, float], object]]]:
    """None, the caller's function, or a bar that is closed at the end."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        bar = bar_of_tqdm() or PlainBar()
        try:
            yield bar.update
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise TypeError(f"progress: True or a function of (stage, share) is expected, not {progress!r}")


class PlainBar:
    """A line on standard error, where tqdm is not installed."""

    def update(self, stage: str, share: float) -> None:
        sys.stderr.write(f"\r{stage:24.24} {100 * share:3.0f} %")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r" + 32 * " " + "\r")


def bar_of_tqdm() -> Any:
    """A bar of tqdm; None where it is not installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None

    class Bar:
        def __init__(self) -> None:
            self.bar = tqdm(total=100, unit="%", leave=False)

        def update(self, stage: str, share: float) -> None:
            self.bar.set_description(stage, refresh=False)
            self.bar.update(round(100 * share) - self.bar.n)

        def close(self) -> None:
            self.bar.close()

    return Bar()
