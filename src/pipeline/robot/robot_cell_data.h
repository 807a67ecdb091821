// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/task_arena.h>

#include "pipeline/robot/cell_plan.h"

namespace impinge {

/// What a RobotCell points to.
struct RobotCellData {
  RobotCellData(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open,
                int given_threads)
      : plan(scene, robot, placed, base, open), threads(given_threads) {}

  /// Calls work() in an arena of its threads, or that of the caller.
  template <typename Work>
  void run(const Work& work) const {
    if (threads > 0)
      tbb::task_arena(threads).execute(work);
    else
      work();
  }

  CellPlan plan;
  int threads;
};

}  // namespace impinge
