// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The faces of each body, clipped by the planes of the other after Sutherland and Hodgman 1974, bound what they share.

#include <support/clipped_volume.h>

#include <Eigen/Geometry>
#include <vector>

namespace impinge::test {
namespace {

using Point = Eigen::Matrix<long double, 3, 1>;
using Polygon = std::vector<Point>;

Polygon triangle(const Mesh& mesh, const Face& f, const Vec3& origin) {
  Polygon corners;
  for (const std::uint32_t v : f) corners.emplace_back(mesh.vertices()[v].cast<long double>() - origin.cast<long double>());
  return corners;
}

Point normal_of(const Polygon& t) { return (t[1] - t[0]).cross(t[2] - t[0]); }

// What lies behind the plane.
Polygon clip(const Polygon& polygon, const Point& on, const Point& normal) {
  Polygon kept;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const long double from = normal.dot(p - on), to = normal.dot(q - on);
    if (from <= 0) kept.push_back(p);
    if ((from <= 0) != (to <= 0)) kept.push_back(p + (q - p) * (from / (from - to)));
  }
  return kept;
}

// Six times the volume between the origin and the faces of one body inside the other.
long double under_faces(const Mesh& mesh, const Mesh& other, const Vec3& origin) {
  std::vector<Polygon> walls;
  for (const Face& f : other.faces()) walls.push_back(triangle(other, f, origin));
  long double sum = 0;
  for (const Face& f : mesh.faces()) {
    Polygon polygon = triangle(mesh, f, origin);
    for (const Polygon& wall : walls) polygon = clip(polygon, wall[0], normal_of(wall));
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) sum += polygon[0].dot(polygon[i].cross(polygon[i + 1]));
  }
  return sum;
}

}  // namespace

double clipped_volume(const Mesh& a, const Mesh& b) {
  const Vec3 origin = a.vertices()[0];
  return static_cast<double>((under_faces(a, b, origin) + under_faces(b, a, origin)) / 6);
}

}  // namespace impinge::test
