#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the impinge authors
"""A planner in forty lines: a random tree from a start to a goal, with all poses of a step asked in one call."""
import numpy as np

import impinge

rng = np.random.default_rng(4)
scene = impinge.Scene()
scene.add("part", impinge.make_torus(1.5, 0.4, 24, 12))
for number, y in enumerate((-6, 6)):
    scene.add(f"wall {number}", impinge.make_box((1, 8, 10)), (0, y, 0))
scene.add("beam", impinge.make_box((1, 20, 2)), (0, 0, 6))
engine = impinge.Engine()
engine.prepare(scene)

start, goal = np.array([-8.0, 0, 0]), np.array([8.0, 0, 0])


def free(a, b):
    """True if the way from a to b is free, looked at in steps of 0.1."""
    steps = np.linspace(a, b, int(np.linalg.norm(b - a) / 0.1) + 2)
    return not engine.meet_poses(scene, "part", impinge.poses_at(steps)).any()


points, parents = [start], [-1]
for _ in range(2000):
    target = goal if rng.random() < 0.2 else rng.uniform((-9, -9, -5), (9, 9, 5))
    nearest = int(np.argmin(np.linalg.norm(np.array(points) - target, axis=1)))
    way = target - points[nearest]
    reached = points[nearest] + way * min(1, 2 / max(np.linalg.norm(way), 1e-9))
    if free(points[nearest], reached):
        points.append(reached)
        parents.append(nearest)
        if np.linalg.norm(reached - goal) < 1e-6:
            break

assert np.linalg.norm(points[-1] - goal) < 1e-6
print(f"a way was found in a tree of {len(points)} poses")
