// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/face_octree_lattice.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr std::size_t kChunk = 16384;  // faces a task

// Part of an object's faces, and where they go.
struct Chunk {
  std::uint32_t object;
  std::size_t begin, end, at, kept = 0;
  double extents = 0, longest = 0;
};

std::vector<Chunk> chunks_of(const LocaliseInput& input) {
  std::vector<Chunk> chunks;
  std::size_t at = 0;
  for (std::uint32_t o = 0; o < input.faces.size(); ++o) {
    const std::size_t n = input.faces[o].size();
    for (std::size_t begin = 0; begin < n; begin += kChunk) {
      chunks.push_back({o, begin, std::min(n, begin + kChunk), at + begin});
    }
    at += n;
  }
  return chunks;
}

}  // namespace

FaceLattice::FaceLattice(const LocaliseInput& input, const Box& root, Control& control) : world_(input.world), root_(root) {
  const double largest = std::max(root.low.cwiseAbs().maxCoeff(), root.high.cwiseAbs().maxCoeff());
  unit_ = largest > 0 ? std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1020, 1020)) : 1;
  double edges[3];
  for (int k = 0; k < 3; ++k) {
    origin_[k] = root.low[k] * unit_;
    edges[k] = root.high[k] * unit_ - origin_[k];
    scale_[k] = edges[k] > 0 ? std::min(0x1p31 / edges[k], 0x1p400) : 0;
  }
  const double longest = std::max({edges[0], edges[1], edges[2]});
  for (int k = 0; k < 3; ++k) pitch_[k] = longest > 0 && scale_[k] > 0 ? 1 / (scale_[k] * longest) : 0;

  std::vector<Chunk> chunks = chunks_of(input);
  if (chunks.empty()) return;
  faces_ = std::make_unique_for_overwrite<LatticeFace[]>(chunks.back().at + chunks.back().end - chunks.back().begin);
  tbb::parallel_for(std::size_t{0}, chunks.size(), [&](std::size_t i) {
    control.poll();
    Chunk& c = chunks[i];
    for (std::size_t k = c.begin; k < c.end; ++k) {
      LatticeFace& f = faces_[c.at + c.kept];
      if (!place(c.object, input.faces[c.object][k], f)) continue;
      c.extents += extent(f);
      c.longest = std::max(c.longest, extent(f));
      ++c.kept;
    }
  });
  double extents = 0;
  for (const Chunk& c : chunks) {
    if (c.at != size_) std::copy(&faces_[c.at], &faces_[c.at] + c.kept, &faces_[size_]);
    size_ += c.kept;
    extents += c.extents;
    longest_extent_ = std::max(longest_extent_, c.longest);
  }
  mean_extent_ = size_ > 0 ? extents / static_cast<double>(size_) : 0;
}

// False for faces whose boxes miss the root.
bool FaceLattice::place(std::uint32_t object, std::uint32_t face, LatticeFace& f) const {
  const Triangle t = world_[object].triangle(face);
  const Box box = box_of(t);
  for (int k = 0; k < 3; ++k) {
    f.low[k] = position(k, box.low[k]);
    f.high[k] = position(k, box.high[k]);
  }
  f.object = object;
  f.face = face;
  return boxes_meet(box, root_);
}

Box FaceLattice::world_box(const std::int32_t (&low)[3], const std::int32_t (&high)[3]) const {
  Box box;
  for (int k = 0; k < 3; ++k) {
    // One unit and some roundings more on each side; the outermost units hold what was clipped.
    const auto at = [&](double p) { return (scale_[k] > 0 ? origin_[k] + p / scale_[k] : origin_[k]) / unit_; };
    const double room = 0x1p-50 * std::max(std::fabs(root_.low[k]), std::fabs(root_.high[k]));
    box.low[k] = low[k] <= 0 ? root_.low[k] : at(low[k] - 1.0) - room;
    box.high[k] = high[k] >= 0x1p31 - 2 ? root_.high[k] : at(high[k] + 2.0) + room;
  }
  return box;
}

}  // namespace impinge
