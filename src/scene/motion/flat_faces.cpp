// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// G. Vaněček's bounding polygons, for large faces that a mesh has cut into triangles.
#include "scene/motion/flat_faces.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/predicates.h"
#include "base/union_find.h"
#include "scene/motion/swept_shape.h"

namespace impinge {

namespace {

Vec3 flat_normal(const Triangle& t) { return cross(t.p[1] - t.p[0], t.p[2] - t.p[0]); }

// Exactly in one plane, and the same side is the front.
bool same_plane(const Triangle& a, const Triangle& b) {
  for (const Vec3& p : b.p)
    if (orient3d(a.p[0], a.p[1], a.p[2], p) != 0) return false;
  return flat_normal(a).dot(flat_normal(b)) > 0;
}

// Where the lines across two neighbouring directions, a eighth of a turn apart, pass all corners and meet.
std::array<Vec3, 8> eight_points(const Vec3& normal, std::span<const Vec3> corners) {
  int least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vec3 n = normal / std::sqrt(normal.squaredNorm()), x = cross(n, Vec3(Vec3::Unit(least))).normalized(),
             y = cross(n, x);
  const Vec3& origin = corners.front();
  std::array<double, 8> reach{};
  const auto direction = [&](std::size_t k) {
    const double angle = static_cast<double>(k % 8) * 0.78539816339744831;
    return Vec3(x * std::cos(angle) + y * std::sin(angle));
  };
  double size = 0;
  for (const Vec3& p : corners) size = std::max(size, (p - origin).cwiseAbs().sum());
  for (std::size_t k = 0; k < 8; ++k) {
    const Vec3 d = direction(k);
    for (const Vec3& p : corners) reach[k] = std::max(reach[k], d.dot(p - origin));
    reach[k] += 0x1p-40 * size;
  }
  std::array<Vec3, 8> points;
  for (std::size_t k = 0; k < 8; ++k) {
    // d.p = r and e.p = s, where d.e is the cosine of an eighth of a turn.
    const Vec3 d = direction(k), e = direction(k + 1);
    const double c = d.dot(e), r = reach[k], s = reach[(k + 1) % 8], det = 1 - c * c;
    points[k] = origin + d * ((r - c * s) / det) + e * ((s - c * r) / det);
  }
  return points;
}

}  // namespace

std::vector<FlatFaces> FlatFaces::find(std::span<const Vec3> vertices, std::span<const Face> faces,
                                       const FeatureOwners& owners, const Control* control) {
  UnionFind flush(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    if (f % 4096 == 0) poll(control);
    for (std::size_t edge = 3; edge < 6; ++edge) {
      const std::uint32_t g = owners.owner[f][edge];
      if (flush.root(f) == flush.root(g)) continue;
      if (same_plane(triangle_of(vertices, faces[f]), triangle_of(vertices, faces[g]))) flush.unite(f, g);
    }
  }
  std::vector<std::uint32_t> count(faces.size(), 0);
  for (std::uint32_t f = 0; f < faces.size(); ++f) ++count[flush.root(f)];
  std::map<std::uint32_t, FlatFaces> large;
  for (std::uint32_t f = 0; f < faces.size(); ++f)
    if (const std::uint32_t r = flush.root(f); count[r] > kFew) large[r].faces.push_back(f);
  std::vector<FlatFaces> all;
  for (auto& [first, flat] : large) {
    std::vector<Vec3> corners;
    for (const std::uint32_t f : flat.faces)
      for (const std::uint32_t v : faces[f]) corners.push_back(vertices[v]);
    flat.normal = flat_normal(triangle_of(vertices, faces[first]));
    if (!(flat.normal.squaredNorm() > 0x1p-900)) continue;
    flat.polygon = eight_points(flat.normal, corners);
    all.push_back(std::move(flat));
  }
  return all;
}

}  // namespace impinge
