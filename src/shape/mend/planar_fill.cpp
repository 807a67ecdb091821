// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Ear clipping with exact signs in the shadow of the rim along its steepest axis.
#include "shape/mend/planar_fill.h"

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "base/predicates.h"

namespace impinge {

namespace {

constexpr std::size_t kMostCorners = 4096;  // clipping takes the square of it
constexpr double kFlat = 1e-5;              // of the width of the rim
constexpr double kFloat = 0x1p-22;          // of the coordinates: what files with floats have lost

struct Polygon {
  std::span<const Vec3> vertices;
  std::vector<std::uint32_t> corners;
  Vec3 normal = Vec3::Zero();  // unit, or zero where it does not lie in a plane
  double offset = 0, slack = 0;
  int axis = 0;
  bool turns_back = false;  // clockwise in the shadow along the axis

  const Vec3& at(std::size_t i) const { return vertices[corners[i % corners.size()]]; }
  // Positive where a, b, c turn as the whole rim does.
  int turn(const Vec3& a, const Vec3& b, const Vec3& c) const {
    return turns_back ? -orient2d(a, b, c, axis) : orient2d(a, b, c, axis);
  }
  bool in_plane(const Vec3& p) const { return std::abs(normal.dot(p) - offset) <= slack; }
};

Polygon polygon_of(std::span<const Vec3> vertices, const std::vector<std::uint32_t>& rim) {
  Polygon polygon{vertices, rim};
  Box box;
  Vec3 sum = Vec3::Zero(), middle = Vec3::Zero();
  for (std::size_t i = 0; i < rim.size(); ++i) {
    sum += cross(polygon.at(i) - polygon.at(0), polygon.at(i + 1) - polygon.at(0));
    middle += polygon.at(i) / static_cast<double>(rim.size());
    box.add(polygon.at(i));
  }
  if (!(sum.norm() > 0) || rim.size() > kMostCorners) return polygon;
  polygon.normal = sum.normalized();
  polygon.offset = polygon.normal.dot(middle);
  polygon.slack = kFlat * (box.high - box.low).norm() + kFloat * largest_coordinate(box);
  polygon.normal.cwiseAbs().maxCoeff(&polygon.axis);
  polygon.turns_back = polygon.normal[polygon.axis] < 0;
  for (std::size_t i = 0; i < rim.size(); ++i)
    if (rim.size() > 3 && !polygon.in_plane(polygon.at(i))) polygon.normal = Vec3::Zero();
  return polygon;
}

bool flat(const Polygon& p) { return p.normal.squaredNorm() > 0; }

// In the closed triangle, in the shadow.
bool holds(const Polygon& polygon, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& p) {
  return polygon.turn(a, b, p) >= 0 && polygon.turn(b, c, p) >= 0 && polygon.turn(c, a, p) >= 0;
}

// Edges that have no corner in common meet.
bool edges_meet(const Polygon& p, std::size_t i, std::size_t j) {
  const Vec3 &a = p.at(i), &b = p.at(i + 1), &c = p.at(j), &d = p.at(j + 1);
  const int u = (p.axis + 1) % 3, v = (p.axis + 2) % 3;
  for (const int k : {u, v})
    if (std::max(a[k], b[k]) < std::min(c[k], d[k]) || std::max(c[k], d[k]) < std::min(a[k], b[k])) return false;
  return p.turn(a, b, c) * p.turn(a, b, d) <= 0 && p.turn(c, d, a) * p.turn(c, d, b) <= 0;
}

bool crosses_itself(const Polygon& p) {
  const std::size_t n = p.corners.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n; ++j)
      if ((j + 1) % n != i && edges_meet(p, i, j)) return true;
  return false;
}

// True if the point lies in the polygon, in the shadow: by the edges to its right.
bool encloses(const Polygon& polygon, const Vec3& p) {
  const int u = (polygon.axis + 1) % 3, v = (polygon.axis + 2) % 3;
  bool inside = false;
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const Vec3 &a = polygon.at(i), &b = polygon.at(i + 1);
    if ((a[v] > p[v]) == (b[v] > p[v])) continue;
    const int side = orient2d(a[u], a[v], b[u], b[v], p[u], p[v]);
    if ((side > 0) == (b[v] > a[v])) inside = !inside;
  }
  return inside;
}

// Another rim in its plane, one within the other: the hole has an island.
bool holds_other(const Polygon& outer, const Polygon& other) {
  return std::all_of(other.corners.begin(), other.corners.end(),
                     [&](std::uint32_t c) { return outer.in_plane(outer.vertices[c]); }) &&
         encloses(outer, other.at(0));
}

std::vector<Face> clipped(const Polygon& polygon) {
  std::vector<std::uint32_t> left = polygon.corners;
  std::vector<Face> faces;
  const auto is_ear = [&](std::size_t i) {
    const std::size_t n = left.size(), before = (i + n - 1) % n, after = (i + 1) % n;
    const Vec3 &a = polygon.vertices[left[before]], &b = polygon.vertices[left[i]], &c = polygon.vertices[left[after]];
    if (polygon.turn(a, b, c) <= 0) return false;
    for (std::size_t k = 0; k < n; ++k)
      if (k != before && k != i && k != after && holds(polygon, a, b, c, polygon.vertices[left[k]])) return false;
    return true;
  };
  for (std::size_t i = 0, tried = 0; left.size() > 3 && tried < left.size();) {
    if (!is_ear(i)) {
      i = (i + 1) % left.size();
      ++tried;
      continue;
    }
    const std::size_t n = left.size();
    faces.push_back({left[(i + n - 1) % n], left[i], left[(i + 1) % n]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
    i %= left.size();
    tried = 0;
  }
  const auto at = [&](std::size_t i) -> const Vec3& { return polygon.vertices[left[i]]; };
  if (left.size() > 3 || polygon.turn(at(0), at(1), at(2)) <= 0) return {};
  faces.push_back({left[0], left[1], left[2]});
  return faces;
}

}  // namespace

std::vector<std::vector<Face>> planar_fills(std::span<const Vec3> vertices,
                                            std::span<const std::vector<std::uint32_t>> rims) {
  std::vector<Polygon> polygons;
  for (const std::vector<std::uint32_t>& rim : rims) polygons.push_back(polygon_of(vertices, rim));
  std::vector<bool> nested(rims.size(), false);
  for (std::size_t i = 0; i < rims.size(); ++i)
    for (std::size_t j = 0; j < rims.size(); ++j)
      if (i != j && flat(polygons[i]) && flat(polygons[j]) && holds_other(polygons[i], polygons[j]))
        nested[i] = nested[j] = true;
  std::vector<std::vector<Face>> fills(rims.size());
  for (std::size_t i = 0; i < rims.size(); ++i)
    if (flat(polygons[i]) && !nested[i] && !crosses_itself(polygons[i])) fills[i] = clipped(polygons[i]);
  return fills;
}

}  // namespace impinge
