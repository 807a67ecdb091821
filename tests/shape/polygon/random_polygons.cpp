// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/polygon/random_polygons.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace impinge::test {
namespace {

int sign(std::int64_t x) { return (x > 0) - (x < 0); }

bool on_segment(const GridPoint& p, const GridPoint& a, const GridPoint& b) {
  return doubled_area(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

Meeting meeting(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& d) {
  const int abc = sign(doubled_area(a, b, c)), abd = sign(doubled_area(a, b, d));
  const int cda = sign(doubled_area(c, d, a)), cdb = sign(doubled_area(c, d, b));
  if (abc * abd < 0 && cda * cdb < 0) return Meeting::cross;
  const bool touch = on_segment(c, a, b) || on_segment(d, a, b) || on_segment(a, c, d) || on_segment(b, c, d);
  return touch ? Meeting::touch : Meeting::none;
}

/// Exchanges ends until no two edges cross: the length falls each time.
void untangle(GridPolygon& polygon) {
  const std::size_t n = polygon.size();
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i + 2 < n; ++i) {
      for (std::size_t j = i + 2; j < n; ++j) {
        if (meeting(polygon[i], polygon[i + 1], polygon[j], polygon[(j + 1) % n]) != Meeting::cross) continue;
        std::reverse(polygon.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     polygon.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        again = true;
      }
    }
  }
}

void turn_counter_clockwise(GridPolygon& polygon) {
  if (doubled_area(polygon) < 0) std::reverse(polygon.begin(), polygon.end());
}

/// Cells of a grid that are taken, none at its border.
class Cells {
 public:
  Cells(Dice& dice, int size) : size_(size), taken_(static_cast<std::size_t>(size * size)) {
    set(size / 2, size / 2);
    for (int tries = size * size * 4; tries > 0; --tries) {
      const int x = dice.integer(1, size - 2), y = dice.integer(1, size - 2);
      if (at(x - 1, y) || at(x + 1, y) || at(x, y - 1) || at(x, y + 1)) set(x, y);
      if (dice.chance(0.02)) break;
    }
  }

  bool at(int x, int y) const { return taken_[static_cast<std::size_t>(y * size_ + x)] != 0; }

  /// Loops around the cells with these on the left; of two ways at a corner the one to the right, so that cells that meet
  /// there alone are parted.
  std::vector<GridPolygon> loops() const {
    std::map<std::array<int, 3>, bool> edges;  // x, y, direction
    for (int y = 1; y < size_ - 1; ++y) {
      for (int x = 1; x < size_ - 1; ++x) {
        if (!at(x, y)) continue;
        if (!at(x, y - 1)) edges[{x, y, 0}] = true;
        if (!at(x + 1, y)) edges[{x + 1, y, 1}] = true;
        if (!at(x, y + 1)) edges[{x + 1, y + 1, 2}] = true;
        if (!at(x - 1, y)) edges[{x, y + 1, 3}] = true;
      }
    }
    std::vector<GridPolygon> all;
    while (!edges.empty()) all.push_back(follow(edges));
    return all;
  }

 private:
  void set(int x, int y) { taken_[static_cast<std::size_t>(y * size_ + x)] = 1; }

  static GridPolygon follow(std::map<std::array<int, 3>, bool>& edges) {
    constexpr std::array<std::array<int, 2>, 4> kSteps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
    GridPolygon loop;
    auto [x, y, direction] = edges.begin()->first;
    for (;;) {
      loop.push_back({x, y});
      edges.erase({x, y, direction});
      x += kSteps[static_cast<std::size_t>(direction)][0];
      y += kSteps[static_cast<std::size_t>(direction)][1];
      int next = -1;
      for (const int turn : {1, 0, 3})  // left first keeps to the same cell
        if (next < 0 && edges.contains({x, y, (direction + turn) % 4})) next = (direction + turn) % 4;
      if (next < 0) return loop;
      direction = next;
    }
  }

  int size_;
  std::vector<char> taken_;
};

/// The visit of `at` from which a bridge towards `to` starts inside.
std::size_t find_visit(const GridPolygon& polygon, const GridPoint& at, const GridPoint& to) {
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (!(polygon[i] == at)) continue;
    const GridPoint &before = polygon[(i + n - 1) % n], &after = polygon[(i + 1) % n];
    const bool left = doubled_area(at, after, to) > 0, right = doubled_area(before, at, to) > 0;
    if (doubled_area(before, at, after) > 0 ? left && right : left || right) return i;
  }
  return n;
}

bool is_corner(const GridPolygon& polygon, const GridPoint& p) {
  return std::find(polygon.begin(), polygon.end(), p) != polygon.end();
}

void join_hole(GridPolygon& outline, GridPolygon hole) {
  const auto leftmost = *std::min_element(hole.begin(), hole.end(), [](const GridPoint& a, const GridPoint& b) {
    return std::pair(a.x, a.y) < std::pair(b.x, b.y);
  });
  GridPoint base = leftmost;
  do --base.x;
  while (!is_corner(outline, base));
  const std::size_t i = find_visit(outline, base, leftmost), k = find_visit(hole, leftmost, base);
  std::rotate(hole.begin(), hole.begin() + static_cast<std::ptrdiff_t>(k), hole.end());
  hole.push_back(leftmost);
  hole.push_back(base);
  outline.insert(outline.begin() + static_cast<std::ptrdiff_t>(i) + 1, hole.begin(), hole.end());
}

}  // namespace

std::int64_t doubled_area(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::int64_t doubled_area(const GridPolygon& polygon) {
  std::int64_t sum = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) sum += doubled_area(polygon[0], polygon[i - 1], polygon[i]);
  return sum;
}

Meeting brute_force_meeting(const GridPolygon& polygon) {
  const std::size_t n = polygon.size();
  Meeting worst = Meeting::none;
  for (std::size_t i = 0; i < n; ++i) {
    const GridPoint &a = polygon[i], &b = polygon[(i + 1) % n], &c = polygon[(i + 2) % n];
    if (a == b || on_segment(c, a, b) || on_segment(a, b, c)) return Meeting::touch;
    for (std::size_t j = i + 2; j < n; ++j)
      if ((j + 1) % n != i) worst = std::max(worst, meeting(a, b, polygon[j], polygon[(j + 1) % n]));
  }
  return worst;
}

GridPolygon make_untangled(Dice& dice, int corners, int size) {
  for (;;) {
    GridPolygon polygon;
    while (static_cast<int>(polygon.size()) < corners) {
      const GridPoint p{dice.integer(-size, size), dice.integer(-size, size)};
      if (!is_corner(polygon, p)) polygon.push_back(p);
    }
    untangle(polygon);
    if (brute_force_meeting(polygon) != Meeting::none) continue;
    turn_counter_clockwise(polygon);
    return polygon;
  }
}

GridPolygon make_star(Dice& dice, int corners, int size) {
  for (;;) {
    GridPolygon polygon;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * 3.14159265358979 * i / corners, radius = size * dice.real(0.05, 1);
      polygon.push_back({std::llround(radius * std::cos(angle)), std::llround(radius * std::sin(angle))});
    }
    if (brute_force_meeting(polygon) == Meeting::none) return polygon;
  }
}

GridPolygon make_keyholes(Dice& dice, int size) {
  std::vector<GridPolygon> loops = Cells(dice, size).loops();
  // Holes are joined from left to right, so that what a bridge meets is joined already.
  const auto left_end = [](const GridPolygon& loop) {
    std::pair<std::int64_t, std::int64_t> least{loop[0].x, loop[0].y};
    for (const GridPoint& p : loop) least = std::min(least, {p.x, p.y});
    return std::pair(doubled_area(loop) < 0, least);
  };
  std::sort(loops.begin(), loops.end(), [&](const auto& a, const auto& b) { return left_end(a) < left_end(b); });
  GridPolygon outline = loops[0];
  for (std::size_t i = 1; i < loops.size(); ++i) join_hole(outline, loops[i]);
  return outline;
}

GridPolygon make_spiral(int turns) {
  GridPolygon out, back;
  for (int i = 0; i < 4 * turns; ++i) {
    const std::int64_t r = 4 * (i / 4) + i % 4 + 4;
    constexpr std::array<std::array<int, 2>, 4> kCorners = {{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    const auto& [x, y] = kCorners[static_cast<std::size_t>(i % 4)];
    out.push_back({x * r, y * r});
    back.push_back({x * (r - 1), y * (r - 1)});
  }
  out.insert(out.end(), back.rbegin(), back.rend());
  turn_counter_clockwise(out);
  return out;
}

}  // namespace impinge::test
