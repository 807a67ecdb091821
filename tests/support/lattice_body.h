// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bodies whose walls lie on the integer lattice, so that what is true of them can be read off cell by cell.

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include <impinge/answer.h>
#include <support/soup.h>

namespace impinge::test {

using Cell = std::array<int, 3>;

/// A union of boxes and voxels, with the winding number of every unit cell beside the triangles.
class LatticeBody {
 public:
  static constexpr int kSize = 16;  // cells along an edge: room for four voxels of two cells and the largest shift

  /// A closed box; winding -1 turns it inside out. Boxes may overlap: their windings add.
  void add_box(const Cell& lo, const Cell& hi, int winding, Split split, Dice& dice);

  /// The boundary of a set of voxels: `filled[x + n*(y + n*z)]`, each `edge` cells wide, the first at `origin`.
  /// A quad is left out with probability `hole_share`, which makes the body open.
  void add_voxels(const std::vector<bool>& filled, int n, int edge, const Cell& origin, int winding, Split split,
                  double hole_share, Dice& dice);

  const Soup& soup() const { return soup_; }
  bool inside(const Cell& cell) const;
  bool open() const { return open_; }

  /// A lattice point of the closed body: at a wall, or at a corner of an inner cell unless the body is open.
  bool holds_point(const Cell& point) const;

  /// The closed body holds this point, up to `slack`.
  bool holds(const Vec3& point, double slack) const;

  struct Square {
    Cell cell;  ///< the cell above it
    int axis;   ///< its normal
  };
  const std::vector<Square>& squares() const { return squares_; }

 private:
  static std::size_t cell_index(const Cell& c);
  static std::size_t point_index(const Cell& c);
  void add_wall(const Cell& lo, const Cell& hi, int axis, bool upwards, Split split, Dice& dice);
  void fill(const Cell& lo, const Cell& hi, int winding);

  Soup soup_;
  std::array<std::int8_t, kSize * kSize * kSize> winding_{};
  std::bitset<(kSize + 1) * (kSize + 1) * (kSize + 1)> wall_points_;
  std::vector<Square> squares_;
  bool open_ = false;
};

/// The verdict by the cells, for any two bodies of which at least one is closed.
Verdict lattice_verdict(const LatticeBody& a, const LatticeBody& b);

/// True if the closed bodies have a point in common.
bool lattice_meets(const LatticeBody& a, const LatticeBody& b);

}  // namespace impinge::test
