// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/arrangement/region_ears.h"

#include <algorithm>

#include "answer/arrangement/flat_sweep.h"

namespace impinge {

namespace {

constexpr std::size_t kMany = 40;  // corners beyond which a sweep is faster

}  // namespace

std::span<const std::array<std::uint32_t, 3>> RegionEars::cut(std::span<const std::uint32_t> polygon, int axis, int turn) {
  triangles_.clear();
  axis_ = axis;
  turn_ = turn;
  polygon_ = polygon;
  if (polygon.size() == 3) {
    triangles_.push_back({polygon[0], polygon[1], polygon[2]});
  } else if (polygon.size() > kMany) {
    sweep(polygon);
  } else {
    clip_all();
  }
  return triangles_;
}

int RegionEars::side(std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
  const int rough = CutPoints::rough_turn(shadows_[i], shadows_[j], shadows_[k]);
  return turn_ * (rough != 0 ? rough : points_.orient2d(polygon_[i], polygon_[j], polygon_[k], axis_));
}

// Nothing of the polygon lies in the triangle at the corner, nor on its border.
bool RegionEars::is_ear(std::uint32_t i) const {
  if (!bulges_[i]) return false;
  const std::uint32_t p = before_[i], q = after_[i];
  for (std::uint32_t k = after_[q]; k != p; k = after_[k])
    if (!bulges_[k] && side(p, i, k) >= 0 && side(i, q, k) >= 0 && side(q, p, k) >= 0) return false;
  return true;
}

void RegionEars::clip_all() {
  const auto n = static_cast<std::uint32_t>(polygon_.size());
  shadows_.resize(n);
  before_.resize(n);
  after_.resize(n);
  bulges_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    shadows_[i] = points_.shadow(polygon_[i], axis_);
    before_[i] = (i + n - 1) % n;
    after_[i] = (i + 1) % n;
  }
  for (std::uint32_t i = 0; i < n; ++i) bulges_[i] = side(before_[i], i, after_[i]) > 0;
  std::uint32_t left = n, i = 0;
  while (left > 3) {
    while (!is_ear(i)) i = after_[i];
    const std::uint32_t p = before_[i], q = after_[i];
    triangles_.push_back({polygon_[p], polygon_[i], polygon_[q]});
    after_[p] = q;
    before_[q] = p;
    bulges_[p] = bulges_[p] || side(before_[p], p, q) > 0;
    bulges_[q] = bulges_[q] || side(p, q, after_[q]) > 0;
    // The next ear is looked for beyond the neighbour, so that triangles do not all hang on one corner.
    i = after_[q];
    --left;
  }
  triangles_.push_back({polygon_[before_[i]], polygon_[i], polygon_[after_[i]]});
}

void RegionEars::sweep(std::span<const std::uint32_t> polygon) {
  std::vector<FlatSegment> segments;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const std::uint32_t p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const bool in_order = sweeps_before(points_, axis_, p, q);
    segments.push_back({in_order ? p : q, in_order ? q : p, {{0, in_order ? turn_ : -turn_}}});
  }
  const FlatTriangulation flat = triangulate(points_, axis_, segments, {});
  for (const FlatTriangle& t : flat.triangles) {
    triangles_.push_back(t.points);
    if (turn_ < 0) std::swap(triangles_.back()[1], triangles_.back()[2]);
  }
}

}  // namespace impinge
