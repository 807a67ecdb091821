// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/lattice_body.h>

#include <cmath>
#include <stdexcept>

namespace impinge::test {
namespace {

constexpr int kSize = LatticeBody::kSize;

template <class Visit>
void for_each(const Cell& lo, const Cell& hi, Visit visit) {
  for (int z = lo[2]; z < hi[2]; ++z) {
    for (int y = lo[1]; y < hi[1]; ++y) {
      for (int x = lo[0]; x < hi[0]; ++x) visit(Cell{x, y, z});
    }
  }
}

bool in_lattice(const Cell& c) {
  for (const int x : c) {
    if (x < 0 || x >= kSize) return false;
  }
  return true;
}

Vec3 position(const Cell& c) { return {static_cast<double>(c[0]), static_cast<double>(c[1]), static_cast<double>(c[2])}; }

}  // namespace

std::size_t LatticeBody::cell_index(const Cell& c) {
  if (!in_lattice(c)) throw std::out_of_range("a cell outside the lattice");
  return static_cast<std::size_t>(c[0] + kSize * (c[1] + kSize * c[2]));
}

std::size_t LatticeBody::point_index(const Cell& c) {
  return static_cast<std::size_t>(c[0] + (kSize + 1) * (c[1] + (kSize + 1) * c[2]));
}

bool LatticeBody::inside(const Cell& cell) const { return in_lattice(cell) && winding_[cell_index(cell)] != 0; }

bool LatticeBody::holds_point(const Cell& point) const {
  if (wall_points_[point_index(point)]) return true;
  if (open_) return false;
  bool inner = false;
  for_each({point[0] - 1, point[1] - 1, point[2] - 1}, {point[0] + 1, point[1] + 1, point[2] + 1},
           [&](const Cell& c) { inner = inner || inside(c); });
  return inner;
}

bool LatticeBody::holds(const Vec3& point, double slack) const {
  bool found = false;
  const auto near_box = [&](const Cell& lo, const Cell& hi) {
    return ((point - position(lo)).array() >= -slack).all() && ((position(hi) - point).array() >= -slack).all();
  };
  if (!open_) {
    for_each({0, 0, 0}, {kSize, kSize, kSize}, [&](const Cell& c) {
      found = found || (inside(c) && near_box(c, {c[0] + 1, c[1] + 1, c[2] + 1}));
    });
  }
  for (const Square& s : squares_) {
    Cell hi = {s.cell[0] + 1, s.cell[1] + 1, s.cell[2] + 1};
    hi[static_cast<std::size_t>(s.axis)] -= 1;
    found = found || near_box(s.cell, hi);
  }
  return found;
}

void LatticeBody::fill(const Cell& lo, const Cell& hi, int winding) {
  for_each(lo, hi, [&](const Cell& c) {
    auto& at = winding_[cell_index(c)];
    at = static_cast<std::int8_t>(at + winding);
  });
}

void LatticeBody::add_wall(const Cell& lo, const Cell& hi, int axis, bool upwards, Split split, Dice& dice) {
  const auto n = static_cast<std::size_t>(axis), u = (n + 1) % 3, v = (n + 2) % 3;
  const auto corner = [&](int at_u, int at_v) {
    Cell c = lo;
    c[u] = at_u;
    c[v] = at_v;
    return position(c);
  };
  const Vec3 p = corner(lo[u], lo[v]), q = corner(hi[u], lo[v]), r = corner(hi[u], hi[v]), s = corner(lo[u], hi[v]);
  if (upwards) {
    soup_.add_quad(p, q, r, s, split, dice);
  } else {
    soup_.add_quad(p, s, r, q, split, dice);
  }
  Cell squares_end = hi, points_end = {hi[0] + 1, hi[1] + 1, hi[2] + 1};
  squares_end[n] = lo[n] + 1;
  points_end[n] = lo[n] + 1;
  for_each(lo, squares_end, [&](const Cell& c) { squares_.push_back({c, axis}); });
  for_each(lo, points_end, [&](const Cell& c) { wall_points_.set(point_index(c)); });
}

void LatticeBody::add_box(const Cell& lo, const Cell& hi, int winding, Split split, Dice& dice) {
  fill(lo, hi, winding);
  for (int axis = 0; axis < 3; ++axis) {
    const auto n = static_cast<std::size_t>(axis);
    Cell top = lo, bottom_end = hi;
    top[n] = hi[n];
    bottom_end[n] = lo[n];
    add_wall(lo, bottom_end, axis, winding < 0, split, dice);
    add_wall(top, hi, axis, winding > 0, split, dice);
  }
}

void LatticeBody::add_voxels(const std::vector<bool>& filled, int n, int edge, const Cell& origin, int winding, Split split,
                             double hole_share, Dice& dice) {
  const auto at = [&](const Cell& c) {
    for (const int x : c) {
      if (x < 0 || x >= n) return false;
    }
    return static_cast<bool>(filled[static_cast<std::size_t>(c[0] + n * (c[1] + n * c[2]))]);
  };
  const auto place = [&](const Cell& c) {
    return Cell{origin[0] + edge * c[0], origin[1] + edge * c[1], origin[2] + edge * c[2]};
  };
  for_each({0, 0, 0}, {n, n, n}, [&](const Cell& c) {
    if (at(c)) fill(place(c), place({c[0] + 1, c[1] + 1, c[2] + 1}), winding);
  });
  for_each({0, 0, 0}, {n + 1, n + 1, n + 1}, [&](const Cell& c) {
    for (int axis = 0; axis < 3; ++axis) {
      Cell below = c, end = {c[0] + 1, c[1] + 1, c[2] + 1};
      below[static_cast<std::size_t>(axis)] -= 1;
      end[static_cast<std::size_t>(axis)] -= 1;
      if (at(c) == at(below)) continue;
      if (dice.chance(hole_share)) {
        open_ = true;
      } else {
        add_wall(place(c), place(end), axis, at(below) == (winding > 0), split, dice);
      }
    }
  });
}

bool lattice_meets(const LatticeBody& a, const LatticeBody& b) {
  bool meets = false;
  for_each({0, 0, 0}, {kSize + 1, kSize + 1, kSize + 1},
           [&](const Cell& c) { meets = meets || (a.holds_point(c) && b.holds_point(c)); });
  return meets;
}

namespace {

Verdict closed_verdict(const LatticeBody& a, const LatticeBody& b) {
  bool both = false, only_a = false, only_b = false;
  for_each({0, 0, 0}, {kSize, kSize, kSize}, [&](const Cell& c) {
    const bool in_a = a.inside(c), in_b = b.inside(c);
    both = both || (in_a && in_b);
    only_a = only_a || (in_a && !in_b);
    only_b = only_b || (!in_a && in_b);
  });
  if (!both) return lattice_meets(a, b) ? Verdict::touching : Verdict::disjoint;
  if (only_a && only_b) return Verdict::crossing;
  return only_b ? Verdict::a_in_b : only_a ? Verdict::b_in_a : Verdict::same;
}

// An open surface against a solid: each of its unit squares is inside, outside or on the wall.
Verdict surface_verdict(const LatticeBody& surface, const LatticeBody& solid) {
  bool some_inside = false, some_outside = false;
  for (const LatticeBody::Square& s : surface.squares()) {
    Cell below = s.cell;
    below[static_cast<std::size_t>(s.axis)] -= 1;
    const bool above_in = solid.inside(s.cell), below_in = solid.inside(below);
    some_inside = some_inside || (above_in && below_in);
    some_outside = some_outside || (!above_in && !below_in);
  }
  if (some_inside) return some_outside ? Verdict::crossing : Verdict::a_in_b;
  return lattice_meets(surface, solid) ? Verdict::touching : Verdict::disjoint;
}

}  // namespace

Verdict lattice_verdict(const LatticeBody& a, const LatticeBody& b) {
  if (!a.open() && !b.open()) return closed_verdict(a, b);
  return a.open() ? surface_verdict(a, b) : mirrored(surface_verdict(b, a));
}

}  // namespace impinge::test
