# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Answers with the documents of the command line: checks, sweeps, maps."""
from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Iterator, Optional

import numpy as np
import numpy.typing as npt

from . import _core
from ._picture import map_png_of, page_of, png_of
from ._record import Record, equal
from .answers import CullStats, PairAnswer, RuleUse, SkippedPairs, Stats, SweptPair
from .options import MapPictureOptions, PictureOptions
from .overlaps import MapFields
from .words import MapLayer


class CheckResult:
    """Everything a check found: ``pairs`` by (a, b), how they were found, and the documents of ``impinge check``.

    >>> import impinge
    >>> result = impinge.check(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 2))
    >>> result.pairs[0].verdict == "crossing", len(result.findings)
    (True, 1)
    """

    def __init__(self, handle: Any, scene: _core.Scene) -> None:
        self._handle = handle
        self._scene: Optional[_core.Scene] = scene
        self._pairs: Optional[list[PairAnswer]] = None
        self._text: dict[tuple[Any, ...], Any] = {}
        counts = handle.counts()
        self.stats: Stats = counts["stats"]
        self.asked: int = counts["asked"]
        self.skipped: SkippedPairs = counts["skipped"]
        self.rules: list[RuleUse] = counts["rules"]

    @property
    def pairs(self) -> list[PairAnswer]:
        """The pairs that are not disjoint, ordered by (a, b)."""
        if self._pairs is None:
            self._pairs = [self._handle.pair(i) for i in range(len(self._handle))]
        return self._pairs

    def _with_handle(self) -> Any:
        if self._handle is None:
            raise ValueError("an answer out of a pickle has its documents, but can no longer be written or drawn")
        return self._handle

    def _asked(self, kind: str, *args: Any) -> Any:
        """What the C++ side says, kept for the time when it is gone (pickle)."""
        key = (kind, *args)
        if key not in self._text:
            if self._handle is None:
                raise ValueError("an answer out of a pickle has the documents with default options only")
            self._text[key] = getattr(_core, kind)(self._handle, *args)
        return self._text[key]

    @property
    def findings(self) -> list[PairAnswer]:
        """The pairs that count: neither ignored nor accepted."""
        return self.find()

    def find(self, touching: bool = True, sampled: bool = False) -> list[PairAnswer]:
        """The pairs that count; `touching` and `sampled` as on the command line: whether touches count, and pairs where
        only lines were looked at and found nothing."""
        return [self.pairs[i] for i in self._asked("check_findings", touching, sampled)]

    def to_json(self, touching: bool = True, sampled: bool = False, hint: bool = True, stats: bool = True) -> str:
        """The document impinge.check/1, as ``impinge check --json -`` writes it; without `stats` as with ``--no-stats``."""
        return str(self._asked("check_json", touching, sampled, hint, stats))

    def to_dict(self) -> dict[str, Any]:
        """The same as Python values."""
        document: dict[str, Any] = json.loads(self.to_json())
        return document

    def to_table(self, touching: bool = True, sampled: bool = False) -> str:
        """The table that ``impinge check`` prints."""
        return str(self._asked("check_table", touching, sampled))

    def to_pandas(self) -> Any:
        """A row for each pair (needs pandas)."""
        import pandas
        columns = ["verdict", "certainty", "face_pair_count", "crossing_count", "touching_count", "distance", "ignored",
                   "accepted", "severity", "reason"]
        rows = [{"a": p.names[0], "b": p.names[1], **{c: getattr(p, c) for c in columns}} for p in self.pairs]
        frame = pandas.DataFrame(rows, columns=["a", "b", *columns])
        for word in ("verdict", "certainty", "severity"):
            frame[word] = frame[word].map(str)
        return frame

    def picture(self, file: Any = None, **words: Any) -> bytes:
        """The scene with its contacts as a PNG, written to `file` if one is named; words are those of PictureOptions."""
        png = png_of(self._scene, self._with_handle(), PictureOptions(**words) if words else None)  # type: ignore[arg-type]
        if file is not None:
            with open(file, "wb") as out:
                out.write(png)
        return png

    def _repr_png_(self) -> Optional[bytes]:
        return self.picture() if self._handle is not None else None

    def _repr_html_(self) -> Optional[str]:
        return page_of(self._handle)

    def __len__(self) -> int:
        return len(self._handle) if self._handle is not None else len(self.pairs)

    def __iter__(self) -> Iterator[PairAnswer]:
        return iter(self.pairs)

    def __getitem__(self, index: int) -> PairAnswer:
        return self.pairs[index]

    def __repr__(self) -> str:
        words = [f"{p.names[0]}/{p.names[1]} {p.verdict}" for p in self.pairs[:3]] + (["…"] if len(self) > 3 else [])
        found = "; ".join(words) if words else "all disjoint"
        return f"<impinge.CheckResult: {len(self.findings)} findings in {self.asked} pairs: {found}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CheckResult):
            return NotImplemented
        return (equal(self.pairs, other.pairs) and self.asked == other.asked and self.skipped == other.skipped
                and equal(self.rules, other.rules))

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        self.to_json(), self.to_table(), self.find(), self.pairs
        return {**self.__dict__, "_handle": None, "_scene": None}


@dataclass(eq=False, repr=False)
class DistanceCurve(Record):
    """Sampled distances of pairs within the clearance asked for: columns of the same length."""

    t: npt.NDArray[np.float64]
    a: npt.NDArray[np.uint32]
    b: npt.NDArray[np.uint32]
    distance: npt.NDArray[np.float64]

    def of(self, a: int, b: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Times and distances of one pair."""
        rows = (self.a == min(a, b)) & (self.b == max(a, b))
        return self.t[rows], self.distance[rows]


class SweepResult:
    """Everything a sweep found, and the documents of ``impinge sweep``."""

    def __init__(self, handle: Any, names: list[str]) -> None:
        fields = handle.fields()
        self._handle = handle
        self.names = names
        self.duration: float = fields["duration"]
        self.steps: int = fields["steps"]
        self.pairs: list[SweptPair] = fields["pairs"]
        self.curve = DistanceCurve(*fields["curve"])
        self.cull: Optional[CullStats] = fields["cull"]
        self.stats: Stats = fields["stats"]
        self.asked: int = fields["asked"]
        self.skipped: SkippedPairs = fields["skipped"]
        self._json, self._table, self._svg = _core.sweep_json(handle), _core.sweep_table(handle), _core.sweep_svg(handle)

    def to_json(self) -> str:
        """The document impinge.sweep/1, as ``impinge sweep --json -`` writes it."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as Python values."""
        document: dict[str, Any] = json.loads(self._json)
        return document

    def to_table(self) -> str:
        """The table that ``impinge sweep`` prints."""
        return self._table

    def to_svg(self) -> str:
        """The plot that ``impinge sweep --plot`` writes."""
        return self._svg

    def plot(self, ax: Any = None) -> Any:
        """Contacts and distances over time (needs matplotlib); gives the axes."""
        if ax is None:
            from matplotlib import pyplot
            ax = pyplot.gca()
        for number, pair in enumerate(self.pairs):
            name = f"{pair.names[0]} / {pair.names[1]}"
            t, distance = self.curve.of(pair.a, pair.b)
            line = ax.plot(t, distance, label=name) if len(t) else ax.plot([], [], label=name)
            for begin, end in pair.intervals:
                ax.axvspan(begin, end, alpha=0.25, color=line[0].get_color())
            if pair.first_contact is not None:
                ax.axvline(pair.first_contact.t, color=line[0].get_color(), linestyle=":", linewidth=1)
        ax.set_xlim(0, self.duration)
        ax.set_xlabel("t")
        ax.set_ylabel("distance")
        if self.pairs:
            ax.legend()
        return ax

    def _repr_svg_(self) -> str:
        return self._svg

    def _repr_html_(self) -> Optional[str]:
        return page_of(self._handle)

    def _with_handle(self) -> Any:
        if self._handle is None:
            raise ValueError("an answer out of a pickle has its documents, but can no longer be written")
        return self._handle

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_handle": None}

    def __repr__(self) -> str:
        words = [f"{p.names[0]}/{p.names[1]}" + (f" at {p.first_contact.t:.6g}" if p.first_contact else " near")
                 for p in self.pairs[:3]] + (["…"] if len(self.pairs) > 3 else [])
        return f"<impinge.SweepResult: {len(self.pairs)} pairs over {self.duration:g}: {'; '.join(words) or 'all apart'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SweepResult):
            return NotImplemented
        return all(equal(getattr(self, n), getattr(other, n)) for n in
                   ("names", "duration", "steps", "pairs", "curve", "asked", "skipped"))

    __hash__ = None  # type: ignore[assignment]


class InterferenceMap(MapFields):
    """Two bodies seen along a direction: images of what every line meets, and the numbers summed over all cells."""

    _handle: Any
    _json: str
    _table: str
    names: tuple[str, str]
    units: str

    @classmethod
    def of(cls, handle: Any, names: tuple[str, str], units: str) -> InterferenceMap:
        """From the C++ side."""
        made = cls(**handle.fields())
        made._handle, made.names, made.units = handle, names, units
        made._json, made._table = _core.map_json(handle), _core.map_table(handle)
        return made

    def to_json(self) -> str:
        """The document impinge.map/1, as ``impinge map --json -`` writes it."""
        return self._json

    def to_dict(self) -> dict[str, Any]:
        """The same as Python values."""
        document: dict[str, Any] = json.loads(self._json)
        return document

    def to_table(self) -> str:
        """The table that ``impinge map`` prints."""
        return self._table

    def plot(self, ax: Any = None, range: Optional[float] = None) -> Any:
        """Gap and penetration as an image (needs matplotlib); gives the axes. Penetrations are red, gaps blue."""
        if ax is None:
            from matplotlib import pyplot
            ax = pyplot.gca()
        finite = np.abs(self.gap[np.isfinite(self.gap)])
        limit = range if range is not None else float(np.percentile(finite, 95)) if finite.size else 1.0
        extent = (0, self.columns * self.cell, 0, self.rows * self.cell)
        image = ax.imshow(self.gap, origin="lower", extent=extent, cmap="RdBu", vmin=-(limit or 1.0), vmax=limit or 1.0)
        ax.figure.colorbar(image, ax=ax, label=f"gap (penetration < 0) [{self.units}]")
        ax.set_title(f"{self.names[0]} / {self.names[1]}: {self.verdict}")
        return ax

    def _with_handle(self) -> Any:
        if self._handle is None:
            raise ValueError("a map out of a pickle can no longer write files")
        return self._handle

    def picture(self, file: Any = None, **words: Any) -> bytes:
        """The picture of ``impinge map --output`` as a PNG; words are those of MapPictureOptions."""
        named: dict[str, Any] = {"a": self.names[0], "b": self.names[1], "units": self.units, **words}
        png = map_png_of(self._with_handle(), MapPictureOptions(**named))
        if file is not None:
            with open(file, "wb") as out:
                out.write(png)
        return png

    def write_raw(self, file: Any, layer: MapLayer | str = MapLayer.gap) -> None:
        """The numbers of the map as .pfm or .tif."""
        _core._write_map_raw(self._with_handle(), file, layer)

    def write_mesh(self, file: Any, range: float = 0.0) -> None:
        """Both bodies as one PLY in the colours of the map."""
        _core._write_map_mesh(self._with_handle(), file, range)

    def _repr_png_(self) -> Optional[bytes]:
        return self.picture() if self._handle is not None else None

    def _repr_html_(self) -> Optional[str]:
        return page_of(self._handle)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_handle": None}
