#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""The collision manager of trimesh, on impinge; works without trimesh too, since impinge's own meshes are taken."""
import numpy as np

import impinge
from impinge import trimesh as collision

manager = collision.CollisionManager()
box = impinge.make_box((2, 2, 2))
for i in range(5):
    transform = np.eye(4)
    transform[0, 3] = 1.9 * i
    manager.add_object(f"box {i}", box, transform)
hit, names = manager.in_collision_internal(return_names=True)
print(hit, sorted(names), manager.min_distance_internal())
assert hit and len(names) == 4
