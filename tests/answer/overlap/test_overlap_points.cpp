// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Points of concave bodies in general position, up to a million from the origin: each lies in a combination exactly if the
// winding numbers of the bodies, counted in integers, say so. Corners of the bodies are integers, those of the combination
// are not.

#include <gtest/gtest.h>

#include <cmath>

#include <impinge/shapes.h>
#include <support/case_count.h>
#include <support/convex_bodies.h>
#include <support/integer_winding.h>

#include "answer/overlap/sound_solid.h"

namespace impinge::test {
namespace {

constexpr std::int64_t kScale = 64;
constexpr double kSize = 65536;

Mesh random_shape(Dice& dice) {
  const auto seed = static_cast<std::uint64_t>(dice.integer(1, 1000000));
  switch (dice.integer(0, 4)) {
    case 0: return make_torus(0.7, dice.real(0.1, 0.6), dice.integer(4, 14), dice.integer(3, 9));
    case 1: return make_displaced_sphere(1, dice.real(0.1, 0.6), dice.integer(5, 10), dice.integer(6, 16), seed);
    case 2: return make_random_mesh(1, dice.real(0.1, 0.7), dice.integer(4, 9), dice.integer(5, 12), seed);
    case 3: return make_comb(1.5, dice.integer(2, 4), 60);
    default: return make_line_convex(1.6, 60);
  }
}

// Turned at random, then rounded to integers; some meet themselves then.
Soup random_body(Dice& dice, const Vec3& at) {
  Soup soup = soup_of(random_shape(dice));
  const Eigen::Matrix3d turn = random_rotation(dice);
  const Vec3 by = at + dice.point(-0.7, 0.7) * kSize;
  for (Vec3& v : soup.vertices) v = Vec3(turn * v * kSize + by).unaryExpr([](double x) { return std::round(x); });
  return soup;
}

IntegerPoint random_point(Dice& dice, const Vec3& centre, double spread) {
  const Vec3 p = centre + dice.point(-spread, spread);
  IntegerPoint result{};
  for (int k = 0; k < 3; ++k) result[static_cast<std::size_t>(k)] = std::llround(p[k] * kScale);
  return result;
}

struct Tally {
  int inside = 0, outside = 0;
};

void expect_points(const Soup& a, const Soup& b, const OverlapSolid& solid, Combination how, int points, Dice& dice,
                   Tally& tally) {
  for (int i = 0; i < points; ++i) {
    // Half of them around a corner of the result, where it is thin.
    const bool near = solid.mesh && i % 2 == 0;
    const Vec3 centre = near ? solid.mesh->vertices()[static_cast<std::size_t>(
                                   dice.integer(0, static_cast<int>(solid.mesh->vertices().size()) - 1))]
                             : a.vertices[0];
    const IntegerPoint p = random_point(dice, centre, near ? std::pow(2, dice.real(0, 15)) : 2 * kSize);
    const std::optional<int> in_a = integer_winding(a, p, kScale, dice), in_b = integer_winding(b, p, kScale, dice);
    if (!in_a || !in_b) continue;
    const bool inside = is_solid(how, *in_a, *in_b);
    ++(inside ? tally.inside : tally.outside);
    const Vec3 at = Vec3(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])) / kScale;
    const double winding = solid.mesh ? solid_angle_winding(*solid.mesh, at) : 0;
    ASSERT_NEAR(winding, inside ? 1 : 0, 1e-3) << at.transpose();
  }
}

TEST(OverlapPoints, LieInTheSolidIfTheWindingNumbersSaySo) {
  Dice dice(1907);
  Tally tally;
  const int count = case_count(30, 20000);
  for (int i = 0; i < count; ++i) {
    const Vec3 at = dice.chance(0.5) ? Vec3(Vec3::Zero()) : dice.point(-1e6, 1e6);
    const Soup a = random_body(dice, at), b = random_body(dice, at);
    const auto how = static_cast<Combination>(i % 3);
    const OverlapSolid solid = combine(a.mesh(), b.mesh(), how);
    expect_sound(solid);
    expect_points(a, b, solid, how, 500, dice, tally);
    ASSERT_FALSE(HasFailure()) << "case " << i;
  }
  EXPECT_GT(tally.inside, 60 * count) << "too few points to prove anything";
  EXPECT_GT(tally.outside, 100 * count);
}

}  // namespace
}  // namespace impinge::test
