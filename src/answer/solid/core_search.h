// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Distance of two convex cores by GJK, depth by a polytope that grows inside their difference (EPA). Both give a lower bound
// beside the upper one: GJK by planes between the cores, EPA by its lowest wall. Supports are asked of `Cores`:
//   Vec3 a(direction), b(direction)   farthest points of each, in one frame
// Based on: Gilbert, Johnson & Keerthi 1988; G. van den Bergen 2001.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "answer/distance/polytope_walls.h"
#include "answer/solid/solid_gap.h"
#include "localise/polar_newton/convex_gjk.h"

namespace impinge {

template <typename Cores>
class CoreSearch {
 public:
  /// `size`: of both cores and the way between; `rounding`: of their points.
  CoreSearch(const Cores& cores, double size, double rounding) : cores_(cores), size_(size), rounding_(rounding) {}

  /// Distance, or where the cores meet their depth; `way` is about that from a to b. Ends early with a lower bound above
  /// `enough`, and where they meet with an upper bound below 0, unless `depth`.
  Gap find(const Vec3& way, double enough, bool depth) {
    Gap gap;
    if (separate(way, enough, gap)) return gap;
    if (!expand(depth, gap)) gap.low = std::min(gap.low, -size_);
    return gap;
  }

 private:
  static constexpr int kMostSteps = 128, kMostSupports = 256;
  static constexpr double kAgreed = 1e-11;  // of the distance

  // GJK; false where the cores meet or come so near that rounding hides it.
  bool separate(const Vec3& way, double enough, Gap& gap) {
    DifferenceSimplex s;
    add(s, way.squaredNorm() > 0 ? way : Vec3(Vec3::UnitX()));
    double low = -size_, high = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSteps; ++step) {
      const bool inside = reduce(s);
      const Vec3 v = s.nearest();
      const double length = inside ? 0 : v.norm();
      if (!(length > 4 * rounding_)) {
        gap.high = length + rounding_;
        gap.common = s.nearest_of_a();
        return false;
      }
      if (!(length < high)) break;
      high = length;
      gap.a_point = s.nearest_of_a();
      gap.b_point = gap.a_point + v;
      gap.normal = v / length;
      const Vec3 a_point = cores_.a(v), w = cores_.b(-v) - a_point;
      low = std::max(low, w.dot(v) / length);
      if (low - rounding_ > enough || high - low <= kAgreed * high + rounding_ / 4 || s.size == 4) break;
      s.point[s.size] = w;
      s.a_point[s.size++] = a_point;
    }
    gap.low = low - rounding_;
    gap.high = high + rounding_;
    return low > rounding_ || high - low <= kAgreed * high + rounding_;
  }

  void add(DifferenceSimplex& s, const Vec3& d) {
    s.a_point[s.size] = cores_.a(d);
    s.point[s.size] = cores_.b(-d) - s.a_point[s.size];
    s.weight[s.size++] = 1;
  }

  // EPA; the difference of b and a holds the origin, or nearly so.
  bool expand(bool depth, Gap& gap) {
    for (int attempt = 0; attempt < 3; ++attempt) {
      points_.clear();
      a_points_.clear();
      walls_.clear();
      if (begin(attempt)) return grow_walls(depth, gap);
    }
    return false;
  }

  bool begin(int attempt) {
    const Eigen::Matrix3d axes =
        Eigen::Quaterniond(0.8 - 0.3 * attempt, 0.31, 0.43 + 0.2 * attempt, 0.27).normalized().toRotationMatrix();
    int corner[6];
    for (int i = 0; i < 6; ++i) corner[i] = add_point(i % 2 == 0 ? Vec3(axes.col(i / 2)) : Vec3(-axes.col(i / 2)));
    for (int k = 0; k < 8; ++k) {
      const int x = corner[k & 1], y = corner[2 + (k >> 1 & 1)], z = corner[4 + (k >> 2 & 1)];
      const bool odd = ((k ^ k >> 1 ^ k >> 2) & 1) != 0;
      if (x != y && y != z && z != x && !(odd ? add_wall({x, z, y}) : add_wall({x, y, z}))) return false;
    }
    return walls_.size() >= 4;
  }

  // Walls that are all above the origin hold a ball around it, so the lowest is a bound; every support is one from above.
  bool grow_walls(bool depth, Gap& gap) {
    double reach = std::numeric_limits<double>::infinity(), lowest = -size_;
    for (int step = 0; step < kMostSupports && !walls_.empty(); ++step) {
      std::pop_heap(walls_.begin(), walls_.end(), higher);
      const PolytopeWall wall = walls_.back();
      walls_.pop_back();
      lowest = std::max(lowest, wall.height);
      if (!depth && lowest > 4 * rounding_ && reach < size_) break;
      const int apex = add_point(wall.normal);
      const double r = wall.normal.dot(at(apex));
      if (r < reach) {
        reach = r;
        note(wall, r, gap);
      }
      if (r - wall.height <= 1e-10 * size_ + rounding_ || reach < -4 * rounding_ || !grow(wall, apex)) break;
    }
    gap.low = -reach - rounding_;
    if (lowest > 0) gap.high = std::min(gap.high, rounding_ - lowest);
    return true;
  }

  int add_point(const Vec3& d) {
    const Vec3 a_point = cores_.a(-d), p = cores_.b(d) - a_point;
    const auto known = std::find(points_.begin(), points_.end(), p);
    if (known != points_.end()) return static_cast<int>(known - points_.begin());
    points_.push_back(p);
    a_points_.push_back(a_point);
    return static_cast<int>(points_.size() - 1);
  }

  const Vec3& at(int i) const { return points_[static_cast<std::size_t>(i)]; }

  bool add_wall(const std::array<int, 3>& c) {
    const Vec3 n = (at(c[1]) - at(c[0])).cross(at(c[2]) - at(c[0]));
    const double size = n.norm();
    if (!(size > 0)) return false;
    // All of the wall is as high, however badly a sliver tells its normal.
    const double height = std::min({n.dot(at(c[0])), n.dot(at(c[1])), n.dot(at(c[2]))}) / size;
    walls_.push_back({c, n / size, height});
    std::push_heap(walls_.begin(), walls_.end(), higher);
    return true;
  }

  bool grow(const PolytopeWall& wall, int apex) {
    for (const auto& edge : drop_seen(wall, at(apex), 0x1p-46 * size_, walls_))
      if (!add_wall({edge[0], edge[1], apex})) return false;
    return !walls_.empty();
  }

  // Moving b by -normal * reach parts the cores.
  void note(const PolytopeWall& wall, double reach, Gap& gap) const {
    const Vec3 &p = at(wall.corner[0]), e = at(wall.corner[1]) - p, f = at(wall.corner[2]) - p,
               x = wall.normal * wall.height - p;
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), det = ee * ff - ef * ef;
    const double u = det > 0 ? (x.dot(e) * ff - x.dot(f) * ef) / det : 0,
                 v = det > 0 ? (x.dot(f) * ee - x.dot(e) * ef) / det : 0;
    const auto of_a = [&](int i) { return a_points_[static_cast<std::size_t>(i)]; };
    gap.a_point = (1 - u - v) * of_a(wall.corner[0]) + u * of_a(wall.corner[1]) + v * of_a(wall.corner[2]);
    gap.b_point = gap.a_point + wall.normal * reach;
    gap.normal = -wall.normal;
  }

  const Cores& cores_;
  double size_, rounding_;
  std::vector<Vec3> points_, a_points_;
  std::vector<PolytopeWall> walls_;  // a heap, the lowest on top
};

}  // namespace impinge
