// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Linear octrees: I. Gargantini, An effective way to represent quadtrees, 1982, with levels instead of fixed digits.
#include <impinge/octree.h>

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>

#include "base/enum_words.h"
#include "shape/octree/octree_brick.h"
#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

constexpr EnumWord<OctreeKind> kOctreeKinds[] = {{OctreeKind::volume, "volume"}, {OctreeKind::face, "face"}};
constexpr EnumWord<VoxelRule> kVoxelRules[] = {{VoxelRule::contact, "contact"}, {VoxelRule::centre, "centre"}};

}  // namespace

const char* to_string(OctreeKind kind) noexcept { return word_of(kOctreeKinds, kind); }
bool from_string(std::string_view word, OctreeKind& kind) noexcept { return read_word(kOctreeKinds, word, kind); }

const char* to_string(VoxelRule rule) noexcept { return word_of(kVoxelRules, rule); }
bool from_string(std::string_view word, VoxelRule& rule) noexcept { return read_word(kVoxelRules, word, rule); }

void require_frame(const OctreeFrame& frame) {
  if (frame.level < 0 || frame.level > OctreeFrame::kMaxLevel)
    throw Error(ErrorCode::bad_argument,
                fmt::format("octree level {}: levels go from 0 to {}", frame.level, OctreeFrame::kMaxLevel));
  const bool placed = frame.origin.allFinite() && (frame.origin + Vec3::Constant(frame.edge())).allFinite();
  if (!placed || !std::isnormal(frame.voxel) || frame.voxel < 0)
    throw Error(
        ErrorCode::bad_argument,
        fmt::format("octree frame with voxel {}: origin and voxel must be finite and the voxel positive", frame.voxel));
}

void require_same_frame(const Octree& a, const Octree& b, const char* what) {
  if (!(a.frame() == b.frame()))
    throw Error(ErrorCode::bad_argument,
                fmt::format("{}: the octrees have different frames; make or move one into the frame of the other", what));
}

Octree::Octree(const OctreeFrame& frame) : frame_(frame) { require_frame(frame); }

Octree::Octree(const OctreeFrame& frame, std::span<const OctreeCube> cubes) : frame_(frame) {
  require_frame(frame);
  std::vector<VoxelBox> boxes;
  for (const OctreeCube& c : cubes) {
    const std::uint64_t n = frame.voxels(), e = c.edge;
    if (e == 0 || c.x + e > n || c.y + e > n || c.z + e > n)
      throw Error(ErrorCode::bad_argument,
                  fmt::format("octree cube at ({}, {}, {}) with edge {} extends beyond the root of {} voxels", c.x, c.y, c.z,
                              c.edge, n));
    const auto low = [](std::uint32_t v) { return static_cast<std::int32_t>(v); };
    boxes.push_back({{low(c.x), low(c.y), low(c.z)}, {low(c.x + c.edge - 1), low(c.y + c.edge - 1), low(c.z + c.edge - 1)}});
  }
  nodes_ = nodes_of_boxes(frame.level, boxes);
}

Octree Octree::from_nodes(const OctreeFrame& frame, std::vector<std::uint64_t> nodes) {
  Octree octree(frame);
  NodeList list(frame.level);
  list.reserve(nodes.size());
  for (const std::uint64_t key : nodes) list.add(key);
  octree.nodes_ = list.take();
  return octree;
}

void Octree::set_faces(std::vector<std::uint32_t> begin, std::vector<std::uint32_t> faces) {
  face_begin_ = std::move(begin);
  faces_ = std::move(faces);
}

std::vector<OctreeCube> Octree::cubes() const {
  std::vector<OctreeCube> cubes(nodes_.size());
  std::transform(nodes_.begin(), nodes_.end(), cubes.begin(), cube_of);
  return cubes;
}

std::uint64_t Octree::voxel_count() const noexcept {
  std::uint64_t n = 0;
  for (const std::uint64_t key : nodes_) n += std::uint64_t{1} << 3 * node_height(key);
  return n;
}

double Octree::volume() const noexcept {
  return static_cast<double>(voxel_count()) * frame_.voxel * frame_.voxel * frame_.voxel;
}

bool Octree::black(std::uint32_t x, std::uint32_t y, std::uint32_t z) const noexcept {
  if ((x | y | z) >= frame_.voxels()) return false;
  const std::uint64_t code = morton(x, y, z);
  const auto after = std::upper_bound(nodes_.begin(), nodes_.end(), node_key(code, kMaxHeight));
  return after != nodes_.begin() && code < node_end(*(after - 1));
}

bool Octree::holds(const Vec3& point) const noexcept {
  const Vec3 at = (point - frame_.origin) / frame_.voxel;
  if (!at.allFinite() || at.minCoeff() < -1 || at.maxCoeff() > frame_.voxels() + 1.0) return false;
  const auto n = static_cast<std::int64_t>(frame_.voxels());
  // A point on a wall belongs to the voxels on both sides of it.
  for (int corner = 0; corner < 8; ++corner) {
    std::int64_t cell[3];
    for (int k = 0; k < 3; ++k) {
      cell[k] = static_cast<std::int64_t>(std::floor(at[k]));
      if ((corner >> k & 1) != 0 && at[k] == std::floor(at[k])) --cell[k];
    }
    if (std::min({cell[0], cell[1], cell[2]}) < 0 || std::max({cell[0], cell[1], cell[2]}) >= n) continue;
    const auto at_axis = [&](int k) { return static_cast<std::uint32_t>(cell[k]); };
    if (black(at_axis(0), at_axis(1), at_axis(2))) return true;
  }
  return false;
}

std::span<const std::uint32_t> Octree::faces_of(std::size_t node) const noexcept {
  if (node + 1 >= face_begin_.size()) return {};
  return std::span(faces_).subspan(face_begin_[node], face_begin_[node + 1] - face_begin_[node]);
}

}  // namespace impinge
