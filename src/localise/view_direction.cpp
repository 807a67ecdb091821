// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/view_direction.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

namespace impinge {

namespace {

constexpr double kSteep = 75;  // degrees, where a cell's depth says little about its neighbourhood

// Calls visit(normal, doubled area) for every face of a mesh that reaches into the region.
template <typename Visit>
void for_each_face_in(std::span<const RasterObject> objects, const Box& region, const Visit& visit) {
  for (const RasterObject& o : objects) {
    if (o.mesh == nullptr) continue;
    for (std::uint32_t f = 0; f < o.mesh->faces.size(); ++f) {
      const Triangle t = o.mesh->triangle(f);
      if (!boxes_meet(box_of(t), region)) continue;
      const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
      const double length = n.norm();
      if (length > 0 && std::isfinite(length)) visit(Vec3(n / length), length);
    }
  }
}

}  // namespace

Vec3 direction_from_boxes(const Box& a, const Box& b) {
  int best = 0;
  double least = INFINITY;
  for (const int k : {2, 1, 0}) {  // z, where there is nothing to choose
    const double shared = std::min(a.high[k], b.high[k]) - std::max(a.low[k], b.low[k]);
    if (shared < least) least = shared, best = k;
  }
  return Vec3::Unit(best);
}

Vec3 direction_from_faces(std::span<const RasterObject> objects, const Box& region) {
  Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
  for_each_face_in(objects, region, [&](const Vec3& n, double area) { sum += area * (n * n.transpose()); });
  if (!(sum.trace() > 0) || !std::isfinite(sum.trace())) return Vec3::Zero();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(sum / sum.trace());
  Vec3 direction = solver.eigenvectors().col(2);
  // One of the two signs, always the same: the largest component is positive.
  int largest = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(direction[k]) > std::abs(direction[largest])) largest = k;
  if (direction[largest] < 0) direction = -direction;
  // Within rounding of an axis it is that axis, where nothing is rounded.
  for (int k = 0; k < 3; ++k)
    if (std::abs(direction[k]) < 1e-12) direction[k] = 0;
  return direction.normalized();
}

SlopeStats slope_stats(std::span<const RasterObject> objects, const Box& region, const Vec3& direction) {
  SlopeStats stats;
  double area_sum = 0, steep = 0, angles = 0;
  for_each_face_in(objects, region, [&](const Vec3& n, double area) {
    const double angle = std::acos(std::min(1.0, std::abs(n.dot(direction)))) * 180 / std::numbers::pi;
    ++stats.faces;
    area_sum += area;
    angles += area * angle;
    if (angle > kSteep) steep += area;
  });
  if (area_sum > 0) stats.mean_deg = angles / area_sum, stats.steep_share = steep / area_sum;
  return stats;
}

}  // namespace impinge
