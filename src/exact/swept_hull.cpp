// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Smith & Kitamura 1994, chapter 4: the convex hull of a face's corners before and after a step. The report tests hulls by
// edges through faces, which misses a hull inside the other and flat ones; here a plane between them is the proof, searched
// as in Gilbert, Johnson & Keerthi 1988.
#include "exact/swept_hull.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/feature_gap.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-46;
constexpr int kMaxRounds = 40;

const Vec3& farthest(std::span<const Vec3> points, const Vec3& direction) {
  return *std::max_element(points.begin(), points.end(),
                           [&](const Vec3& x, const Vec3& y) { return x.dot(direction) < y.dot(direction); });
}

// Up to four points of the difference of the hulls, and the point of their hull nearest to the origin.
struct Simplex {
  std::array<Vec3, 4> p = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  int n = 0;
  Vec3 nearest = Vec3::Zero();

  // False if the origin is inside.
  bool reduce() {
    if (n == 1) nearest = p[0];
    if (n == 2) nearest = -point_to_segment(Vec3::Zero(), p[0], p[1]).apart;
    if (n == 3) nearest = -point_to_triangle(Vec3::Zero(), p[0], p[1], p[2]).apart;
    return n < 4 || reduce_four();
  }

  bool reduce_four() {
    constexpr int kSides[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    double best = INFINITY;
    int side = -1;
    for (int s = 0; s < 4; ++s) {
      const auto at = [&](int i) -> const Vec3& { return p[static_cast<std::size_t>(kSides[s][i])]; };
      const Vec3 normal = cross(at(1) - at(0), at(2) - at(0));
      // The origin is beyond this side, seen from the fourth point, or the four are flat.
      if (normal.dot(at(3) - at(0)) * -normal.dot(at(0)) > 0) continue;
      const Vec3 close = -point_to_triangle(Vec3::Zero(), at(0), at(1), at(2)).apart;
      if (close.squaredNorm() < best) {
        best = close.squaredNorm();
        nearest = close;
        side = s;
      }
    }
    if (side < 0) return false;
    p[static_cast<std::size_t>(kSides[side][3])] = p[3];
    n = 3;
    return true;
  }
};

}  // namespace

bool hulls_meet(std::span<const Vec3> a, std::span<const Vec3> b, double margin) {
  Simplex simplex;
  Vec3 direction = a[0] - b[0];
  if (direction.isZero(0)) direction = Vec3::UnitX();
  for (int round = 0; round < kMaxRounds; ++round) {
    const double length = std::sqrt(direction.squaredNorm());
    if (!(length > 0)) return true;
    const Vec3 n = direction / length, lowest = farthest(a, -n), highest = farthest(b, n);
    if (n.dot(lowest) - n.dot(highest) > margin) return false;
    const Vec3 point = lowest - highest;
    for (int i = 0; i < simplex.n; ++i)
      if (simplex.p[static_cast<std::size_t>(i)] == point) return true;
    simplex.p[static_cast<std::size_t>(simplex.n++)] = point;
    if (!simplex.reduce()) return true;
    direction = simplex.nearest;
  }
  return true;
}

bool face_hulls_meet(const MovingFace& a, const MovingFace& b, double from, double until) {
  std::array<Vec3, 6> points[2];
  double margin = 0, size = 0;
  const MovingFace* const faces[2] = {&a, &b};
  for (int side = 0; side < 2; ++side) {
    const MovingFace& f = *faces[side];
    const Turn first = Turn::of(f.angle * from), last = Turn::of(f.angle * until);
    double sagitta = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      points[side][i] = f.p[i].at(from, first);
      points[side][i + 3] = f.p[i].at(until, last);
      sagitta = std::max(sagitta, f.p[i].bend(f.angle) * (until - from) * (until - from) / 8);
      size = std::max(size, f.p[i].base.cwiseAbs().sum() + f.p[i].line.cwiseAbs().sum() + f.p[i].swing.cwiseAbs().sum() +
                                f.p[i].side.cwiseAbs().sum());
    }
    margin += sagitta;
  }
  return hulls_meet(points[0], points[1], margin + kRounding * size);
}

}  // namespace impinge
