// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

#include <support/simplex_body.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>

#include <Eigen/LU>

namespace impinge::test {
namespace {

constexpr int kPoints = SimplexBody::kSize + 1;

using Corners4 = std::array<int, 4>;

Vec3 position(int point) {
  return {static_cast<double>(point % kPoints), static_cast<double>(point / kPoints % kPoints),
          static_cast<double>(point / (kPoints * kPoints))};
}

// The way from one corner of the cube to the opposite one, an axis at a time: one simplex for each order of the axes.
Corners4 corners_of(int simplex) {
  static constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  constexpr int kStep[3] = {1, kPoints, kPoints * kPoints};
  const int n = SimplexBody::kSize, cube = simplex / 6;
  Corners4 corners{};
  corners[0] = cube % n + kPoints * (cube / n % n + kPoints * (cube / (n * n)));
  for (std::size_t i = 0; i < 3; ++i) corners[i + 1] = corners[i] + kStep[kOrders[simplex % 6][i]];
  return corners;
}

}  // namespace

Soup SimplexBody::boundary() const {
  struct Wall {
    std::array<int, 3> points;
    int inner;
    int count = 0;
  };
  std::map<std::array<int, 3>, Wall> walls;
  for (const int simplex : members_) {
    const Corners4 c = corners_of(simplex);
    for (std::size_t skip = 0; skip < 4; ++skip) {
      std::array<int, 3> key = {c[(skip + 1) % 4], c[(skip + 2) % 4], c[(skip + 3) % 4]};
      std::sort(key.begin(), key.end());
      Wall& wall = walls.try_emplace(key, Wall{key, c[skip]}).first->second;
      ++wall.count;
    }
  }
  Soup soup;
  for (const auto& [key, wall] : walls) {
    if (wall.count != 1) continue;
    const Vec3 p = position(wall.points[0]), q = position(wall.points[1]), r = position(wall.points[2]);
    const bool outwards = (q - p).cross(r - p).dot(position(wall.inner) - p) < 0;
    soup.add_triangle(p, outwards ? q : r, outwards ? r : q);
  }
  return soup;
}

std::set<int> SimplexBody::points() const {
  std::set<int> points;
  for (const int simplex : members_) {
    const Corners4 c = corners_of(simplex);
    points.insert(c.begin(), c.end());
  }
  return points;
}

SimplexBody random_simplices(Dice& dice) {
  SimplexBody body;
  const double share = dice.chance(0.5) ? dice.real(0.01, 0.1) : dice.real(0.1, 0.9);
  for (int i = 0; i < SimplexBody::kCount; ++i) {
    if (dice.chance(share)) body.add(i);
  }
  if (body.empty()) body.add(dice.integer(0, SimplexBody::kCount - 1));
  return body;
}

Verdict simplex_verdict(const SimplexBody& a, const SimplexBody& b) {
  bool both = false, only_a = false, only_b = false;
  for (int i = 0; i < SimplexBody::kCount; ++i) {
    both = both || (a.has(i) && b.has(i));
    only_a = only_a || (a.has(i) && !b.has(i));
    only_b = only_b || (!a.has(i) && b.has(i));
  }
  if (both)
    return only_a && only_b ? Verdict::crossing : only_a ? Verdict::b_in_a : only_b ? Verdict::a_in_b : Verdict::same;
  const std::set<int> a_points = a.points(), b_points = b.points();
  const bool meet = std::any_of(a_points.begin(), a_points.end(), [&](int p) { return b_points.count(p) != 0; });
  return meet ? Verdict::touching : Verdict::disjoint;
}

Eigen::Matrix3d random_shear(Dice& dice) {
  for (;;) {
    Eigen::Matrix3d matrix;
    for (int i = 0; i < 9; ++i) matrix(i / 3, i % 3) = dice.integer(-3, 3);
    if (matrix.determinant() > 0.5) return matrix;
  }
}

Soup mapped(const Soup& soup, const Eigen::Matrix3d& matrix) {
  Soup result = soup;
  for (Vec3& p : result.vertices) p = Vec3(matrix * p);
  return result;
}

}  // namespace impinge::test
