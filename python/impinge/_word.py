# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What all words have in common."""
from __future__ import annotations

import enum
from typing import Any


class Word(str, enum.Enum):
    """A string out of a fixed list. Its value is the word that the command line and the C++ enum have."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[Any]) -> str:
        return name

    @classmethod
    def _missing_(cls, value: object) -> Any:
        raise ValueError(f"{cls.__name__}: there is no word {value!r}; it is one of {', '.join(w.value for w in cls)}")

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self.value), spec)

    __hash__ = str.__hash__
