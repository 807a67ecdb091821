// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

using ScanEdge = std::array<std::uint32_t, 2>;

// Edges that only one face has, as it runs along them.
std::vector<ScanEdge> outline_of(std::span<const Face> faces) {
  std::vector<ScanEdge> edges;
  for (const Face& f : faces)
    for (std::size_t k = 0; k < 3; ++k)
      if (f[k] != f[(k + 1) % 3]) edges.push_back({f[k], f[(k + 1) % 3]});
  const auto key = [](const ScanEdge& e) { return std::minmax(e[0], e[1]); };
  std::sort(edges.begin(), edges.end(), [&](const ScanEdge& x, const ScanEdge& y) { return key(x) < key(y); });
  std::vector<ScanEdge> outline;
  for (std::size_t i = 0; i < edges.size();) {
    std::size_t j = i;
    while (j < edges.size() && key(edges[j]) == key(edges[i])) ++j;
    if (j - i == 1) outline.push_back(edges[i]);
    i = j;
  }
  return outline;
}

}  // namespace

Mesh close_scan(const Mesh& scan, const Vec3& away, double depth) {
  const double largest = away.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest))
    throw Error(ErrorCode::bad_argument, "a scan is closed along a direction that is finite and not zero, such as 0,0,-1");
  if (!(depth > 0) || !std::isfinite(depth))
    throw Error(ErrorCode::bad_argument, "a scan is closed at a depth that is finite and above 0");
  std::vector<Face> faces(scan.faces().begin(), scan.faces().end());
  std::vector<ScanEdge> outline = outline_of(faces);
  if (outline.empty()) return scan;
  const Vec3 down = away / largest / (away / largest).norm();
  std::vector<Vec3> vertices(scan.vertices().begin(), scan.vertices().end());
  double area = 0, floor = -INFINITY;
  for (const Face& f : faces) {
    const Vec3 a = vertices[f[1]] - vertices[f[0]], b = vertices[f[2]] - vertices[f[0]];
    area += Vec3(a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()).dot(down);
    for (const std::uint32_t v : f) floor = std::max(floor, vertices[v].dot(down));
  }
  if (area > 0) {  // the outside looks against `away`
    for (Face& f : faces) std::swap(f[1], f[2]);
    for (ScanEdge& e : outline) std::swap(e[0], e[1]);
  }
  const auto count = static_cast<std::uint32_t>(vertices.size());
  for (std::uint32_t v = 0; v < count; ++v) {
    const Vec3 p = vertices[v];
    vertices.push_back(p + down * (floor + depth - p.dot(down)));
  }
  const std::size_t top = faces.size();
  for (std::size_t f = 0; f < top; ++f) {
    const Face t = faces[f];
    faces.push_back({t[0] + count, t[2] + count, t[1] + count});
  }
  for (const ScanEdge& e : outline) {
    faces.push_back({e[1], e[0], e[0] + count});
    faces.push_back({e[1], e[0] + count, e[1] + count});
  }
  return Mesh(std::move(vertices), std::move(faces), scan.origin());
}

}  // namespace impinge
