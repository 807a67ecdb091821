// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Crossings of implicit shapes against their own equations in long double.
#include <impinge/error.h>
#include <impinge/scene.h>

#include "shape/line/line_judge.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

long double norm(long double x, long double y, long double z) { return std::sqrt(x * x + y * y + z * z); }

long double torus(const LongPoint& p, long double ring, long double tube) {
  return norm(norm(p.x, p.y, 0) - ring, p.z, 0) - tube;
}

void judge_many(const LineShape& shape, const Membership& inside, double reach, double doubt, int small, int samples = 200) {
  Dice dice(7);
  const int count = case_count(small, 50 * small);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i)
    judge_line(shape, inside, random_line(dice, reach), reach, doubt, samples);
}

TEST(LineImplicit, SphereIsRightToTheLastPlace) {
  Dice dice(1);
  for (int i = 0; i < case_count(2000, 100000); ++i) {
    const double r = std::exp(dice.real(-9, 9));
    const Line line = random_line(dice, 1.2 * r);
    const std::vector<Crossing> found = sorted_crossings(*make_implicit_sphere(r), line);
    // The same quadratic around the line's nearest point, where nothing cancels in long double.
    const LongPoint d = {line.direction.x(), line.direction.y(), line.direction.z()};
    const long double a = d.x * d.x + d.y * d.y + d.z * d.z;
    const long double near = -(line.origin.x() * d.x + line.origin.y() * d.y + line.origin.z() * d.z) / a;
    const LongPoint q = line.at(near);
    const long double square = (static_cast<long double>(r) * r - q.x * q.x - q.y * q.y - q.z * q.z) / a;
    if (std::fabs(square) < 1e-9L * r * r) continue;
    ASSERT_EQ(found.size(), square > 0 ? 2u : 0u);
    if (found.empty()) continue;
    for (const Crossing& c : found) {
      const long double truth = near - c.sign * std::sqrt(square), slack = 1e-15L * 1e-2L * (r + std::fabs(near));
      EXPECT_LE(c.t_low, truth + slack);
      EXPECT_GE(c.t_high, truth - slack);
      // Four units of rounding on each side, and that of the two ends.
      const double size = static_cast<double>(std::fabs(truth)), far = static_cast<double>(near);
      EXPECT_LE(c.t_high - c.t_low, 12 * 0x1p-53 * size + 1e-22 * far * far / r);
    }
  }
}

TEST(LineImplicit, SpheresOfAnySizeAndDistance) {
  for (const double r : {1e-200, 1e-12, 1.0, 1e12, 1e150}) {
    for (const double away : {0.0, 3.0, 1e9}) {
      const auto found = sorted_crossings(*make_implicit_sphere(r), {Vec3(-away * r, 0, 0), Vec3::UnitX()});
      ASSERT_EQ(found.size(), 2u) << r << " " << away;
      EXPECT_LE(found[0].t_low, (away - 1) * r);
      EXPECT_GE(found[0].t_high, (away - 1) * r);
      EXPECT_NEAR(found[1].t_low / r, away + 1, 1e-15 * (away + 1));
    }
  }
}

TEST(LineImplicit, GrazingLinesBalance) {
  const LineShapePtr shapes[] = {make_implicit_sphere(1), make_implicit_ellipsoid({1, 2, 3}),
                                 make_implicit_torus(0.75, 0.25), make_superquadric({1, 1, 1}, 0.5, 0.5),
                                 make_metaballs({{{0, 0, 0}, 2, 1}}, 0.421875)};
  for (const LineShapePtr& shape : shapes) {
    for (int i = -200; i <= 200; ++i) {
      const double x = 1 + std::ldexp(i, -54);
      for (const Vec3& d : {Vec3(0, 0, 1), Vec3(0, 1, 0), Vec3(0, 0.6, 0.8)})
        expect_balanced(sorted_crossings(*shape, {Vec3(x, 0, 0), d}), {Vec3(x, 0, 0), d});
    }
  }
}

TEST(LineImplicit, Ellipsoid) {
  const auto inside = [](const LongPoint& p) { return norm(p.x / 1, p.y / 2.5L, p.z / 0.25L) - 1; };
  judge_many(*make_implicit_ellipsoid({1, 2.5, 0.25}), inside, 2.5, 1e-15, 2000);
}

TEST(LineImplicit, TorusAgainstItsQuartic) {
  judge_many(
      *make_implicit_torus(2, 0.5), [](const LongPoint& p) { return torus(p, 2, 0.5L); }, 2.5, 1e-16, 2000);
  judge_many(
      *make_implicit_torus(2, 1.99), [](const LongPoint& p) { return torus(p, 2, 1.99L); }, 4, 1e-15, 500);
  judge_many(
      *make_implicit_torus(1e-7, 1e-9), [](const LongPoint& p) { return torus(p, 1e-7, 1e-9); }, 1.01e-7, 1e-23, 500);
}

TEST(LineImplicit, TorusAlongItsTangents) {
  const LineShapePtr shape = make_implicit_torus(2, 0.5);
  // Across the hole, along the top circle, and doubly tangent (Villarceau's slope is sin = r / R).
  const double s = 0.25, c = std::sqrt(1 - s * s);
  const Line lines[] = {{{0, 1.5, 0}, {1, 0, 0}}, {{0, 2, 0.5}, {1, 0, 0}}, {{0, 0, 0}, {0, c, s}}, {{2, 0, 0}, {0, c, s}}};
  for (const Line& line : lines) expect_balanced(sorted_crossings(*shape, line), line);
  EXPECT_EQ(sorted_crossings(*shape, {{-9, 0, 0}, {1, 0, 0}}).size(), 4u);
  EXPECT_EQ(sorted_crossings(*shape, {{0, 0, -9}, {0, 0, 1}}).size(), 0u);
}

TEST(LineImplicit, Superquadrics) {
  for (const auto& [e1, e2] : {std::pair(0.1, 0.1), {0.5, 1.5}, {2.0, 2.0}, {1.0, 0.2}, {1.3, 1.0}}) {
    const auto inside = [p = 2 / static_cast<long double>(e2), q = 2 / static_cast<long double>(e1)](const LongPoint& x) {
      const long double flat = std::pow(std::fabs(x.x / 1.5L), p) + std::pow(std::fabs(x.y), p);
      return std::pow(std::pow(flat, q / p) + std::pow(std::fabs(x.z / 2), q), 1 / q) - 1;
    };
    judge_many(*make_superquadric({1.5, 1, 2}, e1, e2), inside, 2, 1e-14, 300, 50);
  }
}

TEST(LineImplicit, Metaballs) {
  const std::vector<Metaball> balls = {
      {{0, 0, 0}, 1, 1}, {{0.9, 0.1, 0}, 1.2, 1}, {{0.4, 0.5, 0.3}, 0.5, -0.7}, {{-1, 0, 0.5}, 0.7, 2}};
  const auto inside = [&](const LongPoint& p) {
    long double sum = 0.5L;
    for (const Metaball& b : balls) {
      const long double s = norm(p.x - b.centre.x(), p.y - b.centre.y(), p.z - b.centre.z()) / b.radius;
      if (s < 1) sum -= b.strength * std::pow(1 - s * s, 3.0L);
    }
    return sum;
  };
  judge_many(*make_metaballs(balls, 0.5), inside, 2, 1e-14, 2000);
}

TEST(LineImplicit, DistanceFunctions) {
  const auto box = [](const LongPoint& p) {
    const long double x = std::fabs(p.x) - 0.75L, y = std::fabs(p.y) - 1.25L, z = std::fabs(p.z) - 0.25L;
    return norm(std::max(x, 0.0L), std::max(y, 0.0L), std::max(z, 0.0L)) + std::min(std::max({x, y, z}), 0.0L) - 0.25L;
  };
  judge_many(*make_rounded_box({2, 3, 1}, 0.25), box, 1.6, 1e-5, 300);
  const auto cylinder = [](const LongPoint& p) { return std::max(norm(p.x, p.y, 0) - 1, std::fabs(p.z) - 1.5L); };
  judge_many(*make_implicit_cylinder(1, 3), cylinder, 1.6, 1e-5, 300);
  const auto capsule = [](const LongPoint& p) { return norm(p.x, p.y, p.z - std::clamp(p.z, -1.0L, 1.0L)) - 0.5L; };
  judge_many(*make_capsule({0, 0, -1}, {0, 0, 1}, 0.5), capsule, 1.6, 1e-5, 300);
}

TEST(LineImplicit, AFunctionByEachOfItsBounds) {
  const auto value = [](const Vec3& p) { return p.squaredNorm() - 1 + 0.3 * std::sin(5 * p.x()); };
  const auto inside = [](const LongPoint& p) { return p.x * p.x + p.y * p.y + p.z * p.z - 1 + 0.3L * std::sin(5 * p.x); };
  ImplicitFunction by_slope{.value = value, .bounds = {Vec3::Constant(-1.5), Vec3::Constant(1.5)}};
  ImplicitFunction by_curvature = by_slope, by_box = by_slope;
  by_slope.lipschitz = 2 * 2.6 + 1.5;
  by_curvature.curvature = 2 + 7.5;
  by_box.slope_bound = [](const Vec3& low, const Vec3& high) {
    return 2 * low.cwiseAbs().cwiseMax(high.cwiseAbs()).norm() + 1.5;
  };
  for (const ImplicitFunction& f : {by_slope, by_curvature, by_box}) judge_many(*make_implicit(f), inside, 1.5, 1e-6, 200);
}

TEST(LineImplicit, AFunctionEndsAtItsBox) {
  const auto half_space = make_implicit(
      {.value = [](const Vec3& p) { return p.x(); }, .bounds = {Vec3(-1, -1, -1), Vec3(1, 1, 1)}, .lipschitz = 1});
  const auto found = sorted_crossings(*half_space, {{-5, 0.5, 0}, {1, 0, 0}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].t_low, 4, 1e-12);
  EXPECT_NEAR(found[1].t_high, 5, 1e-12);
}

TEST(LineImplicit, Displacement) {
  const auto waves = [](const LongPoint& p) {
    const long double k = 2 * std::acos(-1.0L);
    return norm(p.x, p.y, p.z) - 1 - 0.1L * std::sin(k * p.x) * std::sin(k * p.y) * std::sin(k * p.z);
  };
  judge_many(*make_displaced(make_implicit_sphere(1), make_waves(0.1, 1)), waves, 1.2, 1e-6, 200);
  Dice dice(3);
  const LineShapePtr hills[] = {
      make_displaced(make_implicit_torus(2, 0.5), make_hills(0.1, 0.5)),
      make_displaced(make_line_mesh(make_box({1, 1, 1})), make_hills(0.05, 0.5)),
      make_displaced(make_union({make_implicit_sphere(1), make_implicit_torus(2, 0.5)}), make_waves(0.2, 2))};
  for (const LineShapePtr& shape : hills)
    for (int i = 0; i < case_count(30, 2000); ++i) {
      const Line line = random_line(dice, 2);
      expect_balanced(sorted_crossings(*shape, line), line);
    }
}

// The brackets hold the gap, and tell it to 2e-13.
void expect_gap(const Crossing& out, const Crossing& in, double gap) {
  constexpr double written = 1e-15;  // the gap itself is rounded
  EXPECT_LE(in.t_low - out.t_high, gap + written);
  EXPECT_GE(in.t_high - out.t_low, gap - written);
  EXPECT_LE((in.t_high - out.t_low) - (in.t_low - out.t_high), 2e-13);
}

// Two bodies along lines where the gap between them is known.
TEST(LineImplicit, QuadricsAtSmallGaps) {
  for (double gap = 1e-9; gap < 2e-2; gap *= 10) {
    const LineShapePtr a[] = {make_implicit_sphere(1), make_implicit_ellipsoid({1, 2, 3}), make_implicit_torus(0.75, 0.25)};
    for (const LineShapePtr& left : a) {
      const LineShapePtr right = make_placed(left, {.position = {2 + gap, 0, 0}});
      const Line line = {{-3, 0, 0}, {1, 0, 0}};
      const Crossing out = sorted_crossings(*left, line).back(), in = sorted_crossings(*right, line).front();
      expect_gap(out, in, gap);
    }
    // Off the axis the gap between two unit spheres is 2 + gap - 2 sqrt(1 - y^2).
    const Line line = {{-3, 0.28, 0}, {1, 0, 0}};
    const auto right = make_placed(make_implicit_sphere(1), {.position = {2 + gap, 0, 0}});
    expect_gap(sorted_crossings(*a[0], line).back(), sorted_crossings(*right, line).front(), 2 + gap - 2 * 0.96);
  }
}

ErrorCode refusal(const std::function<void()>& action, const std::string& part) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    return error.code();
  }
  ADD_FAILURE() << "nothing was refused, where \"" << part << "\" should be named";
  return ErrorCode::cancelled;
}

TEST(LineImplicit, BadInputIsRefused) {
  const double nan = std::nan("");
  const auto bad = ErrorCode::bad_argument;
  EXPECT_EQ(refusal([] { make_implicit_sphere(-1); }, "radius is -1"), bad);
  EXPECT_EQ(refusal([&] { make_implicit_sphere(nan); }, "radius"), bad);
  EXPECT_EQ(refusal([] { make_implicit_torus(1, 2); }, "tube"), bad);
  EXPECT_EQ(refusal([] { make_superquadric({1, 1, 1}, 3, 1); }, "e1"), bad);
  EXPECT_EQ(refusal([] { make_implicit_ellipsoid({1, 0, 1}); }, "radii[1]"), bad);
  EXPECT_EQ(refusal([] { make_metaballs({}, 0.5); }, "empty"), bad);
  EXPECT_EQ(refusal([] { make_rounded_box({1, 1, 1}, 0.6); }, "radius"), bad);
  const std::array<Vec3, 2> box = {Vec3::Constant(-1), Vec3::Constant(1)};
  const auto ball = [](const Vec3& p) { return p.norm() - 0.5; };
  EXPECT_EQ(refusal([&] { make_implicit({.value = ball, .bounds = box}); }, "lipschitz"), bad);
  EXPECT_EQ(refusal([&] { make_implicit({.value = ball, .bounds = {box[1], box[0]}, .lipschitz = 1}); }, "box"), bad);
  EXPECT_EQ(refusal([&] { make_signed_distance([&](const Vec3&) { return nan; }, box); }, "nan"), bad);
  // NaN in a corner that no sample hits shows in a query.
  const auto hidden = [&](const Vec3& p) { return p.x() > 0.85 && p.x() < 0.95 ? nan : p.norm() - 0.9; };
  const LineShapePtr late = make_signed_distance(hidden, box, "patchy");
  EXPECT_EQ(refusal([&] { sorted_crossings(*late, {{-2, 0, 0}, {1, 0, 0}}); }, "patchy"), bad);
  EXPECT_EQ(refusal([] { make_displaced(make_implicit_sphere(1), {}); }, "height"), bad);
  EXPECT_EQ(refusal([] { make_displaced(make_nurbs({make_nurbs_sphere(1)}), make_waves(0.1, 1)); }, "distance"),
            ErrorCode::unsupported);
}

}  // namespace
}  // namespace impinge::test
