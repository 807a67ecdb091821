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
      polytope_ = GrowingPolytope();
      if (begin(attempt)) return grow_walls(depth, gap);
    }
    return false;
  }

  bool begin(int attempt) {
    const auto point = [&](const Vec3& d) { return add_point(d); };
    const auto wall = [&](const auto& corners) { return add_wall(corners); };
    return add_octahedron(point, wall, attempt) && polytope_.wall_count() >= 4;
  }

  // Walls that are all above the origin hold a ball around it, so the lowest is a bound; every support is one from above.
  bool grow_walls(bool depth, Gap& gap) {
    double reach = std::numeric_limits<double>::infinity(), lowest = -size_;
    for (int step = 0; step < kMostSupports && polytope_.wall_count() > 0; ++step) {
      const PolytopeWall wall = polytope_.take_lowest();
      lowest = std::max(lowest, wall.height);
      if (!depth && lowest > 4 * rounding_ && reach < size_) break;
      const int apex = add_point(wall.normal);
      const double r = wall.normal.dot(polytope_.at(apex));
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
    const Vec3 a_point = cores_.a(-d);
    return polytope_.add_point(cores_.b(d) - a_point, a_point);
  }

  bool add_wall(const std::array<int, 3>& c) {
    const Vec3 &p = polytope_.at(c[0]), &q = polytope_.at(c[1]), &r = polytope_.at(c[2]);
    const Vec3 n = (q - p).cross(r - p);
    const double size = n.norm();
    if (!(size > 0)) return false;
    // All of the wall is as high, however badly a sliver tells its normal.
    polytope_.add_wall({c, n / size, std::min({n.dot(p), n.dot(q), n.dot(r)}) / size});
    return true;
  }

  bool grow(const PolytopeWall& wall, int apex) {
    for (const auto& edge : polytope_.drop_seen(wall, polytope_.at(apex), 0x1p-46 * size_))
      if (!add_wall({edge[0], edge[1], apex})) return false;
    return polytope_.wall_count() > 0;
  }

  // Moving b by -normal * reach parts the cores.
  void note(const PolytopeWall& wall, double reach, Gap& gap) const {
    gap.a_point = polytope_.a_foot(wall);
    gap.b_point = gap.a_point + wall.normal * reach;
    gap.normal = -wall.normal;
  }

  const Cores& cores_;
  double size_, rounding_;
  GrowingPolytope polytope_;
};

}  // namespace impinge
