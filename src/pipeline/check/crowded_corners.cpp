// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Seen from their common corner, two faces are arcs on a sphere: they meet beyond the corner exactly if the arcs meet. So
// the boxes of arcs are swept, and all other faces go through cluster trees, part by part. Where the boxes of two parts
// share no more than a thin layer, as those of the two cones over one rim, what their faces have in it is swept: the boxes
// of whole faces from a tip to the rim nearly all meet.
#include "pipeline/check/crowded_corners.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "broad/sweep_boxes.h"
#include "exact/face_pair_static.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/cluster_tree/shared_corners.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

namespace {

constexpr std::uint64_t kCrowd = std::uint64_t{1} << 16;  // face pairs around one corner
constexpr std::size_t kMostCrowds = 8;                    // every part is searched against every other one
constexpr double kThinLayer = 0x1p-10;                    // of the extent of both parts
constexpr double kClipMargin = 0x1p-28;                   // of the coordinates: far beyond what clipping rounds
constexpr double kAlongBorder = 0x1p-20;                  // edges that run along a border more closely are not clipped
constexpr std::size_t kFewBoxPairs = 64;                  // are compared one by one
constexpr std::uint64_t kMostInLayer = std::uint64_t{1} << 24;
constexpr double kArcMargin = 0x1p-30;  // far beyond the rounding of unit vectors

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

Box box_of_part(const Part& part) {
  Box box;
  for (std::uint32_t f = 0; f < part.faces.size(); ++f) box.add(box_of(part.world.triangle(f)));
  return box;
}

// Keeps what lies on one side of a plane across an axis, or a little more.
std::vector<Vec3> kept_on_side(const std::vector<Vec3>& polygon, int axis, double bound, bool below, double size) {
  std::vector<Vec3> kept;
  const auto inside = [&](const Vec3& p) { return below ? p[axis] <= bound : p[axis] >= bound; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    if (inside(p)) kept.push_back(p);
    if (inside(p) == inside(q)) continue;
    if (std::fabs(q[axis] - p[axis]) < kAlongBorder * size)
      kept.push_back(inside(p) ? q : p);
    else
      kept.push_back(p + (q - p) * ((bound - p[axis]) / (q[axis] - p[axis])));
  }
  return kept;
}

// Holds what a face has in a region; empty if that is nothing.
Box box_within(const Triangle& t, const Box& region, double size) {
  std::vector<Vec3> polygon(t.p, t.p + 3);
  for (int axis = 0; axis < 3; ++axis) {
    polygon = kept_on_side(polygon, axis, region.low[axis], false, size);
    polygon = kept_on_side(polygon, axis, region.high[axis], true, size);
  }
  Box box;
  for (const Vec3& p : polygon) box.add(p);
  return box.empty() ? box : grown(box, kClipMargin * size);
}

// Pairs of boxes that meet, of two sets, until visit() returns false: the larger set is halved, and what does not meet the
// box of the other left out. The boxes of strips from the middle of a disc to its rim nearly all meet each other, but few of
// another cone's rim.
template <typename Visit>
bool each_meeting(std::span<const Box> boxes, std::span<std::uint32_t> a, std::span<std::uint32_t> b, const Visit& visit) {
  const auto near = [&](std::span<std::uint32_t> those, std::span<const std::uint32_t> others) {
    Box box;
    for (const std::uint32_t i : others) box.add(boxes[i]);
    const auto end = std::partition(those.begin(), those.end(), [&](std::uint32_t i) { return boxes_meet(boxes[i], box); });
    return those.first(static_cast<std::size_t>(end - those.begin()));
  };
  a = near(a, b);
  b = near(b, a);
  if (a.size() * b.size() <= kFewBoxPairs) {
    for (const std::uint32_t i : a)
      for (const std::uint32_t j : b)
        if (boxes_meet(boxes[i], boxes[j]) && !visit(i, j)) return false;
    return true;
  }
  const bool halves_a = a.size() > b.size();
  const std::span<std::uint32_t> halved = halves_a ? a : b;
  Box centres;
  for (const std::uint32_t i : halved) centres.add(boxes[i].low / 2 + boxes[i].high / 2);
  int axis = 0;
  (centres.high - centres.low).maxCoeff(&axis);
  const std::size_t half = halved.size() / 2;
  std::nth_element(halved.begin(), halved.begin() + static_cast<std::ptrdiff_t>(half), halved.end(),
                   [&](std::uint32_t i, std::uint32_t j) {
                     return boxes[i].low[axis] + boxes[i].high[axis] < boxes[j].low[axis] + boxes[j].high[axis];
                   });
  const auto with = [&](std::span<std::uint32_t> part) {
    return halves_a ? each_meeting(boxes, part, b, visit) : each_meeting(boxes, a, part, visit);
  };
  return with(halved.first(half)) && with(halved.subspan(half));
}

// All face pairs of two parts whose boxes share a thin layer at most; nothing if they share more, or very many pairs.
std::optional<std::vector<FacePair>> pairs_in_layer(const Part& a, const Part& b) {
  const Box a_box = box_of_part(a), b_box = box_of_part(b), shared = intersection(a_box, b_box);
  std::vector<FacePair> found;
  if (shared.empty()) return found;
  const Vec3 least = (a_box.high - a_box.low).cwiseMin(b_box.high - b_box.low);
  if (!((shared.high - shared.low).array() <= kThinLayer * least.array()).any()) return {};
  const double size = std::max(largest_coordinate(a_box), largest_coordinate(b_box));
  const Box region = grown(shared, kClipMargin * size);
  std::vector<Box> boxes;
  std::vector<std::uint32_t> faces;
  std::size_t a_count = 0;
  for (const Part* part : {&a, &b}) {
    a_count = boxes.size();
    for (std::uint32_t f = 0; f < part->faces.size(); ++f) {
      const Box box = box_within(part->world.triangle(f), region, size);
      if (box.empty()) continue;
      boxes.push_back(box);
      faces.push_back(f);
    }
  }
  std::vector<std::uint32_t> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  const std::span<std::uint32_t> all(order);
  std::uint64_t left = kMostInLayer;
  const bool all_told = each_meeting(boxes, all.first(a_count), all.subspan(a_count), [&](std::uint32_t i, std::uint32_t j) {
    const Relation relation = face_pair_static(a.world.triangle(faces[i]), b.world.triangle(faces[j]));
    if (relation != Relation::disjoint) found.push_back({faces[i], faces[j], relation});
    return --left > 0;
  });
  if (!all_told) return {};
  return found;
}

std::optional<FacePair> crossing_pair_of(const Part& a, const Part& b, Control& control) {
  const auto in_layer = pairs_in_layer(a, b);
  if (!in_layer) return cluster_tree_crossing_pair(a.world, b.world, control);
  const auto crosses = [](const FacePair& p) { return p.relation == Relation::crossing; };
  const auto pair = std::find_if(in_layer->begin(), in_layer->end(), crosses);
  return pair == in_layer->end() ? std::nullopt : std::optional(*pair);
}

// A pair that crosses in parts that are not around the same corner.
std::optional<FacePair> crossing_off_crowds(const std::vector<Part>& a_parts, const std::vector<Part>& b_parts,
                                            Control& control) {
  for (std::size_t i = 0; i < a_parts.size(); ++i)
    for (std::size_t j = 0; j < b_parts.size(); ++j) {
      const Part &p = a_parts[i], &q = b_parts[j];
      if (p.faces.empty() || q.faces.empty() || (i == j && i + 1 < a_parts.size())) continue;
      const std::optional<FacePair> pair = crossing_pair_of(p, q, control);
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
      auto pairs = pairs_in_layer(p, q);
      if (!pairs) pairs = cluster_tree_pairs(p.world, q.world, objects, limit, control).meeting;
      for (const FacePair& pair : *pairs) found.push_back({p.numbers[pair.a_face], q.numbers[pair.b_face], pair.relation});
    }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace impinge
