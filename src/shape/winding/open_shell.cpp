// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A winding number near 0 does not prove that a point lies outside the body that the faces are left of: an arm may be gone.
// At the rim of a hole in a wall the surface runs across it from all sides; at the end of a cut tube it runs out of it, all
// around in one direction. That is where the lost part is looked for.
#include "shape/winding/open_shell.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "shape/mend/oriented_faces.h"
#include "shape/winding/enclosing_faces.h"
#include "shape/winding/joined_corners.h"

namespace impinge {

namespace {

constexpr double kLostShare = 0.55;   // of the area that is there: a third of the whole, and some room
constexpr double kSteep = 0.25;       // mean direction of the surface at a rim; 0 flat, 1 all of it along the axis
constexpr std::size_t kFewEdges = 4;  // fewer are filled by one face
constexpr double kLongest = 3;        // of a lost part, in widths of its rim
constexpr double kBack = 0.1, kSide = 0.6, kOpening = 1.5;  // it begins there, is so wide, and widens so much: arms are bent

Vec3 area_vector(const Vec3& a, const Vec3& b, const Vec3& c) { return cross(b - a, c - a) / 2; }

// The direction in which a face runs across its edge from a to b, away from its third corner.
Vec3 across(const Vec3& a, const Vec3& b, const Vec3& third) {
  const Vec3 edge = b - a, in = third - a;
  const double length2 = edge.squaredNorm();
  const Vec3 out = length2 > 0 ? Vec3(edge * (edge.dot(in) / length2) - in) : Vec3(Vec3::Zero());
  const double length = out.norm();
  return length > 0 ? Vec3(out / length) : out;
}

double cone_area(std::span<const Vec3> way, const Vec3& tip) {
  double area = 0;
  for (std::size_t i = 0; i < way.size(); ++i) area += area_vector(tip, way[i], way[(i + 1) % way.size()]).norm();
  return area;
}

// Third corners of the faces at the edges of rims, which run against the rims.
using Thirds = std::map<DirectedEdge, std::uint32_t>;

Thirds thirds_at(std::span<const std::vector<std::uint32_t>> rims, std::span<const Face> faces) {
  Thirds thirds;
  for (const auto& rim : rims)
    for (std::size_t i = 0; i < rim.size(); ++i) thirds.emplace(DirectedEdge(rim[(i + 1) % rim.size()], rim[i]), 0);
  for (const Face& f : faces)
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto it = thirds.find({f[i], f[(i + 1) % 3]}); it != thirds.end()) it->second = f[(i + 2) % 3];
  return thirds;
}

}  // namespace

OpenShell::OpenShell(std::span<const Vec3> vertices, std::span<const Face> corners) {
  const OrientedFaces oriented = oriented_faces(vertices, joined_corners(vertices, corners));
  if (oriented.faces.empty()) return;
  tree_.emplace(vertices, oriented.faces);
  farthest_ = kReach * (tree_->box().high - tree_->box().low).norm();
  const EnclosingFaces enclosing = enclosing_faces(vertices, oriented.faces);
  sheet_ = enclosing.faces.empty();
  if (sheet_) return;
  if (enclosing.faces.size() < oriented.faces.size()) enclosing_.emplace(vertices, enclosing.faces);
  for (const std::vector<Face>& body : enclosing.bodies) bodies_.emplace_back(vertices, body);
  add_rims(vertices, enclosing.faces, enclosing.area.size);
}

double OpenShell::winding(const Vec3& point) const {
  if (!tree_) return 0;
  const double all = tree_->at(point);
  return enclosing_ && std::abs(all) < kInside ? enclosing_->at(point) : all;
}

void OpenShell::add_rims(std::span<const Vec3> vertices, std::span<const Face> faces, double area) {
  const std::vector<std::vector<std::uint32_t>> found = find_rims(vertices, faces);
  const Thirds thirds = thirds_at(found, faces);
  double all_girths = 0;
  for (const auto& corners : found) {
    Rim rim{{}, Vec3::Zero(), Vec3::Zero(), 0, 0, 0};
    for (const std::uint32_t c : corners) rim.way.push_back(vertices[c]);
    for (const Vec3& p : rim.way) rim.centre += p / static_cast<double>(rim.way.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const std::size_t next = (i + 1) % corners.size();
      const double edge = (rim.way[next] - rim.way[i]).norm();
      rim.axis += edge * across(rim.way[next], rim.way[i], vertices[thirds.at({corners[next], corners[i]})]);
      rim.girth += edge;
      rim.width = std::max(rim.width, 2 * (rim.way[i] - rim.centre).norm());
    }
    all_girths += rim.girth;
    const double steepness = rim.axis.norm() / rim.girth;
    if (corners.size() < kFewEdges) continue;
    wide_hole_ = true;
    if (!(steepness >= kSteep)) continue;
    rim.axis.normalize();
    rims_.push_back(std::move(rim));
  }
  // What was lost is shared by the holes; the two ends of a lost piece have the same girth.
  for (Rim& rim : rims_) rim.lost_area = kLostShare * area * std::min(1.0, 2 * rim.girth / all_girths);
}

// In a tube that goes on from the rim and widens, as far as its wall, or that of a cone, has no more area than was lost.
bool OpenShell::may_be_missing(const Rim& rim, const Vec3& point, double farthest) {
  const Vec3 way = point - rim.centre;
  const double along = way.dot(rim.axis), aside = (way - along * rim.axis).norm();
  if (along < -kBack * rim.width || along > std::min(farthest, kLongest * rim.width)) return false;
  if (aside > kSide * rim.width + kOpening * std::max(along, 0.0)) return false;
  return rim.girth * along <= rim.lost_area && cone_area(rim.way, point) <= rim.lost_area;
}

Held OpenShell::held(const Vec3& point, double winding) const {
  const double size = std::abs(winding);
  if (size >= kInside) return Held::inside;
  if (sheet_) return Held::outside;
  // Within one body, though others cancel it: they may be its cavities, or turned the other way.
  const auto within = [&](const WindingTree& body) { return std::abs(body.at(point)) >= kInside; };
  if (std::any_of(bodies_.begin(), bodies_.end(), within)) return Held::undecided;
  if (size > (wide_hole_ ? kFaint : kOutside)) return Held::undecided;
  const bool missing =
      std::any_of(rims_.begin(), rims_.end(), [&](const Rim& rim) { return may_be_missing(rim, point, farthest_); });
  return missing ? Held::undecided : Held::outside;
}

}  // namespace impinge
