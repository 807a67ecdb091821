// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Combinations of concave bodies against CGAL's corefinement with exact numbers.

#include <gtest/gtest.h>

#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/judges/judge_overlap.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

Mesh random_concave(Dice& dice) {
  const auto seed = static_cast<std::uint64_t>(dice.integer(1, 1000000));
  const auto shape = [&] {
    switch (dice.integer(0, 4)) {
      case 0: return make_torus(0.7, dice.real(0.1, 0.5), dice.integer(5, 24), dice.integer(4, 12));
      case 1: return make_displaced_sphere(1, dice.real(0.1, 0.6), dice.integer(6, 16), dice.integer(8, 24), seed);
      case 2: return make_random_mesh(1, dice.real(0.1, 0.5), dice.integer(5, 12), dice.integer(6, 18), seed);
      case 3: return make_comb(1.5, dice.integer(2, 5), 100);
      default: return make_line_convex(1.6, 100);
    }
  };
  const Mesh mesh = shape();
  const Eigen::Matrix3d turn = random_rotation(dice);
  const Vec3 by = dice.point(-0.6, 0.6);
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(turn * v + by);
  return Mesh(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()});
}

TEST(OverlapJudge, ConcavePairsLikeCorefinement) {
  Dice dice(2016);
  int judged = 0, several = 0;
  const int count = case_count(20, 2000);
  for (int i = 0; i < count; ++i) {
    const Mesh a = random_concave(dice), b = random_concave(dice);
    const auto how = static_cast<Combination>(i % 3);
    const std::optional<JudgedSolid> truth = judge_combination(a, b, how);
    const OverlapSolid solid = combine(a, b, how);
    expect_sound(solid);
    if (!truth) continue;
    ++judged;
    several += truth->lumps > 1 ? 1 : 0;
    EXPECT_NEAR(solid.volume, truth->volume, 1e-9 * truth->volume) << "case " << i;
    EXPECT_NEAR(solid.area, truth->area, 1e-9 * truth->area) << "case " << i;
    EXPECT_EQ(static_cast<int>(solid.lumps.size()), truth->lumps) << "case " << i;
  }
  EXPECT_GT(judged, count / 2) << "CGAL refuses most bodies";
  EXPECT_GT(several, 0);
}

}  // namespace
}  // namespace impinge::test
