// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Sections 1.3.2 and 1.3.3 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994.
#include "localise/moved_octree/moved_octree_nodes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impinge {

namespace {

constexpr double kRoom = 0x1p-20;      // of a voxel: points on a wall belong to both sides
constexpr std::size_t kFewPairs = 64;  // nodes of so few pairs are not split any more

using Corner = std::array<std::int32_t, 3>;
using Indices = std::vector<std::uint32_t>;

std::array<Indices, 8> split(const MovedNodeSet& set, std::span<const std::uint32_t> here, const Corner& corner,
                             std::int32_t half) {
  std::array<Indices, 8> children;
  for (const std::uint32_t i : here) {
    const VoxelBox& r = set.range(i);
    int sides[3];
    for (int k = 0; k < 3; ++k) sides[k] = (r.low[k] < corner[k] + half ? 1 : 0) | (r.high[k] >= corner[k] + half ? 2 : 0);
    for (int c = 0; c < 8; ++c)
      if ((sides[0] >> (c & 1) & sides[1] >> (c >> 1 & 1) & sides[2] >> (c >> 2) & 1) != 0) children[c].push_back(i);
  }
  return children;
}

Corner child_corner(const Corner& corner, std::int32_t half, int c) {
  return {corner[0] + (c & 1) * half, corner[1] + (c >> 1 & 1) * half, corner[2] + (c >> 2) * half};
}

Indices meeting(const MovedNodeSet& set, std::span<const std::uint32_t> here, const Corner& corner, std::int32_t edge) {
  Indices kept;
  std::copy_if(here.begin(), here.end(), std::back_inserter(kept),
               [&](std::uint32_t i) { return set.meets(i, corner, edge); });
  return kept;
}

Indices all_of(const MovedNodeSet& set) {
  Indices all(set.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

// Both at once.
class Progress {
 public:
  Progress(const MovedNodeSet& a, const MovedNodeSet& b, const std::function<void(const SharedNode&)>& visit)
      : a_(a), b_(b), visit_(visit) {}

  void descend(const Corner& corner, std::int32_t edge, const Indices& a_here, const Indices& b_here) {
    if (a_here.empty() || b_here.empty()) return;
    if (edge == 1 || a_here.size() * b_here.size() <= kFewPairs) {
      const Indices a = meeting(a_, a_here, corner, edge), b = meeting(b_, b_here, corner, edge);
      if (!a.empty() && !b.empty()) visit_({corner, edge, a, b});
      return;
    }
    const std::int32_t half = edge / 2;
    const std::array<Indices, 8> a = split(a_, a_here, corner, half), b = split(b_, b_here, corner, half);
    for (int c = 0; c < 8; ++c) descend(child_corner(corner, half, c), half, a[c], b[c]);
  }

 private:
  const MovedNodeSet &a_, &b_;
  const std::function<void(const SharedNode&)>& visit_;
};

// One octree moved in full: its black voxels, each with the source nodes in it.
struct Rebuilt {
  std::vector<Corner> voxels;
  std::vector<Indices> nodes;
};

void rebuild(const MovedNodeSet& set, const Corner& corner, std::int32_t edge, std::span<const std::uint32_t> here,
             Rebuilt& target) {
  if (here.empty()) return;
  if (edge == 1) {
    Indices kept = meeting(set, here, corner, 1);
    if (kept.empty()) return;
    target.voxels.push_back(corner);
    target.nodes.push_back(std::move(kept));
    return;
  }
  const std::int32_t half = edge / 2;
  const std::array<Indices, 8> children = split(set, here, corner, half);
  for (int c = 0; c < 8; ++c) rebuild(set, child_corner(corner, half, c), half, children[c], target);
}

std::uint64_t code_of(const Corner& c) {
  return morton(static_cast<std::uint32_t>(c[0]), static_cast<std::uint32_t>(c[1]), static_cast<std::uint32_t>(c[2]));
}

}  // namespace

MovedNodeSet::MovedNodeSet(const WorldObject& object, const ShapeOctree& octree, const OctreeFrame& target,
                           const Box& region, bool with_inside)
    : object_(object),
      octree_(octree),
      motion_(octree.faces.frame, object.pose, target),
      test_(object.pose.rotation),
      room_(kRoom + motion_.rounding),
      reach_(object.pose.rotation.cwiseAbs().rowwise().sum()) {
  Box voxels;  // the region in voxels of the target
  voxels.low = (region.low - target.origin) / target.voxel - Vec3::Constant(kRoom);
  voxels.high = (region.high - target.origin) / target.voxel + Vec3::Constant(kRoom);
  for (std::uint32_t v = 0; v < octree.faces.codes.size(); ++v) add(cube_of(node_key(octree.faces.codes[v], 0)), v, voxels);
  if (with_inside)
    for (const OctreeCube& cube : octree.inside) add(cube, kInside, voxels);
}

void MovedNodeSet::add(const OctreeCube& cube, std::uint32_t voxel, const Box& region) {
  const MovedCube moved = motion_.moved(cube);
  const Vec3 reach = reach_ * moved.half + Vec3::Constant(room_), low = moved.middle() - reach,
             high = moved.middle() + reach;
  if (!boxes_meet({low, high}, region)) return;
  VoxelBox range;
  const double last = std::ldexp(1.0, motion_.level) - 1;
  for (int k = 0; k < 3; ++k) {
    range.low[k] = static_cast<std::int32_t>(std::clamp(std::floor(low[k]), 0.0, last));
    range.high[k] = static_cast<std::int32_t>(std::clamp(std::floor(high[k]), 0.0, last));
  }
  cubes_.push_back(moved);
  ranges_.push_back(range);
  voxels_.push_back(voxel);
}

std::span<const std::uint32_t> MovedNodeSet::faces(std::uint32_t i) const {
  return voxels_[i] == kInside ? std::span<const std::uint32_t>() : octree_.faces.faces_of(voxels_[i]);
}

bool MovedNodeSet::meets(std::uint32_t i, const Corner& corner, std::int32_t edge) const {
  const double half = 0.5 * edge;
  const Vec3 middle(corner[0] + half, corner[1] + half, corner[2] + half);
  // The target's outermost nodes stand for what lies beyond them too: ranges were cut there, by less than the region's room.
  return test_.meeting(middle - cubes_[i].middle(), half + room_ + kRoom, cubes_[i].half) != CubeMeeting::none;
}

void shared_nodes(const MovedNodeSet& a, const MovedNodeSet& b, int level, bool progressive,
                  const std::function<void(const SharedNode&)>& visit) {
  const std::int32_t edge = 1 << level;
  if (progressive) return Progress(a, b, visit).descend({0, 0, 0}, edge, all_of(a), all_of(b));
  Rebuilt a_target, b_target;
  rebuild(a, {0, 0, 0}, edge, all_of(a), a_target);
  rebuild(b, {0, 0, 0}, edge, all_of(b), b_target);
  for (std::size_t i = 0, j = 0; i < a_target.voxels.size() && j < b_target.voxels.size();) {
    const std::uint64_t x = code_of(a_target.voxels[i]), y = code_of(b_target.voxels[j]);
    if (x == y) visit({a_target.voxels[i], 1, a_target.nodes[i], b_target.nodes[j]});
    if (x <= y) ++i;
    if (y <= x) ++j;
  }
}

}  // namespace impinge
