// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Generalised winding numbers by the tree against the plain sum over all faces, in extended precision.

#include <gtest/gtest.h>
#include <impinge/shapes.h>

#include <cmath>
#include <iostream>
#include <numbers>

#include <support/case_count.h>
#include <support/dirty_body.h>
#include <support/soup.h>

#include "shape/winding/winding_tree.h"

namespace impinge::test {
namespace {

double direct_sum(const Mesh& mesh, const Vec3& point) {
  using Wide = Eigen::Matrix<long double, 3, 1>;
  long double sum = 0;
  for (const Face& f : mesh.faces()) {
    Wide d[3];
    long double length[3];
    for (std::size_t i = 0; i < 3; ++i) {
      d[i] = mesh.vertices()[f[i]].cast<long double>() - point.cast<long double>();
      length[i] = std::sqrt(d[i].squaredNorm());
    }
    const Wide n(d[1].y() * d[2].z() - d[1].z() * d[2].y(), d[1].z() * d[2].x() - d[1].x() * d[2].z(),
                 d[1].x() * d[2].y() - d[1].y() * d[2].x());
    const long double below = length[0] * length[1] * length[2] + d[0].dot(d[1]) * length[2] + d[1].dot(d[2]) * length[0] +
                              d[2].dot(d[0]) * length[1];
    sum += 2 * std::atan2(d[0].dot(n), below);
  }
  return static_cast<double>(sum / (4 * std::numbers::pi_v<long double>));
}

// 10^5 points in the full count, in and around damaged bodies and soups, some of them far away or close to a corner.
TEST(WindingTree, EqualsTheDirectSum) {
  Dice dice(71);
  double worst = 0;
  int points = 0;
  for (int i = 0; i < case_count(20, 1000); ++i) {
    const Mesh mesh = dice.chance(0.2) ? random_soup(dice, 60, 1).mesh()
                                       : damaged(random_closed_body(dice), kDamages[i % 5], dice.real(0.01, 0.3), dice);
    const WindingTree tree(mesh.vertices(), mesh.faces());
    for (int k = 0; k < 100; ++k, ++points) {
      Vec3 p = dice.point(-2, 2) * (k % 10 == 0 ? 100.0 : 1.0);
      if (k % 7 == 0) {
        const std::uint64_t corner = dice.bits() % mesh.vertices().size();
        p = mesh.vertices()[static_cast<std::size_t>(corner)] + dice.point(-1, 1) * 1e-3;
      }
      worst = std::max(worst, std::abs(tree.at(p) - direct_sum(mesh, p)));
    }
  }
  std::cout << points << " points, largest difference " << worst << "\n";
  EXPECT_LT(worst, 1e-6);
}

TEST(WindingTree, IsOneInsideAndNoughtOutsideAClosedBody) {
  const Mesh ball = make_icosphere(1, 4);
  const WindingTree tree(ball.vertices(), ball.faces());
  EXPECT_NEAR(tree.at(Vec3(0.3, 0.2, -0.1)), 1, 1e-12);
  EXPECT_NEAR(tree.at(Vec3(0.8, 0.8, 0)), 0, 1e-12);
  EXPECT_EQ(tree.at(Vec3(5, 0, 0)), 0);
}

TEST(WindingTree, SeesHalfFromAboveAWidePlane) {
  const Mesh plane({Vec3(-1e6, -1e6, 0), Vec3(1e6, -1e6, 0), Vec3(0, 1e6, 0)}, {{0, 1, 2}});
  const WindingTree tree(plane.vertices(), plane.faces());
  EXPECT_NEAR(tree.at(Vec3(0, 0, -1)), 0.5, 1e-5);
  EXPECT_NEAR(tree.at(Vec3(0, 0, 1)), -0.5, 1e-5);
}

}  // namespace
}  // namespace impinge::test
