// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/robot/body_cover.h"

#include <impinge/convex.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/box.h"
#include "shape/solid/solid_data.h"

namespace impinge {

namespace {

constexpr std::size_t kMostHullPoints = 2000;  // with more the box will do

std::array<Vec3, 8> corners(const Vec3& low, const Vec3& high) {
  std::array<Vec3, 8> all;
  for (std::size_t i = 0; i < 8; ++i)
    all[i] = {(i & 1) != 0 ? high.x() : low.x(), (i & 2) != 0 ? high.y() : low.y(), (i & 4) != 0 ? high.z() : low.z()};
  return all;
}

// Around a circle: the corners of a polygon that holds it.
void add_ring(double radius, double z, std::vector<Vec3>& points) {
  constexpr int kCorners = 24;
  const double around = radius / std::cos(std::numbers::pi / kCorners) * (1 + 1e-12);
  for (int i = 0; i < kCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kCorners;
    points.push_back({around * std::cos(angle), around * std::sin(angle), z});
  }
}

}  // namespace

BodyCover::BodyCover(const SceneObject& object) {
  if (const Solid* solid = object.shape ? object.shape->solid() : nullptr)
    take_solid(*solid);
  else if (!object.shape)
    take_mesh(object.deformed.empty() ? object.mesh.vertices() : object.deformed, object.mesh.faces());
}

void BodyCover::take_solid(const Solid& solid) {
  const std::array<Vec3, 2> box = solid.bounds();
  const Vec3 half = (box[1] - box[0]) / 2;
  std::vector<Vec3> points;
  double grown = 0;
  switch (solid.kind()) {
    case SolidKind::half_space: return;
    case SolidKind::sphere:
      points = {Vec3::Zero()};
      grown = half.x() * (1 + 1e-12);
      break;
    case SolidKind::capsule:
      points = {Vec3(0, 0, half.x() - half.z()), Vec3(0, 0, half.z() - half.x())};
      grown = half.x() * (1 + 1e-12);
      break;
    case SolidKind::cylinder:
      add_ring(half.x(), -half.z(), points);
      add_ring(half.x(), half.z(), points);
      break;
    case SolidKind::cone:
      add_ring(half.x(), -half.z(), points);
      points.push_back({0, 0, half.z()});
      break;
    default: {
      const auto all = corners(box[0], box[1]);
      points.assign(all.begin(), all.end());
    }
  }
  take(points, grown);
}

void BodyCover::take_mesh(std::span<const Vec3> vertices, std::span<const Face> faces) {
  std::vector<Vec3> used;
  std::vector<bool> seen(vertices.size(), false);
  Box box;
  for (const Face& face : faces)
    for (const std::uint32_t v : face) {
      if (seen[v]) continue;
      seen[v] = true;
      used.push_back(vertices[v]);
      box.add(used.back());
    }
  try {
    const ConvexBody hull = ConvexBody::from_points(used);
    if (hull.vertices().size() <= kMostHullPoints) {
      take(hull.vertices(), 0);
      return;
    }
  } catch (const Error&) {  // it is flat
  }
  take(corners(box.low, box.high), 0);
}

void BodyCover::take(std::span<const Vec3> points, double radius) {
  Box box;
  for (const Vec3& p : points) {
    x_.push_back(p.x());
    y_.push_back(p.y());
    z_.push_back(p.z());
    box.add(p);
  }
  centre_ = box.low / 2 + box.high / 2;
  for (const Vec3& p : points) ball_ = std::max(ball_, (p - centre_).norm());
  ball_ = (ball_ + radius) * (1 + 1e-12);
  radius_ = radius;
}

double BodyCover::least(const Vec3& direction, std::uint32_t& at) const {
  const double dx = direction.x(), dy = direction.y(), dz = direction.z();
  // Four sums at a time: each waits for none of the others.
  std::array<double, 4> best;
  best.fill(std::numeric_limits<double>::infinity());
  std::array<std::uint32_t, 4> where{};
  const std::uint32_t n = size();
  std::uint32_t i = 0;
  for (; i + 4 <= n; i += 4)
    for (std::uint32_t k = 0; k < 4; ++k) {
      const double value = dx * x_[i + k] + dy * y_[i + k] + dz * z_[i + k];
      where[k] = value < best[k] ? i + k : where[k];
      best[k] = std::min(best[k], value);
    }
  for (; i < n; ++i) {
    const double value = dx * x_[i] + dy * y_[i] + dz * z_[i];
    if (value < best[0]) {
      best[0] = value;
      where[0] = i;
    }
  }
  std::size_t least = 0;
  for (std::size_t k = 1; k < 4; ++k)
    if (best[k] < best[least]) least = k;
  at = where[least];
  return best[least];
}

}  // namespace impinge
