#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""Do two bodies clash? From arrays to an answer."""
import numpy as np

import impinge

vertices = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], dtype=float)
faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.uint32)
result = impinge.check((vertices, faces), (vertices + 0.5, faces), clearance=0.2)
print(result.to_table())
assert result.findings[0].verdict == "crossing"
