// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/face_octree/face_octree_lattice.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr std::size_t kChunk = 16384;  // faces a task
constexpr std::size_t kSamples = 256;
constexpr double kThin = 4;         // extents in widths, on average
constexpr double kHeights = 1.25;   // a width of good faces is their extent
constexpr double kMostCells = 720;  // widths in an extent

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

FaceLattice::FaceLattice(const LocaliseInput& input, const Box& root, Control& control, bool look_for_thin)
    : world_(input.world), root_(root) {
  const double largest = std::max(root.low.cwiseAbs().maxCoeff(), root.high.cwiseAbs().maxCoeff());
  unit_ = largest > 0 ? std::ldexp(1.0, std::clamp(-std::ilogb(largest), -1020, 1020)) : 1;
  double edges[3];
  for (int k = 0; k < 3; ++k) {
    origin_[k] = root.low[k] * unit_;
    edges[k] = root.high[k] * unit_ - origin_[k];
    scale_[k] = edges[k] > 0 ? std::min(0x1p31 / edges[k], 0x1p400) : 0;
  }
  longest_edge_ = std::max({edges[0], edges[1], edges[2]});
  for (int k = 0; k < 3; ++k) {
    unit_length_[k] = scale_[k] > 0 ? 1 / scale_[k] : 0;
    pitch_[k] = longest_edge_ > 0 ? unit_length_[k] / longest_edge_ : 0;
  }

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
  if (size_ == 0) return;
  mean_extent_ = extents / static_cast<double>(size_);
  if (look_for_thin && longest_edge_ > 0) find_widths();
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

Vec3 FaceLattice::half_cell(const int (&shift)[3]) const {
  Vec3 half;
  for (int k = 0; k < 3; ++k) {
    const double room = 0x1p-49 * std::max(std::fabs(root_.low[k]), std::fabs(root_.high[k]));
    half[k] = (std::ldexp(0.5, shift[k]) + 2) * unit_length_[k] / unit_ + room;
  }
  return half;
}

// The height of a thin face and some more, but not so little that the face would have a thousand cells.
double FaceLattice::narrow_width(std::size_t i) const {
  const Triangle t = triangle(i);
  const double scale = unit_ / longest_edge_, length = extent(faces_[i]);
  const Vec3 u = (t.p[1] - t.p[0]) * scale, v = (t.p[2] - t.p[0]) * scale;
  const double longest = std::sqrt(std::max({u.squaredNorm(), v.squaredNorm(), (u - v).squaredNorm()}));
  const double height = longest > 0 ? cross(u, v).norm() / longest : 0;
  return std::clamp(kHeights * height, length / kMostCells, length);
}

// Some faces tell whether all are worth measuring.
void FaceLattice::find_widths() {
  const std::size_t samples = std::min(size_, kSamples);
  double extents = 0, widths = 0;
  for (std::size_t i = 0; i < samples; ++i) {
    const std::size_t at = i * size_ / samples;
    extents += extent(faces_[at]);
    widths += narrow_width(at);
  }
  if (!(extents > kThin * widths)) return;
  widths_.resize(size_);
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, size_, kChunk), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) widths_[i] = static_cast<float>(narrow_width(i));
  });
}

}  // namespace impinge
