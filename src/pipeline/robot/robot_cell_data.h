// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "pipeline/robot/cell_plan.h"

namespace impinge {

/// What a RobotCell points to.
struct RobotCellData {
  RobotCellData(const Scene& scene, const Robot& robot, const PlacedRobot& placed, const Pose& base, OpenBodies open)
      : plan(scene, robot, placed, base, open) {}

  CellPlan plan;
};

}  // namespace impinge
