// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/box.h"
#include "base/control.h"
#include "scene/world.h"

namespace impinge {

/// How far points of a box are from the surfaces of objects that stand still, and whether they lie inside one: measured at
/// the corners of a lattice, bounded between them. The ball around a corner that reaches the nearest surface holds nothing
/// of any surface, and a point in it lies where the corner lies. It is read by distance_lattice-inl.h.
class DistanceLattice {
 public:
  /// What reading takes.
  struct View {
    double low[3], per_cell, cell;
    float slack;              ///< of all rounding
    std::uint32_t count[3];   ///< corners along each axis
    std::int32_t offsets[8];  ///< of the corners of a cell from its lowest one: x, y, z of a corner are bits 2, 1, 0
    const float* distances;   ///< negative inside a closed object; nothing is measured beyond reach()
  };

  /// Of a box with about so many corners. Distances are measured up to `reach`, and what the lattice adds to it. Points that
  /// are asked about come from numbers of this size.
  DistanceLattice(const Box& box, std::size_t corners, double reach, double size);

  /// False where numbers are out of the range of floats; then nothing else may be asked.
  bool usable() const { return usable_; }
  double cell() const { return view_.cell; }
  double reach() const { return reach_; }
  const View& view() const { return view_; }

  /// One object more, which has a tree; on all threads of the arena.
  void add(const WorldObject& object, Control& control);
  /// A point to be wary of: all cells within the distance of it are marked.
  void mark(const Vec3& point, double distance);
  /// Whether the cell of a point is marked, or it lies outside the box.
  bool marked(const Vec3& point) const;

 private:
  using Cell = std::array<std::uint32_t, 3>;

  Vec3 corner(std::size_t index) const;
  std::size_t index(const Cell& cell) const {
    return (std::size_t{cell[0]} * view_.count[1] + cell[1]) * view_.count[2] + cell[2];
  }

  bool usable_ = false;
  double reach_ = 0;
  View view_{};
  std::vector<float> distances_;
  std::vector<std::uint8_t> marks_;  // of cells, by their lowest corner
};

}  // namespace impinge
