# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Module and numpy fit together; if not, the import ends here, before an array is read wrongly."""
from __future__ import annotations

import numpy as np

from . import _core

if int(np.__version__.split(".")[0]) >= 2 and not _core._knows_numpy_2():
    raise ImportError(f"this impinge was built for numpy 1, with a pybind11 before 2.12, and here is numpy {np.__version__}; "
                      "install numpy<2, or build impinge with a newer pybind11")
