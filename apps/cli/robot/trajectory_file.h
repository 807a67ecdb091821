// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/robot.h>

#include <string>
#include <string_view>
#include <vector>

namespace impinge::cli {

/// Reads a trajectory: a CSV whose first line names the columns, `time` and joints, or a YAML as ROS writes it
/// (`joint_names`, `points` with `positions` and `time_from_start`). Joints that are not named stay as in `rest`; those that
/// follow others may be named if they do follow. Throws Error that names the file and the line.
JointTrajectory load_trajectory(const std::string& file, const Robot& robot, const std::vector<double>& rest);

/// The same from text; YAML if `yaml`, else CSV.
JointTrajectory parse_trajectory(std::string_view text, const std::string& origin, bool yaml, const Robot& robot,
                                 const std::vector<double>& rest);

}  // namespace impinge::cli
