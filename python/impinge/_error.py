# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The one exception type of impinge."""
from __future__ import annotations

from .words import ErrorCode


class Error(RuntimeError):
    """What is wrong, where, and what to do; ``code`` is for programs.

    >>> import impinge
    >>> try:
    ...     impinge.load_mesh("nowhere.stl")
    ... except impinge.Error as error:
    ...     print(error.code)
    file_missing
    """

    def __init__(self, message: str, code: ErrorCode = ErrorCode.bad_argument) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[Error], tuple[str, ErrorCode]]:
        return type(self), (str(self), self.code)
