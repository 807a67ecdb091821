// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "separating_planes.h"

namespace impinge::bench::papers {

SeparatingPlanes::SeparatingPlanes(std::span<const Vec3> shape, std::size_t bodies)
    : body_(ConvexBody::from_points(shape)), placed_(bodies), planes_(bodies * bodies) {}

// The plane goes through a point of one body, so that body may touch it.
bool SeparatingPlanes::parts(const Plane& plane, std::size_t a, std::size_t b, Counts& counts) const {
  if (plane.normal.isZero(0)) return false;
  constexpr double kTouch = 1e-9;
  for (const Vec3& p : placed_[a]) {
    ++counts.vertices;
    if (plane.normal.dot(p) > plane.offset + kTouch) return false;
  }
  for (const Vec3& p : placed_[b]) {
    ++counts.vertices;
    if (plane.normal.dot(p) < plane.offset) return false;
  }
  return true;
}

SeparatingPlanes::Counts SeparatingPlanes::step(std::span<const Pose> poses) {
  Counts counts;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    placed_[i].clear();
    for (const Vec3& v : body_.vertices()) placed_[i].push_back(poses[i].rotation * v + poses[i].position);
  }
  for (std::size_t a = 0; a < poses.size(); ++a) {
    for (std::size_t b = a + 1; b < poses.size(); ++b) {
      ++counts.pairs;
      Plane& plane = planes_[a * poses.size() + b];
      if (parts(plane, a, b, counts)) continue;
      ++counts.searches;
      const ConvexDistance nearest = convex_distance(body_, poses[a], body_, poses[b], false);
      if (nearest.distance <= 0) {
        ++counts.meeting;
        plane = {};
        continue;
      }
      plane.normal = (nearest.b_point - nearest.a_point).normalized();
      plane.offset = plane.normal.dot(nearest.a_point);
    }
  }
  return counts;
}

}  // namespace impinge::bench::papers
