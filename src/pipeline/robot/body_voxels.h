// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/box.h"

namespace impinge {

/// A surface of triangles in cubic cells: which cells it comes into, which it encloses, and how far away it is.
class BodyVoxels {
 public:
  enum class Cell : std::uint8_t { outside, surface, enclosed, inside };

  /// Cells around a box, with a layer of them to spare on every side; about so many.
  BodyVoxels(const Box& box, std::size_t cells);

  /// Marks all cells that the faces come into, then those that they enclose. Of a closed mesh they are `inside` where its
  /// winding number is not 0.
  void add(std::span<const Vec3> vertices, std::span<const Face> faces, bool closed);

  /// Squares, in cells, of bounds on distances: from no point of a cell is it less (`low`) to any point of the surface and
  /// what it encloses; from every point of a cell it is no more (`up`) to some point of the surface, or of the inside.
  struct Squares {
    std::vector<std::int16_t> low, up;
  };
  Squares squares() const;
  /// From the cells that are enclosed to the surface, at least, as squares in cells; 0 elsewhere.
  std::vector<std::int16_t> depths() const;

  const std::array<std::uint32_t, 3>& count() const { return count_; }
  double cell() const { return cell_; }
  const Vec3& low() const { return low_; }
  std::size_t size() const { return cells_.size(); }
  Cell at(std::size_t index) const { return cells_[index]; }
  /// The cell of a point, which must lie in the grid or is moved there.
  std::size_t index_of(const Vec3& point) const;
  Vec3 middle(std::size_t index) const;

  /// Farther than this nothing is told apart, in cells.
  static constexpr int kReach = 34;

 private:
  struct Range {
    std::uint32_t from[3], to[3];
  };

  Range range_of(const Box& box) const;
  void mark(const Triangle& triangle);
  void sample(const Triangle& triangle);
  void enclose(std::span<const Vec3> vertices, std::span<const Face> faces, bool closed);
  std::vector<std::size_t> flood(std::size_t from, Cell as, std::vector<std::uint8_t>& seen);

  std::array<std::uint32_t, 3> count_{};
  double cell_ = 0;
  Vec3 low_ = Vec3::Zero();
  std::vector<Cell> cells_;
  std::vector<std::uint8_t> holds_point_;  // a point of the surface surely lies in the cell
};

}  // namespace impinge
