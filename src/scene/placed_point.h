// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

namespace impinge {

/// world_point, for loops over vertices. The SIMD kernels repeat these operations in this order.
inline Vec3 placed_point(const Pose& pose, const Vec3& local) {
  const auto& r = pose.rotation;
  const double x = local.x(), y = local.y(), z = local.z();
  return {((r(0, 0) * x + r(0, 1) * y) + r(0, 2) * z) + pose.position.x(),
          ((r(1, 0) * x + r(1, 1) * y) + r(1, 2) * z) + pose.position.y(),
          ((r(2, 0) * x + r(2, 1) * y) + r(2, 2) * z) + pose.position.z()};
}

}  // namespace impinge
