// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include <impinge/convex.h>

#include "base/internals.h"
#include "shape/convex/bound_tables.h"
#include "shape/convex/square_map.h"

namespace impinge {

/// The one-dimensional ConvexTable: a convex function of degree one, bounded from above by linear interpolation.
class ConvexTable2 {
 public:
  ConvexTable2() = default;
  ConvexTable2(int cells, const std::function<double(const Vec2& direction)>& upper);

  Slope at(const Vec3& x) const {
    const SquarePoint p = square_point(x.x(), x.y());
    const double s = (p.u + 1) * half_cells_;
    const int cell = s < cells_ ? static_cast<int>(s) : cells_ - 1;  // NaN takes the last and proves nothing
    const float* f = corners_.data() + p.side * (cells_ + 1) + cell;
    const double rise = static_cast<double>(f[1]) - f[0], value = f[0] + rise * (s - cell);
    const double along = rise * half_cells_, across = value - p.u * along;
    // On side k the direction is size * (turned by k quarters) (1, u).
    Slope slope{value * p.size, Vec3::Zero()};
    switch (p.side) {
      case 0: slope.gradient = {across, along, 0}; break;
      case 1: slope.gradient = {-along, across, 0}; break;
      case 2: slope.gradient = {-across, -along, 0}; break;
      default: slope.gradient = {along, -across, 0}; break;
    }
    return slope;
  }
  std::uint64_t bytes() const { return corners_.size() * sizeof(float); }
  double greatest() const { return greatest_; }

 private:
  int cells_ = 0;
  double half_cells_ = 0, greatest_ = 0;
  std::vector<float> corners_;  // rounded up
};

/// What a ConvexPolygon points to.
struct ConvexPolygonData {
  std::vector<Vec2> vertices;  ///< counter-clockwise, no three on a line
  Vec2 inner = Vec2::Zero();
  double radius = 0, inner_radius = 0;
  ConvexTable2 gauge_table, support_table;
  /// The edge (the extreme vertex) where each cell of the square's rim begins; the next entry bounds the search.
  int cells = 1;  ///< along a side
  std::vector<std::uint32_t> edge_cells, vertex_cells;

  std::uint32_t next(std::uint32_t v) const { return v + 1 == vertices.size() ? 0 : v + 1; }
  std::uint32_t last(std::uint32_t v) const { return v == 0 ? static_cast<std::uint32_t>(vertices.size() - 1) : v - 1; }
  std::uint32_t edge_towards(const Vec2& point) const;
  std::uint32_t extreme_vertex(const Vec2& direction) const;
  /// Climbs from a vertex by exact signs; `rises(from, to)` is the sign of the way up.
  template <typename Rises>
  std::uint32_t climb(std::uint32_t v, const Rises& rises) const {
    while (rises(vertices[v], vertices[next(v)]) > 0) v = next(v);
    while (rises(vertices[v], vertices[last(v)]) > 0) v = last(v);
    return v;
  }
  /// Upper bound of the gauge and the line behind it; `offset` from the inner point, not zero.
  Slope gauge(const Vec2& offset) const;
};

}  // namespace impinge
