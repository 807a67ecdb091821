// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include "base/moving_point.h"

namespace impinge {

/// A rigid motion over s from 0 to 1: a centre moves in a straight line while the body turns around it at constant speed.
/// All that a point of the body needs is linear in its local coordinates.
struct RigidPath {
  Eigen::Matrix3d along, swing, side;  ///< parts of the rotated point: along the axis, across it, and a quarter turn on
  Vec3 base, line;                     ///< the centre where it starts, and its way
  Vec3 swing_offset, side_offset;      ///< of the local origin, where the centre lies elsewhere
  Vec3 spin = Vec3::Zero();            ///< axis times angle
  double angle = 0;
  Pose start, end;  ///< exactly as given

  MovingPoint point(const Vec3& local) const {
    if (angle == 0) return {along * local + base, line, Vec3::Zero(), Vec3::Zero()};
    return {along * local + base, line, swing * local + swing_offset, side * local + side_offset};
  }
  /// The centre it turns around.
  Vec3 centre(double s) const { return centre_start + s * line; }
  Vec3 centre_start = Vec3::Zero();

  /// Exactly the given poses at the ends.
  Pose pose(double s) const { return s == 0 ? start : s == 1 ? end : turned(s); }
  Pose turned(double s) const;

  /// The part from one moment to another, as a path of its own.
  RigidPath part(double from, double to) const;

  static RigidPath still(const Pose& pose);
  /// From a pose by a displacement of its origin, turning by axis times angle, of any size.
  static RigidPath straight(const Pose& start, const Vec3& way, const Vec3& spin);
  /// Between two keyframes.
  static RigidPath between(const Keyframe& from, const Keyframe& to, Path path);
};

/// The turn from one orientation to another, the shorter way: axis times angle.
Vec3 turn_between(const std::array<double, 4>& from, const std::array<double, 4>& to);

}  // namespace impinge
