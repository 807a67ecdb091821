# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""What a stranger does first with an installed impinge; given a STEP file, that too where it holds a module for it."""
import sys

import numpy as np

import impinge

result = impinge.check(impinge.make_box((2, 2, 2)), impinge.make_icosphere(1.2, 2))
assert result.findings[0].verdict == "crossing" and result.picture()[:4] == b"\x89PNG"
scene = impinge.Scene()
scene.add("a", (np.array(impinge.make_box((1, 1, 1)).vertices), impinge.make_box((1, 1, 1)).faces))
scene.add("b", impinge.make_torus(2, 0.4), (5, 0, 0))
assert impinge.Engine().meet_poses(scene, "b", impinge.poses_at([[0, 0, 0], [2, 0, 0]])).tolist() == [False, True]
if len(sys.argv) > 1:
    near = impinge.check(sys.argv[1], clearance=0.01).findings[0]
    assert near.verdict == "near" and near.certainty == "proved"
print(impinge.__file__, impinge.version(), result)
