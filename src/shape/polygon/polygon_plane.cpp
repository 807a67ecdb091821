// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/polygon/polygon_plane.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "base/exact_number.h"
#include "base/predicates.h"

namespace impinge {
namespace {

// Files with six digits are off by half of this, so that what is above was not meant to be planar.
constexpr double kPlanar = 1e-5;

struct Normal {
  Vec3 sum = Vec3::Zero();    // of the doubled areas of a fan, in each coordinate
  Vec3 sizes = Vec3::Zero();  // of their terms
};

Normal newell(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  Normal normal;
  const Vec3& origin = vertices[corners[0]];
  Vec3 a = vertices[corners[1]] - origin;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec3 b = vertices[corners[i]] - origin;
    const Vec3 left(a.y() * b.z(), a.z() * b.x(), a.x() * b.y()), right(a.z() * b.y(), a.x() * b.z(), a.y() * b.x());
    normal.sum += left - right;
    normal.sizes += left.cwiseAbs() + right.cwiseAbs();
    a = b;
  }
  return normal;
}

PolygonView along(int axis, bool from_above) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  return from_above ? PolygonView{.x = u, .y = v} : PolygonView{.x = v, .y = u};
}

/// Along the first axis from which the corners do not all lie on a line; any one if they do.
PolygonView view_without_area(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  const Vec3& a = vertices[corners[0]];
  const Vec3* b = &a;
  for (const std::uint32_t c : corners) {
    if (*b == a) b = &vertices[c];
    for (int axis = 0; axis < 3; ++axis)
      if (orient2d(a, *b, vertices[c], axis) != 0) return along(axis, true);
  }
  return along(2, true);
}

/// For areas near 0, and coordinates whose products leave the range of doubles.
PolygonView exact_view(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  std::array<Exact, 3> sums;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 &a = vertices[corners[i]], &b = vertices[corners[i + 1 == corners.size() ? 0 : i + 1]];
    for (int k = 0; k < 3; ++k) {
      const int u = (k + 1) % 3, v = (k + 2) % 3;
      sums[static_cast<std::size_t>(k)] = sums[static_cast<std::size_t>(k)] + (Exact(a[u]) * b[v] - Exact(a[v]) * b[u]);
    }
  }
  std::size_t longest = 0;
  const auto size = [&](std::size_t k) { return sums[k].sign() < 0 ? -sums[k] : sums[k]; };
  for (std::size_t k = 1; k < 3; ++k)
    if (compare(size(k), size(longest)) > 0) longest = k;
  if (sums[longest].sign() == 0) return view_without_area(vertices, corners);
  return along(static_cast<int>(longest), sums[longest].sign() > 0);
}

double off_plane(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners, const Vec3& normal) {
  const Vec3& origin = vertices[corners[0]];
  double low = 0, high = 0, largest = 0;
  for (const std::uint32_t c : corners) {
    const double height = (vertices[c] - origin).dot(normal);
    low = std::min(low, height);
    high = std::max(high, height);
    largest = std::max(largest, vertices[c].cwiseAbs().maxCoeff());
  }
  const double span = high - low, allowed = 2 * kPlanar * largest;
  // Squares, so that planar polygons need no root. Infinities and NaN compare false: too large to be measured.
  const double length2 = normal.squaredNorm();
  if (!(span * span > allowed * allowed * length2)) return 0;
  const double off = span / 2 / std::sqrt(length2);
  return std::isfinite(off) ? off : 0;
}

}  // namespace

PolygonView view_polygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  const Normal normal = newell(vertices, corners);
  int axis = 0;
  const double length = normal.sum.cwiseAbs().maxCoeff(&axis);
  // A difference is off by half a unit in the last place, a term by four, the sum by one more for each corner.
  const double error = (static_cast<double>(corners.size()) + 8) * 0x1p-52 * normal.sizes[axis] + 0x1p-1000;
  const bool sure = length > error && normal.sizes[axis] < 0x1p1000;
  PolygonView view = sure ? along(axis, normal.sum[axis] > 0) : exact_view(vertices, corners);
  view.off_plane = off_plane(vertices, corners, normal.sum);
  return view;
}

std::optional<double> convex_quadrilateral(std::span<const Vec3> vertices, const std::array<std::uint32_t, 4>& corners) {
  const Vec3 &a = vertices[corners[0]], &b = vertices[corners[1]], &c = vertices[corners[2]], &d = vertices[corners[3]];
  const Vec3 normal = (c - a).cross(d - b);
  if (!std::isfinite(normal.sum())) return std::nullopt;
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  // Four turns to one side are less than two full turns, so they are one, whatever the axis.
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto side = [&](const Vec3& p, const Vec3& q, const Vec3& r) {
    return orient2d(p[u], p[v], q[u], q[v], r[u], r[v]);
  };
  const int first = side(a, b, c);
  if (first == 0 || side(b, c, d) != first || side(c, d, a) != first || side(d, a, b) != first) return std::nullopt;
  return off_plane(vertices, corners, normal);
}

}  // namespace impinge
