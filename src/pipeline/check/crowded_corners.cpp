// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Seen from their common corner, two faces are arcs on a sphere: they meet beyond the corner exactly if the arcs meet. So
// the boxes of arcs are swept, and all other faces go through cluster trees, part by part.
#include "pipeline/check/crowded_corners.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "broad/sweep_boxes.h"
#include "exact/face_pair_static.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/cluster_tree/shared_corners.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

namespace {

constexpr std::uint64_t kCrowd = std::uint64_t{1} << 16;  // face pairs around one corner
constexpr std::size_t kMostCrowds = 8;                    // every part is searched against every other one
constexpr double kArcMargin = 0x1p-30;                    // far beyond the rounding of unit vectors

// Some faces of an object, with a tree of their own.
struct Part {
  std::vector<std::uint32_t> numbers{};  // in the object
  std::vector<Face> faces{};
  std::unique_ptr<const ClusterTree> tree{};
  WorldObject world{};
};

// The faces around each crowded corner, and last the others.
std::vector<Part> parts_of(const WorldObject& o, std::span<const std::uint32_t> corners) {
  std::vector<Part> parts(corners.size() + 1);
  for (std::uint32_t f = 0; f < o.faces.size(); ++f) {
    const Face own = o.topology->corners(o.faces[f]);
    const auto at = std::find_first_of(corners.begin(), corners.end(), own.begin(), own.end());
    Part& part = parts[static_cast<std::size_t>(at - corners.begin())];
    part.numbers.push_back(f);
    part.faces.push_back(o.faces[f]);
  }
  for (Part& part : parts) {
    if (part.faces.empty()) continue;
    part.tree = std::make_unique<const ClusterTree>(o.local, part.faces);
    part.world = o;
    part.world.faces = part.faces;
    part.world.clusters = part.tree.get();
    part.world.groups = nullptr;
  }
  return parts;
}

// The box of a face as seen from a corner of it, on the unit sphere.
Box arc_box(const Triangle& t, const Vec3& corner) {
  Vec3 ends[2] = {Vec3::Zero(), Vec3::Zero()};
  int count = 0;
  for (const Vec3& p : t.p)
    if (p != corner && count < 2) ends[count++] = unit_scaled(p / 2 - corner / 2).normalized();
  if (count == 1) ends[1] = ends[0];
  Box box;
  box.add(ends[0]);
  box.add(ends[1]);
  // An arc is no farther from its chord than this.
  const double half_chord2 = std::min(1.0, (ends[1] - ends[0]).squaredNorm() / 4);
  return grown(box, 1 - std::sqrt(1 - half_chord2) + kArcMargin);
}

void add_arcs(const WorldObject& a, const Part& a_part, const WorldObject& b, const Part& b_part, const Vec3& corner,
              std::vector<FacePair>& found) {
  std::vector<Box> boxes;
  for (const std::uint32_t f : a_part.numbers) boxes.push_back(arc_box(a.triangle(f), corner));
  for (const std::uint32_t f : b_part.numbers) boxes.push_back(arc_box(b.triangle(f), corner));
  const std::size_t n = a_part.numbers.size();
  const auto add = [&](std::uint32_t a_face, std::uint32_t b_face) {
    found.push_back({a_face, b_face, face_pair_static(a.triangle(a_face), b.triangle(b_face))});
  };
  for (const ObjectPair& p : sweep_boxes(boxes))
    if (p.a < n && p.b >= n) add(a_part.numbers[p.a], b_part.numbers[p.b - n]);
  for (const std::uint32_t f : a_part.numbers) add(f, b_part.numbers.front());
  for (const std::uint32_t f : b_part.numbers) add(a_part.numbers.front(), f);
}

// A pair that crosses in parts that are not around the same corner.
std::optional<FacePair> crossing_off_crowds(const std::vector<Part>& a_parts, const std::vector<Part>& b_parts,
                                            Control& control) {
  for (std::size_t i = 0; i < a_parts.size(); ++i)
    for (std::size_t j = 0; j < b_parts.size(); ++j) {
      const Part &p = a_parts[i], &q = b_parts[j];
      if (p.faces.empty() || q.faces.empty() || (i == j && i + 1 < a_parts.size())) continue;
      const std::optional<FacePair> pair = cluster_tree_crossing_pair(p.world, q.world, control);
      if (pair && pair->relation == Relation::crossing)
        return FacePair{p.numbers[pair->a_face], q.numbers[pair->b_face], pair->relation};
    }
  return {};
}

}  // namespace

std::optional<std::vector<FacePair>> contacts_off_crowds(const WorldObject& a, const WorldObject& b, bool first_crossing,
                                                         const ObjectPair& objects, CandidateLimit& limit,
                                                         Control& control) {
  std::vector<std::uint32_t> a_corners, b_corners;
  for (const SharedCorner& c : shared_corners(a, b)) {
    if (c.a_faces * c.b_faces < kCrowd) continue;
    a_corners.push_back(c.a);
    b_corners.push_back(c.b);
  }
  if (a_corners.empty() || a_corners.size() > kMostCrowds) return {};
  const std::vector<Part> a_parts = parts_of(a, a_corners), b_parts = parts_of(b, b_corners);
  if (first_crossing)
    if (const auto crossing = crossing_off_crowds(a_parts, b_parts, control)) return std::vector{*crossing};
  std::vector<FacePair> found;
  for (std::size_t i = 0; i < a_parts.size(); ++i)
    for (std::size_t j = 0; j < b_parts.size(); ++j) {
      const Part &p = a_parts[i], &q = b_parts[j];
      if (p.faces.empty() || q.faces.empty()) continue;
      control.poll();
      if (i == j && i < a_corners.size()) {
        add_arcs(a, p, b, q, a.vertex(a_corners[i]), found);
        continue;
      }
      for (const FacePair& pair : cluster_tree_pairs(p.world, q.world, objects, limit, control).meeting)
        found.push_back({p.numbers[pair.a_face], q.numbers[pair.b_face], pair.relation});
    }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace impinge
