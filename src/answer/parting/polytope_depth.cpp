// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A polytope inside the difference b - a grows towards its boundary where that is nearest to the origin: the nearest wall of
// the polytope bounds the depth from below, the support along its normal from above.
// Based on: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001.
#include "answer/parting/polytope_depth.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "answer/distance/polytope_walls.h"

namespace impinge {

namespace {

constexpr int kMostSupports = 1000;
constexpr double kAgreed = 1e-10;    // both bounds, as a share of the size
constexpr double kSlack = 1e-13;     // a point so far above a wall is on it, as a share of the size
constexpr double kRounding = 1e-12;  // of heights, as a share of the size

const Vec3& farthest(std::span<const Vec3> points, const Vec3& along) {
  const Vec3* best = &points.front();
  double most = -HUGE_VAL;
  for (const Vec3& p : points) {
    const double reach = p.dot(along);
    if (reach > most) {
      most = reach;
      best = &p;
    }
  }
  return *best;
}

double reach_of(std::span<const Vec3> points) {
  double most = 0;
  for (const Vec3& p : points) most = std::max(most, (p - points.front()).squaredNorm());
  return std::sqrt(most);
}

class Expansion {
 public:
  Expansion(std::span<const Vec3> a, std::span<const Vec3> b) : a_(a), b_(b) {
    size_ = reach_of(a) + reach_of(b) + 1e-3 * (a.front().cwiseAbs().maxCoeff() + b.front().cwiseAbs().maxCoeff());
  }

  bool begin() {
    const auto point = [&](const Vec3& d) { return add_point(d); };
    const auto wall = [&](const auto& corners) {
      add_wall(corners);
      return true;
    };
    return add_octahedron(point, wall) && polytope_.wall_count() >= 4;
  }

  PolytopeDepth run() {
    PolytopeDepth best{0, HUGE_VAL, Vec3::Zero()};
    for (int step = 0; step < kMostSupports && polytope_.wall_count() > 0; ++step) {
      const PolytopeWall wall = polytope_.take_lowest();
      best.at_least = std::max(best.at_least, wall.height - kRounding * size_);
      const int apex = add_point(wall.normal);
      const double reach = wall.normal.dot(polytope_.at(apex));
      if (reach < best.at_most) {
        best.at_most = reach;
        best.direction = -wall.normal;
      }
      if (best.at_most - wall.height <= kAgreed * size_ || !grow(wall, apex)) break;
    }
    best.at_least = std::max(0.0, std::min(best.at_least, best.at_most));
    return best;
  }

 private:
  int add_point(const Vec3& d) {
    const Vec3& a_point = farthest(a_, -d);
    return polytope_.add_point(farthest(b_, d) - a_point, a_point);
  }

  // A wall without width lies in the edge of a neighbour. However its normal is rounded, no corner is below its height.
  void add_wall(const std::array<int, 3>& c) {
    const Vec3 &p = polytope_.at(c[0]), &q = polytope_.at(c[1]), &r = polytope_.at(c[2]);
    const Vec3 e = q - p, f = r - p, n = e.cross(f);
    const double length = n.norm(), longest = std::sqrt(std::max({e.squaredNorm(), f.squaredNorm(), (e - f).squaredNorm()}));
    if (!(length > kSlack * size_ * longest)) return;
    const Vec3 unit = n / length;
    polytope_.add_wall({c, unit, std::min({unit.dot(p), unit.dot(q), unit.dot(r)})});
  }

  // Walls that the apex sees give way to a cone over their rim.
  bool grow(const PolytopeWall& wall, int apex) {
    for (const auto& edge : polytope_.drop_seen(wall, polytope_.at(apex), kSlack * size_))
      if (edge[0] != apex && edge[1] != apex) add_wall({edge[0], edge[1], apex});
    return polytope_.wall_count() > 0;
  }

  std::span<const Vec3> a_, b_;
  double size_ = 0;
  GrowingPolytope polytope_;
};

}  // namespace

PolytopeDepth polytope_depth(std::span<const Vec3> a, std::span<const Vec3> b) {
  Expansion expansion(a, b);
  return expansion.begin() ? expansion.run() : PolytopeDepth{};
}

}  // namespace impinge
