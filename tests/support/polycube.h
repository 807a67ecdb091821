// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bodies of unit cells with any winding number in each, whose walls are cut into rectangles at random: T-junctions closed by
// faces without area, doubled walls, membranes. What is true of two of them is read off cell by cell, in integers.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <impinge/answer.h>
#include <support/soup.h>

namespace impinge::test {

/// The winding number of each cell of a small grid.
struct Polycube {
  static constexpr int kSize = 4;
  std::array<std::int8_t, kSize * kSize * kSize> winding{};

  int at(int x, int y, int z) const;
  bool empty() const;
};

Polycube random_polycube(Dice& dice);
/// Another one that has much to do with the first: equal, inverted, doubled, with some cells changed, less or more, or
/// shifted by a cell.
Polycube derived_polycube(const Polycube& cube, Dice& dice);

/// Takes the cells in the middle away, and from each what is on the side of the other, unless nothing would be left.
void part(Polycube& a, Polycube& b);

/// The surface of a polycube, closed, in rectangles of random sizes. Membranes are squares with both orientations.
struct PolycubeSurface {
  Soup soup;
  std::vector<bool> points;  ///< lattice points of walls, membranes and inner cells
};
PolycubeSurface surface_of(const Polycube& cube, int membranes, Dice& dice);

Verdict polycube_verdict(const Polycube& a, const PolycubeSurface& a_surface, const Polycube& b,
                         const PolycubeSurface& b_surface);

/// A shear, a scale and a shift by integers, so that all coordinates stay exact.
struct IntegerMap {
  std::array<int, 3> shear{};
  double scale = 1;
  Vec3 shift = Vec3::Zero();

  static IntegerMap at_random(Dice& dice);
  Soup of(Soup soup) const;
};

/// The cells in words, for messages.
std::string written(const Polycube& cube);

}  // namespace impinge::test
