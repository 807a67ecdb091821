// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "polygon_edge.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <vector>

namespace impinge::bench::papers {
namespace {

using Edge = std::array<std::uint32_t, 2>;

std::vector<Vec3> placed(const Mesh& mesh, const Pose& pose) {
  std::vector<Vec3> points;
  for (const Vec3& v : mesh.vertices()) points.push_back(world_point(pose, v));
  return points;
}

// Each once.
std::vector<Edge> edges_of(const Mesh& mesh) {
  std::vector<Edge> edges;
  for (const Face& f : mesh.faces())
    for (std::size_t i = 0; i < 3; ++i) edges.push_back({std::min(f[i], f[(i + 1) % 3]), std::max(f[i], f[(i + 1) % 3])});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// Whether a segment goes through a triangle: its ends on both sides of the plane, the line inside the three edges.
bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double sp = n.dot(p - a), sq = n.dot(q - a);
  if ((sp > 0) == (sq > 0)) return false;
  const Vec3 x = p + (q - p) * (sp / (sp - sq));
  return n.dot((b - a).cross(x - a)) >= 0 && n.dot((c - b).cross(x - b)) >= 0 && n.dot((a - c).cross(x - c)) >= 0;
}

void test_all(const Mesh& edges_from, const std::vector<Vec3>& p, const Mesh& faces_from, const std::vector<Vec3>& q,
              PolygonEdge& found) {
  const std::vector<Edge> edges = edges_of(edges_from);
  for (const Edge& e : edges)
    for (const Face& f : faces_from.faces()) found.pierced += pierces(p[e[0]], p[e[1]], q[f[0]], q[f[1]], q[f[2]]);
  found.tests += edges.size() * faces_from.faces().size();
}

}  // namespace

PolygonEdge polygon_edge(const Mesh& a, const Pose& a_pose, const Mesh& b, const Pose& b_pose) {
  const std::vector<Vec3> pa = placed(a, a_pose), pb = placed(b, b_pose);
  PolygonEdge found;
  test_all(a, pa, b, pb, found);
  test_all(b, pb, a, pa, found);
  return found;
}

}  // namespace impinge::bench::papers
