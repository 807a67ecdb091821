// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include "base/triangle.h"

namespace impinge {

/// Rows of unit length at right angles but for rounding, the first along n, whose square must neither overflow nor vanish.
inline Eigen::Matrix3d frame_along(const Vec3& n) {
  int least = 0;
  n.cwiseAbs().minCoeff(&least);
  Eigen::Matrix3d frame;
  frame.row(0) = n / n.norm();
  const Vec3 first = frame.row(0), second = cross(first, Vec3::Unit(least));
  frame.row(1) = second / second.norm();
  frame.row(2) = cross(first, frame.row(1));
  return frame;
}

}  // namespace impinge
