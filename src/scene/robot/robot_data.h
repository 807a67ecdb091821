// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <impinge/robot.h>

namespace impinge {

/// A model that was examined, in the order in which poses are computed.
struct RobotData {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// The value of a joint: factor * variable + offset; a fixed one has no variable.
  struct Drive {
    std::uint32_t variable = kNone;
    double factor = 0;
    double offset = 0;
  };

  explicit RobotData(RobotModel given);

  double value(std::uint32_t joint, std::span<const double> state) const {
    const Drive& d = drives[joint];
    return d.variable == kNone ? 0 : d.factor * state[d.variable] + d.offset;
  }
  /// The frame of the child in that of the parent.
  Pose step(std::uint32_t joint, double value) const;

  RobotModel model;
  std::vector<std::uint32_t> variables;     // joint of each
  std::vector<Drive> drives;                // of each joint
  std::vector<std::uint32_t> order;         // joints, parents first
  std::vector<std::uint32_t> parent_joint;  // of each link; kNone for the root
  std::uint32_t root = 0;

 private:
  void require_names() const;
  void require_joint(RobotJoint& joint) const;
  void require_bodies();
  void find_tree();
  void find_drives();
  void require_references() const;
};

/// One pose after another: outer * inner.
inline Pose composed(const Pose& outer, const Pose& inner) {
  return {outer.rotation * inner.rotation, outer.rotation * inner.position + outer.position};
}

}  // namespace impinge
