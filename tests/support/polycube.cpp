// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/polycube.h>

#include <algorithm>
#include <cmath>

namespace impinge::test {
namespace {

constexpr int kSize = Polycube::kSize;
constexpr int kPoints = kSize + 1;

using Point = std::array<int, 3>;

Vec3 position(const Point& p) { return {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])}; }
std::size_t point_index(const Point& p) { return static_cast<std::size_t>(p[0] + kPoints * (p[1] + kPoints * p[2])); }

// Unit squares of one plane that look to one side; each may be there several times.
class Layer {
 public:
  Layer(int axis, int at, bool upwards) : axis_(axis), at_(at), upwards_(upwards) {}

  int& count(int u, int v) { return count_[static_cast<std::size_t>(u + kSize * v)]; }

  // Takes rectangles of squares away until none is left.
  void cut(PolycubeSurface& to, Dice& dice) {
    for (int v = 0; v < kSize; ++v)
      for (int u = 0; u < kSize; ++u)
        while (count(u, v) > 0) take(u, v, to, dice);
  }

 private:
  void take(int u, int v, PolycubeSurface& to, Dice& dice) {
    int u_end = u + 1, v_end = v + 1;
    while (u_end < kSize && count(u_end, v) > 0 && dice.chance(0.6)) ++u_end;
    const auto row_is_there = [&] {
      for (int x = u; x < u_end; ++x)
        if (count(x, v_end) == 0) return false;
      return true;
    };
    while (v_end < kSize && row_is_there() && dice.chance(0.6)) ++v_end;
    for (int y = v; y < v_end; ++y)
      for (int x = u; x < u_end; ++x) --count(x, y);
    add({u, v}, {u_end, v_end}, to, dice);
  }

  Point point(int u, int v) const {
    Point p{};
    p[static_cast<std::size_t>(axis_)] = at_;
    p[static_cast<std::size_t>((axis_ + 1) % 3)] = u;
    p[static_cast<std::size_t>((axis_ + 2) % 3)] = v;
    return p;
  }

  void add(std::array<int, 2> lo, std::array<int, 2> hi, PolycubeSurface& to, Dice& dice) const {
    Point corners[4] = {point(lo[0], lo[1]), point(hi[0], lo[1]), point(hi[0], hi[1]), point(lo[0], hi[1])};
    if (!upwards_) std::swap(corners[1], corners[3]);
    const std::size_t first = dice.chance(0.5) ? 0 : 1;
    const auto corner = [&](std::size_t i) { return corners[(first + i) % 4]; };
    to.soup.add_triangle(position(corner(0)), position(corner(1)), position(corner(2)));
    to.soup.add_triangle(position(corner(0)), position(corner(2)), position(corner(3)));
    for (std::size_t i = 0; i < 4; ++i) close_edge(corner(i), corner((i + 1) % 4), to.soup);
    for (int y = lo[1]; y <= hi[1]; ++y)
      for (int x = lo[0]; x <= hi[0]; ++x) to.points[point_index(point(x, y))] = true;
  }

  // Faces without area between a long edge and the unit edges along it.
  static void close_edge(const Point& from, const Point& to, Soup& soup) {
    Point step{};
    int length = 0;
    for (std::size_t x = 0; x < 3; ++x) {
      step[x] = to[x] > from[x] ? 1 : to[x] < from[x] ? -1 : 0;
      length += std::abs(to[x] - from[x]);
    }
    const auto at = [&](int i) { return position({from[0] + i * step[0], from[1] + i * step[1], from[2] + i * step[2]}); };
    for (int i = 1; i < length; ++i) soup.add_triangle(at(0), at(i), at(i + 1));
  }

  int axis_, at_;
  bool upwards_;
  std::array<int, kSize * kSize> count_{};
};

template <class Visit>
void for_each_cell(Visit visit) {
  for (int z = 0; z < kSize; ++z)
    for (int y = 0; y < kSize; ++y)
      for (int x = 0; x < kSize; ++x) visit(x, y, z);
}

int clamped(int winding) { return std::clamp(winding, -2, 3); }

}  // namespace

int Polycube::at(int x, int y, int z) const {
  const auto inside = [](int c) { return c >= 0 && c < kSize; };
  if (!inside(x) || !inside(y) || !inside(z)) return 0;
  return winding[static_cast<std::size_t>(x + kSize * (y + kSize * z))];
}

bool Polycube::empty() const {
  return std::all_of(winding.begin(), winding.end(), [](std::int8_t w) { return w == 0; });
}

Polycube random_polycube(Dice& dice) {
  const double share = dice.real(0.05, 0.9);
  const bool plain = dice.chance(0.5);
  const int room = dice.integer(2, kSize);
  Polycube cube;
  do {
    for_each_cell([&](int x, int y, int z) {
      const bool filled = x < room && y < room && z < room && dice.chance(share);
      const int winding = plain ? 1 : dice.integer(-2, 3);
      cube.winding[static_cast<std::size_t>(x + kSize * (y + kSize * z))] = static_cast<std::int8_t>(filled ? winding : 0);
    });
  } while (cube.empty());
  return cube;
}

Polycube derived_polycube(const Polycube& cube, Dice& dice) {
  const int kind = dice.integer(0, 6);
  const Point by = {dice.integer(-1, 1), dice.integer(-1, 1), dice.integer(-1, 1)};
  Polycube result;
  for_each_cell([&](int x, int y, int z) {
    int w = kind == 4 ? cube.at(x + by[0], y + by[1], z + by[2]) : cube.at(x, y, z);
    if (kind == 1) w = clamped(-w);
    if (kind == 2) w = clamped(2 * w);
    if (kind == 3 && dice.chance(0.05)) w = dice.integer(-2, 3);
    if (kind == 5 && dice.chance(0.1)) w = 0;
    if (kind == 6 && w == 0 && dice.chance(0.1)) w = 1;
    result.winding[static_cast<std::size_t>(x + kSize * (y + kSize * z))] = static_cast<std::int8_t>(w);
  });
  return result.empty() ? cube : result;
}

void part(Polycube& a, Polycube& b) {
  Polycube low = a, high = b;
  for (std::size_t i = 0; i < low.winding.size(); ++i) {
    const std::size_t x = i % kSize;
    if (x >= kSize / 2) low.winding[i] = 0;
    if (x <= kSize / 2) high.winding[i] = 0;
  }
  if (low.empty() || high.empty()) return;
  a = low;
  b = high;
}

PolycubeSurface surface_of(const Polycube& cube, int membranes, Dice& dice) {
  PolycubeSurface surface;
  surface.points.assign(kPoints * kPoints * kPoints, false);
  for_each_cell([&](int x, int y, int z) {
    if (cube.at(x, y, z) == 0) return;
    for (int corner = 0; corner < 8; ++corner)
      surface.points[point_index({x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2)})] = true;
  });
  for (int axis = 0; axis < 3; ++axis)
    for (int at = 0; at <= kSize; ++at) {
      Layer up(axis, at, true), down(axis, at, false);
      for (int v = 0; v < kSize; ++v)
        for (int u = 0; u < kSize; ++u) {
          Point above{}, below{};
          above[static_cast<std::size_t>((axis + 1) % 3)] = u;
          above[static_cast<std::size_t>((axis + 2) % 3)] = v;
          above[static_cast<std::size_t>(axis)] = at;
          below = above;
          --below[static_cast<std::size_t>(axis)];
          const int step = cube.at(below[0], below[1], below[2]) - cube.at(above[0], above[1], above[2]);
          const int walls = membranes > 0 && dice.chance(0.02) ? 1 : 0;
          up.count(u, v) = std::max(step, 0) + walls;
          down.count(u, v) = std::max(-step, 0) + walls;
          membranes -= walls;
        }
      up.cut(surface, dice);
      down.cut(surface, dice);
    }
  return surface;
}

Verdict polycube_verdict(const Polycube& a, const PolycubeSurface& a_surface, const Polycube& b,
                         const PolycubeSurface& b_surface) {
  bool both = false, only_a = false, only_b = false, meet = false;
  for (std::size_t i = 0; i < a.winding.size(); ++i) {
    const bool in_a = a.winding[i] != 0, in_b = b.winding[i] != 0;
    both = both || (in_a && in_b);
    only_a = only_a || (in_a && !in_b);
    only_b = only_b || (!in_a && in_b);
  }
  for (std::size_t i = 0; i < a_surface.points.size(); ++i) meet = meet || (a_surface.points[i] && b_surface.points[i]);
  if (!both) return meet ? Verdict::touching : Verdict::disjoint;
  if (only_a && only_b) return Verdict::crossing;
  return only_b ? Verdict::a_in_b : only_a ? Verdict::b_in_a : Verdict::same;
}

IntegerMap IntegerMap::at_random(Dice& dice) {
  IntegerMap map;
  if (dice.chance(0.7)) map.shear = {dice.integer(-3, 3), dice.integer(-3, 3), dice.integer(-3, 3)};
  map.scale = std::exp2(dice.integer(0, 36));
  const double far = std::exp2(dice.integer(0, 41));
  if (dice.chance(0.7)) map.shift = Vec3(dice.point(-far, far).unaryExpr([](double x) { return std::trunc(x); }));
  return map;
}

Soup IntegerMap::of(Soup soup) const {
  for (Vec3& v : soup.vertices) {
    const Vec3 sheared(v.x() + shear[0] * v.y() + shear[1] * v.z(), v.y() + shear[2] * v.z(), v.z());
    v = scale * sheared + shift;
  }
  return soup;
}

std::string written(const Polycube& cube) {
  std::string text;
  for_each_cell([&](int x, int y, int z) {
    text += std::to_string(cube.at(x, y, z));
    text += x + 1 < kSize ? "," : y + 1 < kSize ? ";" : " / ";
  });
  return text;
}

}  // namespace impinge::test
