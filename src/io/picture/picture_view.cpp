// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/picture_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/triangle.h"

namespace impinge {
namespace {

// Distance of the camera in radii of the scene: nearer distorts, farther looks flat.
constexpr double kCameraDistance = 6;
constexpr double kMargin = 0.06;
// Around a part of the scene, to show what it belongs to; and how small a part of the whole may fill the picture.
constexpr double kFrameMargin = 0.2, kLeastFrame = 1e-4;
constexpr double kDegree = 3.14159265358979323846 / 180;

struct Bounds {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = Vec3::Constant(-std::numeric_limits<double>::infinity());
  void add(const Vec3& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
};

}  // namespace

WorldVertices world_vertices(const Scene& scene) {
  WorldVertices vertices;
  for (const SceneObject& object : scene.objects()) {
    const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
    std::vector<Vec3>& world = vertices.emplace_back();
    if (object.hidden) continue;
    world.reserve(local.size());
    for (const Vec3& point : local) world.push_back(world_point(object.pose, point));
  }
  return vertices;
}

PictureView::PictureView(const WorldVertices& vertices, const PictureOptions& options, int width, int height,
                         std::span<const Vec3> frame)
    : middle_x_(0.5 * width), middle_y_(0.5 * height) {
  const double azimuth = options.azimuth_deg.value_or(0) * kDegree, elevation = options.elevation_deg.value_or(0) * kDegree;
  into_ = -Vec3(std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth), std::sin(elevation));
  right_ = Vec3(-std::sin(azimuth), std::cos(azimuth), 0);
  up_ = cross(right_, into_);

  Bounds world;
  for (const auto& object : vertices) {
    for (const Vec3& point : object) world.add(point);
  }
  if (!(world.low.x() <= world.high.x())) world.low = world.high = Vec3::Zero();
  centre_ = 0.5 * world.low + 0.5 * world.high;
  // Half the largest edge of the box, since a norm would overflow; a ball around the box is at most sqrt 3 of it.
  const double half_edge = (0.5 * world.high - 0.5 * world.low).maxCoeff();
  shrink_ = half_edge > 1e-300 ? 0.57 / half_edge : 1;

  Bounds screen, part;
  const auto add = [this](Bounds& bounds, std::span<const Vec3> points) {
    for (const Vec3& point : points) {
      const Vec3 seen = to_camera(point);
      bounds.add(Vec3(seen.x() / seen.z(), seen.y() / seen.z(), 0));
    }
  };
  for (const auto& object : vertices) add(screen, object);
  if (!(screen.low.x() <= screen.high.x())) return;
  const Vec3 whole = screen.high - screen.low;
  add(part, frame);
  if (!frame.empty()) screen = part;
  const double least = frame.empty() ? 1e-6 : std::max(1e-6, kLeastFrame * whole.maxCoeff());
  const Vec3 extent = (screen.high - screen.low).cwiseMax(least);
  scale_ = (1 - 2 * (frame.empty() ? kMargin : kFrameMargin)) * std::min(width / extent.x(), height / extent.y());
  centre_x_ = 0.5 * (screen.low.x() + screen.high.x());
  centre_y_ = 0.5 * (screen.low.y() + screen.high.y());
}

Vec3 PictureView::to_camera(const Vec3& world) const {
  const Vec3 seen = (world - centre_) * shrink_;
  return {seen.dot(right_), seen.dot(up_), kCameraDistance + seen.dot(into_)};
}

ScreenPoint PictureView::project(const Vec3& world) const {
  const Vec3 seen = to_camera(world);
  return {middle_x_ + scale_ * (seen.x() / seen.z() - centre_x_), middle_y_ - scale_ * (seen.y() / seen.z() - centre_y_),
          1 / seen.z()};
}

bool PictureView::from_behind(const Vec3& a, const Vec3& b, const Vec3& c) const {
  const Vec3 seen = to_camera(a);
  const Vec3 ray = seen.x() * right_ + seen.y() * up_ + seen.z() * into_;
  return cross(b - a, c - a).dot(ray) > 0;
}

float PictureView::light(const Vec3& a, const Vec3& b, const Vec3& c) const {
  Vec3 normal = cross((b - a) * shrink_, (c - a) * shrink_);
  const double length = normal.norm();
  if (!(length > 0)) return 1;
  normal /= from_behind(a, b, c) ? -length : length;
  static const Vec3 kKey = Vec3(-0.45, 0.75, 0.65).normalized(), kFill = Vec3(0.8, 0.1, 0.5).normalized();
  const Vec3 facing(normal.dot(right_), normal.dot(up_), -normal.dot(into_));
  return static_cast<float>(0.50 + 0.50 * std::max(0.0, facing.dot(kKey)) + 0.16 * std::max(0.0, facing.dot(kFill)));
}

}  // namespace impinge
