// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A winding number near 0 is no proof that a point lies outside the body that the faces are left of: an arm may be gone. So
// the holes are looked at. How far the lost part reached is told by their width and by how steeply the surface runs into
// them: across a hole in a wall it runs flat, at the end of a cut tube it points away from it.
#include "shape/winding/open_shell.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "shape/mend/oriented_faces.h"

namespace impinge {

namespace {

constexpr double kFlatReach = 0.75, kSteepReach = 2.5;  // in widths of the hole
constexpr double kWide = 2;                             // holes from a quarter of the diagonal on are wide
constexpr double kLostShare = 0.75;                     // of the area that is there: three sevenths of the whole
constexpr double kSheetShare = 2.0 / 3;

Vec3 area_vector(const Triangle& t) { return cross(t.p[1] - t.p[0], t.p[2] - t.p[0]) / 2; }

double cone_area(std::span<const Vec3> way, const Vec3& tip) {
  double area = 0;
  for (std::size_t i = 0; i < way.size(); ++i) area += area_vector({{tip, way[i], way[(i + 1) % way.size()]}}).norm();
  return area;
}

// The direction in which a face runs across its edge from a to b, away from its third corner.
Vec3 across(const Vec3& a, const Vec3& b, const Vec3& third) {
  const Vec3 edge = b - a, in = third - a;
  const double length2 = edge.squaredNorm();
  const Vec3 out = length2 > 0 ? Vec3(edge * (edge.dot(in) / length2) - in) : Vec3(Vec3::Zero());
  const double length = out.norm();
  return length > 0 ? Vec3(out / length) : out;
}

}  // namespace

OpenShell::OpenShell(std::span<const Vec3> vertices, std::span<const Face> corners) {
  const OrientedFaces oriented = oriented_faces(vertices, corners);
  if (oriented.faces.empty()) return;
  tree_.emplace(vertices, oriented.faces);
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (const Face& f : oriented.faces) {
    const Vec3 a = area_vector(triangle_of(vertices, f));
    sum += a;
    area += a.norm();
  }
  lost_area_ = kLostShare * area;
  sheet_ = sum.norm() >= kSheetShare * area;
  add_rims(vertices, oriented.faces);
}

void OpenShell::add_rims(std::span<const Vec3> vertices, std::span<const Face> faces) {
  const std::vector<std::vector<std::uint32_t>> found = find_rims(vertices, faces);
  if (found.empty()) return;
  std::map<DirectedEdge, std::uint32_t> third;  // of the face at each edge of a rim, which runs against the rim
  for (const auto& rim : found)
    for (std::size_t i = 0; i < rim.size(); ++i) third.emplace(DirectedEdge(rim[(i + 1) % rim.size()], rim[i]), 0);
  for (const Face& f : faces)
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto it = third.find({f[i], f[(i + 1) % 3]}); it != third.end()) it->second = f[(i + 2) % 3];

  const double farthest = kReach * (box().high - box().low).norm();
  for (const auto& corners : found) {
    Rim rim{{}, Vec3::Zero(), 0};
    for (const std::uint32_t c : corners) rim.way.push_back(vertices[c]);
    for (const Vec3& p : rim.way) rim.centre += p / static_cast<double>(rim.way.size());
    Vec3 normal = Vec3::Zero();
    double width = 0, steep = 0, length = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      normal += area_vector({{rim.centre, rim.way[i], rim.way[(i + 1) % corners.size()]}});
      width = std::max(width, 2 * (rim.way[i] - rim.centre).norm());
    }
    if (normal.norm() > 0) normal.normalize();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::size_t next = (i + 1) % corners.size();
      const Vec3 out = across(rim.way[next], rim.way[i], vertices[third.at({corners[next], corners[i]})]);
      const double edge = (rim.way[next] - rim.way[i]).norm();
      steep += edge * std::abs(out.dot(normal));
      length += edge;
    }
    // An arm may have stood on a wall that is flat all around it, but hardly on a hole that is small for the body.
    const double slope = length > 0 ? steep / length : 0, share = std::min(1.0, kWide * width / farthest);
    rim.reach = std::min(farthest, width * (kFlatReach + (kSteepReach - kFlatReach) * std::max(slope * slope, share)));
    rims_.push_back(std::move(rim));
  }
}

bool OpenShell::may_be_missing(const Rim& rim, const Vec3& point) const {
  return (point - rim.centre).squaredNorm() <= rim.reach * rim.reach && cone_area(rim.way, point) <= lost_area_;
}

Held OpenShell::held(const Vec3& point, double winding) const {
  const double size = std::abs(winding);
  if (size >= kInside) return Held::inside;
  if (sheet_) return Held::outside;
  if (size > kOutside) return Held::undecided;
  const bool near_hole = std::any_of(rims_.begin(), rims_.end(), [&](const Rim& r) { return may_be_missing(r, point); });
  return near_hole ? Held::undecided : Held::outside;
}

}  // namespace impinge
