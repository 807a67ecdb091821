// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/points/point_sides.h"

#include <algorithm>
#include <cmath>

#include "answer/points/point_face.h"

namespace impinge {

PointSides::PointSides(const PointFrame& frame, const Body& body)
    : body_(body), walk_(frame), size_(largest_coordinate(frame.object().box)) {}

bool PointSides::joined(const Known& known, const Vec3& point, double clear) const {
  // Distances are measured to 2^-48 of what faces and points extend to.
  const double slack = (size_ + known.point.cwiseAbs().maxCoeff() + point.cwiseAbs().maxCoeff()) * 0x1p-40;
  const double together = (known.clear + clear) * (1 - 0x1p-40) - 2 * slack;
  return together > 0 && (known.point - point).norm() < together;
}

std::optional<int> PointSides::passed(const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  if (way == Vec3::Zero()) return 0;
  if (!way.allFinite() || !walk_.begin(a, way, 1)) return {};
  int winding = 0;
  for (auto faces = walk_.next(); !faces.empty(); faces = walk_.next())
    for (const std::uint32_t face : faces) {
      const Triangle t = body_.object().triangle(face);
      const std::optional<int> across = winding_across(t, a, b);
      if (!across) return {};
      winding += *across;
    }
  return winding;
}

int PointSides::find(const Vec3& point, double clear, std::optional<PointLink> link) {
  if (!box_contains(body_.object().box, point)) return 0;
  const std::size_t kept = std::min(count_, known_.size());
  for (std::size_t i = 1; i <= kept; ++i)
    if (const Known& known = known_[(count_ - i) % known_.size()]; joined(known, point, clear)) return known.winding;
  if (link) return known_[(count_ - 1 - static_cast<std::size_t>(link->back)) % known_.size()].winding + link->winding;
  if (count_ > 0) {
    const Known& last = known_[(count_ - 1) % known_.size()];
    if (const std::optional<int> difference = passed(point, last.point)) return last.winding + *difference;
  }
  return body_.winding_at(RayStart(point));
}

int PointSides::winding(const Vec3& point, double clear, std::optional<PointLink> link) {
  const int winding = find(point, clear, link);
  known_[count_++ % known_.size()] = {point, clear, winding};
  return winding;
}

}  // namespace impinge
