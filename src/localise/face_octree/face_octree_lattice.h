// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/control.h"
#include "localise/localise_input.h"

namespace impinge {

/// A face's box on the lattice, clipped to it.
struct LatticeFace {
  std::int32_t low[3], high[3];
  std::uint32_t object, face;
};

/// The faces that reach into the root, by their boxes in integers: 2^31 units along each axis of the root, by a monotone
/// map. Boxes that meet in the world meet on the lattice, and the cells of all levels are shifts. Ordered by object and
/// face.
class FaceLattice {
 public:
  static constexpr int kBits = 31;

  /// The root must not be empty. A unit has the same length on all axes if the root is a cube. Thin faces are looked for
  /// only if wanted.
  FaceLattice(const LocaliseInput& input, const Box& root, Control& control, bool look_for_thin = false);

  std::size_t size() const { return size_; }
  const LatticeFace& operator[](std::size_t i) const { return faces_[i]; }
  Triangle triangle(std::size_t i) const { return world_[faces_[i].object].triangle(faces_[i].face); }
  const WorldObject& object(const LatticeFace& f) const { return world_[f.object]; }

  /// Length of a unit along an axis, relative to the longest edge of the root.
  double pitch(int axis) const { return pitch_[axis]; }
  /// Longest edge of a face's box, relative to the longest edge of the root.
  double extent(const LatticeFace& f) const {
    const auto on = [&](int k) { return static_cast<double>(f.high[k] - f.low[k]) * pitch_[k]; };
    return std::max({on(0), on(1), on(2)});
  }
  double mean_extent() const { return mean_extent_; }
  double longest_extent() const { return longest_extent_; }

  /// Faces are much longer than wide on average: their boxes say little, and they must be tested themselves.
  bool thin() const { return !widths_.empty(); }
  /// How wide a cell should be for face i, relative to the longest edge of the root: its extent, or less for thin faces.
  double width(std::size_t i) const { return thin() ? widths_[i] : extent(faces_[i]); }

  /// World coordinate of a place on the lattice, rounded.
  double world(int axis, double place) const { return (origin_[axis] + place * unit_length_[axis]) / unit_; }
  /// Half of the edges of a cell of 2^shift units, with room for the rounding of its middle and of all points in it.
  Vec3 half_cell(const int (&shift)[3]) const;

 private:
  std::int32_t position(int axis, double x) const {
    const double p = (x * unit_ - origin_[axis]) * scale_[axis];
    return static_cast<std::int32_t>(std::min(std::max(0.0, p), 0x1p31 - 1));  // 0 for what is not a number: inf * 0
  }
  bool place(std::uint32_t object, std::uint32_t face, LatticeFace& f) const;
  double narrow_width(std::size_t i) const;
  void find_widths();

  std::span<const WorldObject> world_;
  Box root_;
  double unit_;  // a power of two that brings all coordinates near 1
  double origin_[3], scale_[3], unit_length_[3], pitch_[3];
  double longest_edge_ = 0;
  std::unique_ptr<LatticeFace[]> faces_;
  std::size_t size_ = 0;
  double mean_extent_ = 0, longest_extent_ = 0;
  std::vector<float> widths_;  // where faces are thin
};

}  // namespace impinge
