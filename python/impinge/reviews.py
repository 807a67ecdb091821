# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Reviews: what people decide about findings, what other tools are told, and the page of a report."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Optional, Sequence, Union

from . import _core
from ._record import Record
from .answers import Floats, RuleUse
from .engine import options_of
from .results import CheckResult, InterferenceMap, SweepResult
from .words import Backend, DecisionState, ReviewState, Severity, Verdict


@dataclass(eq=False, repr=False)
class Decision(Record):
    """A decision about one pair, as a report page keeps it."""

    id: str
    a: str = ""
    b: str = ""
    state: Union[DecisionState, str] = DecisionState.open
    reason: str = ""
    assignee: str = ""
    comment: str = ""
    verdict: Union[None, Verdict, str] = None
    origin: str = ""


@dataclass(eq=False, repr=False)
class ReviewFact(Record):
    """A number or place of a review, ready to be read."""

    name: str
    value: str


@dataclass(eq=False, repr=False)
class ReviewItem(Record):
    """One pair as other tools are told of it."""

    id: str = ""
    a: int = 0
    b: int = 0
    verdict: str = ""
    state: Union[ReviewState, str] = ReviewState.finding
    severity: Union[Severity, str] = Severity.medium
    rule: Optional[int] = None
    reason: str = ""
    was: str = ""
    facts: list[ReviewFact] = field(default_factory=list)
    places: Any = field(default_factory=list)
    pair: Optional[int] = None
    decision: Optional[Decision] = None


@dataclass(eq=False, repr=False)
class GoneFinding(Record):
    """A finding of before that is no longer there, as it was."""

    id: str
    a: str
    b: str
    verdict: str


@dataclass(eq=False, repr=False)
class Review(Record):
    """An answer as other tools are told of it: all pairs that it lists, and what becomes of them."""

    command: str
    scene_file: str
    items: list[ReviewItem]
    gone: list[GoneFinding]
    rules: list[RuleUse]
    asked: int
    seconds: float = field(compare=False)
    #: the answer that it is about
    handle: Any = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "handle": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


@dataclass(eq=False, repr=False)
class ReviewOptions(Record):
    """How reviews are written that show pictures."""

    pictures: int = 100
    width: int = 640
    height: int = 480
    backend: Union[Backend, str] = Backend.cpu
    bcf_version: str = "2.1"


@dataclass(eq=False, repr=False)
class ReportPair(Record):
    """What a page says of a pair beyond its answer."""

    id: str = ""
    finding: bool = True
    state: str = ""
    was: str = ""


@dataclass(eq=False, repr=False)
class ReportOptions(Record):
    """How ``write_report`` makes a page."""

    title: str = ""
    max_faces: int = 5_000_000
    pairs: Sequence[ReportPair] = ()
    decisions: Sequence[Decision] = ()


def review_of(result: Union[CheckResult, SweepResult], ids: Optional[Iterable[str]] = None) -> Review:
    """The review of a check or a sweep; without `ids` those of the command line, which stay from run to run.

    >>> import impinge
    >>> result = impinge.check(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 2))
    >>> review = impinge.review_of(result)
    >>> review.items[0].state, "a / b: crossing" in impinge.junit_text(review)
    (ReviewState.finding, True)
    """
    return _core._review_of(result._with_handle(), None if ids is None else list(ids))


def write_markdown(review: Review, file: Any, options: Optional[ReviewOptions] = None, **words: Any) -> None:
    """Writes the tables and their pictures, the latter into a folder beside the file. Words are those of ReviewOptions."""
    _core._write_markdown(review, file, options_of(ReviewOptions, options, words))


def write_bcf(review: Review, file: Any, options: Optional[ReviewOptions] = None, **words: Any) -> None:
    """Writes a topic for each finding as BCF (BIM Collaboration Format). Words are those of ReviewOptions."""
    _core._write_bcf(review, file, options_of(ReviewOptions, options, words))


def write_report(result: Union[CheckResult, SweepResult, InterferenceMap], file: Any, options: Optional[ReportOptions] = None,
                 **words: Any) -> None:
    """Writes a page that shows an answer: one HTML file that opens from disk in a browser. Words are those of
    ReportOptions.

    >>> import impinge, pathlib, tempfile
    >>> result = impinge.check(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 2))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     impinge.write_report(result, pathlib.Path(folder) / "page.html", title="Lid")
    ...     (pathlib.Path(folder) / "page.html").read_text()[:15]
    '<!DOCTYPE html>'
    """
    _core._write_report(result._with_handle(), file, options_of(ReportOptions, options, words))
