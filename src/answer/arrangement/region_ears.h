// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "answer/arrangement/cut_points.h"

namespace impinge {

/// Cuts simple polygons into triangles, exactly: no triangle is flat, whatever lies on the straight parts of the border.
class RegionEars {
 public:
  explicit RegionEars(const CutPoints& points) : points_(points) {}

  /// The polygon runs counter-clockwise in its shadow along the axis if `turn` is 1, clockwise if -1; so do the triangles.
  std::span<const std::array<std::uint32_t, 3>> cut(std::span<const std::uint32_t> polygon, int axis, int turn);

 private:
  int side(std::uint32_t i, std::uint32_t j, std::uint32_t k) const;
  bool is_ear(std::uint32_t i) const;
  void clip_all();
  void sweep(std::span<const std::uint32_t> polygon);

  const CutPoints& points_;
  int axis_ = 0, turn_ = 1;
  std::span<const std::uint32_t> polygon_;
  std::vector<CutPoints::Shadow> shadows_;
  std::vector<std::uint32_t> before_, after_;
  std::vector<bool> bulges_;  // by corner: it turns left, so that it lies in no ear
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

}  // namespace impinge
