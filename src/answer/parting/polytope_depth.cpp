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
    return add_octahedron(point, wall) && walls_.size() >= 4;
  }

  PolytopeDepth run() {
    PolytopeDepth best{0, HUGE_VAL, Vec3::Zero()};
    for (int step = 0; step < kMostSupports && !walls_.empty(); ++step) {
      std::pop_heap(walls_.begin(), walls_.end(), higher);
      const PolytopeWall wall = walls_.back();
      walls_.pop_back();
      best.at_least = std::max(best.at_least, wall.height - kRounding * size_);
      const int apex = add_point(wall.normal);
      const double reach = wall.normal.dot(at(apex));
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
  const Vec3& at(int i) const { return points_[static_cast<std::size_t>(i)]; }

  int add_point(const Vec3& d) {
    const Vec3 point = farthest(b_, d) - farthest(a_, -d);
    const auto known = std::find(points_.begin(), points_.end(), point);
    if (known != points_.end()) return static_cast<int>(known - points_.begin());
    points_.push_back(point);
    return static_cast<int>(points_.size() - 1);
  }

  // A wall without width lies in the edge of a neighbour. However its normal is rounded, no corner is below its height.
  void add_wall(const std::array<int, 3>& c) {
    const Vec3 e = at(c[1]) - at(c[0]), f = at(c[2]) - at(c[0]), n = e.cross(f);
    const double length = n.norm(), longest = std::sqrt(std::max({e.squaredNorm(), f.squaredNorm(), (e - f).squaredNorm()}));
    if (!(length > kSlack * size_ * longest)) return;
    const Vec3 unit = n / length;
    walls_.push_back({c, unit, std::min({unit.dot(at(c[0])), unit.dot(at(c[1])), unit.dot(at(c[2]))})});
    std::push_heap(walls_.begin(), walls_.end(), higher);
  }

  // Walls that the apex sees give way to a cone over their rim.
  bool grow(const PolytopeWall& wall, int apex) {
    for (const auto& edge : drop_seen(wall, at(apex), kSlack * size_, walls_))
      if (edge[0] != apex && edge[1] != apex) add_wall({edge[0], edge[1], apex});
    return !walls_.empty();
  }

  std::span<const Vec3> a_, b_;
  double size_ = 0;
  std::vector<Vec3> points_;
  std::vector<PolytopeWall> walls_;  // a heap, the lowest on top
};

}  // namespace

PolytopeDepth polytope_depth(std::span<const Vec3> a, std::span<const Vec3> b) {
  Expansion expansion(a, b);
  return expansion.begin() ? expansion.run() : PolytopeDepth{};
}

}  // namespace impinge
