# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What all plain records have: they print themselves, compare by value, arrays included, and go through pickle."""
from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np


def equal(a: object, b: object) -> bool:
    """Equal values; arrays element by element, NaN equal to NaN."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        x, y = np.asarray(a), np.asarray(b)
        return x.shape == y.shape and bool(np.array_equal(x, y, equal_nan=x.dtype.kind == "f" and y.dtype.kind == "f"))
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (a != a and b != b)
    return bool(a == b)


def short(value: object) -> str:
    """A value in a line: small arrays as lists, long ones by their shape."""
    if isinstance(value, np.ndarray):
        if value.size > 9:
            return f"<array {'x'.join(map(str, value.shape))} {value.dtype}>"
        return str([float(f"{x:.6g}") for x in value]) if value.ndim == 1 and value.dtype.kind == "f" else str(value.tolist())
    if isinstance(value, (list, tuple)) and len(value) > 4:
        return f"<{len(value)} of {type(value[0]).__name__}>"
    if isinstance(value, (list, tuple)):
        inner = ", ".join(short(x) for x in value)
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' if len(value) == 1 else ''})"
    return repr(value)


class Record:
    """Base of the dataclasses of answers and options."""

    def __repr__(self) -> str:
        parts = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if not field.repr or (field.default is not dataclasses.MISSING and equal(value, field.default)):
                continue
            if field.default_factory is not dataclasses.MISSING and equal(value, field.default_factory()):
                continue
            parts.append(f"{field.name}={short(value)}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        names = [f.name for f in dataclasses.fields(self) if f.compare]
        return all(equal(getattr(self, n), getattr(other, n)) for n in names)

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values: words as strings, arrays as lists."""
        names = [f.name for f in dataclasses.fields(self)]
        return {n: plain(getattr(self, n)) for n in names}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [plain(x) for x in value]
    return value if value is None or isinstance(value, (bool, int, float)) else repr(value)
