// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.5 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994: where cubes stay
// upright, each is compared with the planes of each axis once. The table of an axis is the first and last voxel of every
// cube; its range among the nodes of any level is the same numbers without their low bits, so that the descent only looks
// up.
#include "scene/octree/octree_motion.h"

namespace impinge {

MovedNodes move_by_tables(const MotionTask& task, std::uint64_t& tests) {
  std::vector<VoxelBox> ranges(task.cubes.size());
  for (std::size_t i = 0; i < ranges.size(); ++i) ranges[i] = task.motion.upright_range(task.cubes[i], task.rule, task.grow);
  tests += 3 * ranges.size();
  return nodes_of_boxes(task.motion.level, ranges);
}

}  // namespace impinge
