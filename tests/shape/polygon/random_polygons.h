// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include "support/dice.h"

namespace impinge::test {

/// A point of the integer grid; every question about such points is answered without rounding.
struct GridPoint {
  std::int64_t x = 0, y = 0;

  friend bool operator==(const GridPoint&, const GridPoint&) = default;
};

using GridPolygon = std::vector<GridPoint>;

/// Doubled area of a triangle, positive counter-clockwise.
std::int64_t doubled_area(const GridPoint& a, const GridPoint& b, const GridPoint& c);
std::int64_t doubled_area(const GridPolygon& polygon);

/// How the edges of a polygon meet where they are no neighbours: not at all, by crossing, or by an end that lies on another
/// edge. The last one counts most: whether that is a crossing depends on what is around it.
enum class Meeting { none, cross, touch };

/// Edge by edge; spikes and repeated corners are touches too.
Meeting brute_force_meeting(const GridPolygon& polygon);

/// Points at random, joined at random and untangled by exchanging ends of edges that cross. Counter-clockwise; corners may
/// lie on a line.
GridPolygon make_untangled(Dice& dice, int corners, int size);

/// Seen from the origin its corners lie one behind the other.
GridPolygon make_star(Dice& dice, int corners, int size);

/// The outline of cells of a grid, with a corner at every grid point; holes are joined to it by bridges that are passed
/// there and back, and corners where two cells touch are visited twice.
GridPolygon make_keyholes(Dice& dice, int size);

/// Two arms around each other.
GridPolygon make_spiral(int turns);

}  // namespace impinge::test
