// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Overlaps whose volume is known without any mesh of them: boxes at all turns of the axes, wedges, convex bodies clipped by
// planes, slivers.

#include <gtest/gtest.h>

#include <cmath>

#include <impinge/engine.h>
#include <impinge/shapes.h>
#include <support/axis_rotations.h>
#include <support/case_count.h>
#include <support/clipped_volume.h>
#include <support/convex_bodies.h>
#include <support/soup.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

OverlapSolid sound(const Mesh& a, const Mesh& b, Combination how = Combination::intersection) {
  OverlapSolid solid = combine(a, b, how);
  expect_sound(solid);
  return solid;
}

Mesh moved(const Mesh& mesh, const Eigen::Matrix3d& turn, const Vec3& by) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(turn * v + by);
  return Mesh(std::move(vertices), {mesh.faces().begin(), mesh.faces().end()});
}

Eigen::Matrix3d axis_turn(const std::array<double, 4>& q) {
  const Eigen::Matrix3d turn = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
  return turn.unaryExpr([](double x) { return std::round(x); });
}

TEST(OverlapForms, BoxesAtAllTurnsOfTheAxes) {
  const Mesh a = box_soup({-1, -2, -3}, {1, 2, 3}).mesh(), b = box_soup({-0.5, -1, -4}, {3, 1.5, 5}, Split::rising).mesh();
  const Vec3 shift(0.25, -0.75, 1.5);
  for (const auto& q : axis_rotations()) {
    const Mesh turned = moved(b, axis_turn(q), shift);
    Vec3 low = turned.vertices()[0], high = low;
    for (const Vec3& v : turned.vertices()) {
      low = low.cwiseMin(v);
      high = high.cwiseMax(v);
    }
    low = low.cwiseMax(Vec3(-1, -2, -3));
    high = high.cwiseMin(Vec3(1, 2, 3));
    const double volume = (high - low).prod();
    const OverlapSolid common = sound(a, turned);
    EXPECT_DOUBLE_EQ(common.volume, volume);
    ASSERT_EQ(common.lumps.size(), 1u);
    EXPECT_EQ(common.lumps[0].box_low, low);
    EXPECT_EQ(common.lumps[0].box_high, high);
    EXPECT_LT((common.lumps[0].centroid - (low + high) / 2).norm(), 1e-14);
    EXPECT_TRUE(common.embedded);
    EXPECT_DOUBLE_EQ(sound(a, turned, Combination::unite).volume, 48 + 3.5 * 2.5 * 9 - volume);
    EXPECT_DOUBLE_EQ(sound(a, turned, Combination::difference).volume, 48 - volume);
  }
}

TEST(OverlapForms, AShallowWedgeInASlab) {
  // The wedge has half a box below a slope; the slab cuts a strip of it.
  for (int i = 0; i <= 40; ++i) {
    const double rise = std::ldexp(1.0, -i);
    Soup wedge;
    const Vec3 p(0, 0, 0), q(1, 0, 0), r(1, 0, rise), up(0, 1, 0);
    wedge.add_triangle(p, q, r);
    wedge.add_triangle(p + up, r + up, q + up);
    Dice dice(1);
    wedge.add_quad(p, p + up, q + up, q, Split::falling, dice);
    wedge.add_quad(q, q + up, r + up, r, Split::falling, dice);
    wedge.add_quad(r, r + up, p + up, p, Split::falling, dice);
    const OverlapSolid all = sound(wedge.mesh(), box_soup({-1, 0.25, -1}, {2, 0.75, 2}).mesh());
    EXPECT_DOUBLE_EQ(all.volume, rise / 4) << i;
    const OverlapSolid half = sound(wedge.mesh(), box_soup({0.5, 0.25, -1}, {2, 0.75, 2}).mesh());
    EXPECT_DOUBLE_EQ(half.volume, rise * 3 / 16) << i;
  }
}

TEST(OverlapForms, SliversOfTwoToTheMinus40) {
  const double thin = 0x1p-40;
  for (const double far : {0.0, 1024.0}) {
    const Vec3 by(far, -far, far);
    const Mesh a = box_soup(by, by + Vec3(1, 1, 1)).mesh();
    const Mesh b = box_soup(by + Vec3(1 - thin, 0.25, 0.25), by + Vec3(2, 0.75, 0.75)).mesh();
    EXPECT_DOUBLE_EQ(sound(a, b).volume, thin / 4);
    const Mesh corner = box_soup(by + Vec3(1 - thin, 1 - thin, 1 - thin), by + Vec3(2, 2, 2)).mesh();
    EXPECT_DOUBLE_EQ(sound(a, corner).volume, thin * thin * thin);
    EXPECT_DOUBLE_EQ(sound(a, corner, Combination::unite).volume, 1 + std::pow(1 + thin, 3) - std::pow(thin, 3));
  }
}

TEST(OverlapForms, ConvexBodiesClippedByPlanes) {
  Dice dice(1974);
  int apart = 0;
  const int count = case_count(60, 6000);
  for (int i = 0; i < count; ++i) {
    const Vec3 far = dice.chance(0.3) ? dice.point(-1e6, 1e6) : Vec3(Vec3::Zero());
    const auto body = [&] {
      const Mesh mesh = dice.chance(0.5) ? make_icosphere(dice.real(0.5, 1), dice.integer(0, 2))
                                         : make_sphere(dice.real(0.5, 1), dice.integer(2, 8), dice.integer(3, 12));
      return moved(mesh, random_rotation(dice), far + dice.point(-0.6, 0.6));
    };
    const Mesh a = body(), b = body();
    const double truth = clipped_volume(a, b);
    const OverlapSolid solid = sound(a, b);
    // The rotated bodies themselves are convex but for the rounding of their corners.
    EXPECT_NEAR(solid.volume, truth, 1e-13 * (1 + far.norm())) << "case " << i;
    EXPECT_EQ(solid.lumps.size(), solid.volume > 0 ? 1u : 0u);
    apart += solid.volume > 0 ? 0 : 1;
  }
  EXPECT_LT(apart, count / 2);
}

TEST(OverlapForms, LensOfTwoSpheresNearsItsFormula) {
  const double distance = 1.2, cap = 1 - distance / 2, lens = 2 * M_PI * cap * cap * (3 - cap) / 3;
  double last = 1;
  for (int level = 1; level <= 3; ++level) {
    const Mesh ball = make_icosphere(1, level);
    const Mesh other = moved(ball, Eigen::Matrix3d::Identity(), Vec3(distance, 0, 0));
    const OverlapSolid solid = sound(ball, other);
    const double off = std::abs(solid.volume - lens) / lens;
    EXPECT_LT(off, last / 3);
    EXPECT_NEAR(solid.volume, clipped_volume(ball, other), 1e-12);
    last = off;
  }
}

}  // namespace
}  // namespace impinge::test
