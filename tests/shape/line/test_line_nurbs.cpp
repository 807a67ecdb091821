// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Spline surfaces and meshes against the implicit shapes they are made after, and parity on lines through seams.
#include <impinge/error.h>

#include "scenes/bodies.h"
#include "shape/line/line_judge.h"
#include "support/case_count.h"

namespace impinge::test {
namespace {

double middle(const Crossing& c) { return (c.t_low + c.t_high) / 2; }

// Two shapes with the same surface cross alike, but for lines that graze.
void expect_alike(const LineShape& x, const LineShape& y, const Line& line, double tolerance, double clear) {
  const auto a = sorted_crossings(x, line), b = sorted_crossings(y, line);
  expect_balanced(a, line);
  expect_balanced(b, line);
  for (std::size_t i = 0; i + 1 < a.size(); ++i)
    if (middle(a[i + 1]) - middle(a[i]) < clear) return;
  for (std::size_t i = 0; i + 1 < b.size(); ++i)
    if (middle(b[i + 1]) - middle(b[i]) < clear) return;
  ASSERT_EQ(a.size(), b.size()) << line.origin.transpose() << " along " << line.direction.transpose();
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].sign, b[i].sign);
    EXPECT_NEAR(middle(a[i]), middle(b[i]), tolerance);
  }
}

TEST(LineNurbs, SphereAgainstImplicitAndMesh) {
  const LineShapePtr spline = make_nurbs({make_nurbs_sphere(2)}), ball = make_implicit_sphere(2),
                     mesh = make_line_mesh(make_icosphere(2, 5));
  ASSERT_TRUE(spline->closed());
  Dice dice(1);
  for (int i = 0; i < case_count(3000, 100000) && !testing::Test::HasFailure(); ++i) {
    const Line line = random_line(dice, 2.2);
    expect_alike(*spline, *ball, line, 1e-11, 2e-2);
    expect_alike(*mesh, *ball, line, 0.05, 0.5);
  }
}

TEST(LineNurbs, TorusAgainstImplicit) {
  const LineShapePtr spline = make_nurbs({make_nurbs_torus(2, 0.5)}), torus = make_implicit_torus(2, 0.5);
  ASSERT_TRUE(spline->closed());
  Dice dice(2);
  for (int i = 0; i < case_count(3000, 100000) && !testing::Test::HasFailure(); ++i)
    expect_alike(*spline, *torus, random_line(dice, 2.5), 1e-10, 2e-2);
}

// Lines whose points and directions are on the seams: coordinate planes, axes, poles, and tangents.
TEST(LineNurbs, LinesThroughSeamsAndPolesBalance) {
  const LineShapePtr shapes[] = {make_nurbs({make_nurbs_sphere(1)}), make_nurbs({make_nurbs_torus(0.75, 0.25)}),
                                 make_line_mesh(make_sphere(1, 8, 8)), make_line_mesh(make_torus(0.75, 0.25, 8, 8))};
  const double values[] = {-1, -0.5, 0, 0.5, 1, std::sqrt(0.5)};
  for (const LineShapePtr& shape : shapes) {
    for (const double x : values)
      for (const double y : values)
        for (int axis = 0; axis < 3; ++axis)
          for (int tilt = 0; tilt < 3; ++tilt) {
            Vec3 d = Vec3::Unit(axis), o = Vec3::Zero();
            o[(axis + 1) % 3] = x;
            o[(axis + 2) % 3] = y;
            d[(axis + tilt) % 3] += tilt;
            const Line line = {o, d.normalized()};
            const auto found = sorted_crossings(*shape, line);
            expect_balanced(found, line);
          }
  }
  for (const Vec3& d : {Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0.6, 0, 0.8), Vec3(0, 0.6, -0.8)}) {
    const auto found = sorted_crossings(*shapes[0], {{0, 0, 1}, d});  // through the pole
    ASSERT_EQ(found.size(), 2u) << d.transpose();
    const double other = -2 * d.z();
    EXPECT_LE(std::min(found[0].t_low, found[1].t_low), std::min(0.0, other) + 1e-12);
    EXPECT_NEAR(middle(found[0]), std::min(0.0, other), 1e-9);
    EXPECT_NEAR(middle(found[1]), std::max(0.0, other), 1e-9);
  }
}

TEST(LineNurbs, LinesThroughVerticesOfMeshesBalance) {
  Dice dice(5);
  for (const Mesh& mesh : {make_box({1, 2, 3}, 2), make_icosphere(1, 2), make_comb(1, 3, 200), scenes::make_shuttle(1)}) {
    const LineShapePtr shape = make_line_mesh(mesh);
    for (int i = 0; i < case_count(300, 30000); ++i) {
      const auto vertex = [&] { return mesh.vertices()[dice.bits() % mesh.vertices().size()]; };
      const Vec3 a = vertex(), b = vertex();
      const Vec3 d = dice.chance(0.3) ? Vec3(Vec3::Unit(dice.integer(0, 2)))
                     : a == b         ? random_direction(dice)
                                      : Vec3((b - a).normalized());
      expect_balanced(sorted_crossings(*shape, {a, d}), {a, d});
    }
  }
}

TEST(LineNurbs, MeshBracketsHoldThePlaneOfTheFace) {
  const LineShapePtr box = make_line_mesh(make_box({2, 2, 2}, 3));
  Dice dice(6);
  const auto inside = [](const LongPoint& p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) - 1; };
  for (int i = 0; i < case_count(1000, 50000) && !testing::Test::HasFailure(); ++i)
    judge_line(*box, inside, random_line(dice, 1.2), 1.2, 1e-15);
}

TEST(LineNurbs, SplinesOfAnySizeAndWeight) {
  for (const double r : {1e-150, 1e-6, 1e6, 1e120}) {
    NurbsSurface s = make_nurbs_sphere(r);
    for (double& w : s.weights) w *= 1e-40;
    const LineShapePtr shape = make_nurbs({s});
    EXPECT_TRUE(shape->closed());
    const auto found = sorted_crossings(*shape, {Vec3(0.28, 0.6, -3) * r, Vec3::UnitZ()});
    ASSERT_EQ(found.size(), 2u) << r;
    EXPECT_NEAR(middle(found[0]) / r, 3 - std::sqrt(1 - 0.28 * 0.28 - 0.36), 1e-13);
  }
}

// A spline that is not a quadric: a cubic graph over a square, found by solving z = f(x, y) along the line.
TEST(LineNurbs, CubicSurfaceWithInnerKnots) {
  NurbsSurface s;
  s.degree_u = 3;
  s.degree_v = 2;
  s.knots_u = {0, 0, 0, 0, 0.3, 0.7, 0.7, 1, 1, 1, 1};
  s.knots_v = {-1, -0.5, 0, 1, 2, 2.5, 4};  // neither repeated ends nor even steps
  const int count_u = 7, count_v = 4;
  Dice dice(9);
  for (int i = 0; i < count_u; ++i)
    for (int j = 0; j < count_v; ++j) {
      // Greville points make x = u and y = v exactly.
      const double x = (s.knots_u[i + 1] + s.knots_u[i + 2] + s.knots_u[i + 3]) / 3,
                   y = (s.knots_v[j + 1] + s.knots_v[j + 2]) / 2;
      s.points.emplace_back(x, y, dice.real(-0.3, 0.3));
    }
  const LineShapePtr shape = make_nurbs({s});
  EXPECT_FALSE(shape->closed());
  // The heights, by de Boor's recursion for single basis functions.
  const std::function<long double(const std::vector<double>&, int, int, long double)> basis =
      [&](const std::vector<double>& k, int i, int p, long double x) -> long double {
    if (p == 0) return k[i] <= x && x < k[i + 1] ? 1 : 0;
    long double sum = 0;
    if (k[i + p] > k[i]) sum += (x - k[i]) / (k[i + p] - k[i]) * basis(k, i, p - 1, x);
    if (k[i + p + 1] > k[i + 1]) sum += (k[i + p + 1] - x) / (k[i + p + 1] - k[i + 1]) * basis(k, i + 1, p - 1, x);
    return sum;
  };
  const auto height = [&](long double x, long double y) {
    long double z = 0;
    for (int i = 0; i < count_u; ++i)
      for (int j = 0; j < count_v; ++j)
        z += s.points[i * count_v + j].z() * basis(s.knots_u, i, 3, x) * basis(s.knots_v, j, 2, y);
    return z;
  };
  int seen = 0;
  for (int i = 0; i < case_count(300, 10000); ++i) {
    const Vec3 to(dice.real(0.05, 0.95), dice.real(0.05, 1.95), 0), d = random_direction(dice);
    const Line line = {to - 3 * d, d};
    const auto found = sorted_crossings(*shape, line);
    long double before = 0;
    int changes = 0;
    for (int k = 0; k <= 600; ++k) {
      const LongPoint p = line.at(k * 0.01L);
      if (p.x <= 0 || p.x >= 1 || p.y <= 0 || p.y >= 2) {
        before = 0;
        continue;
      }
      const long double f = p.z - height(p.x, p.y);
      changes += before != 0 && (f < 0) != (before < 0);
      before = f;
    }
    for (const Crossing& c : found) {
      const LongPoint p = line.at(middle(c));
      EXPECT_NEAR(static_cast<double>(p.z), static_cast<double>(height(p.x, p.y)), 1e-12);
    }
    EXPECT_GE(static_cast<int>(found.size()), changes);
    seen += changes;
  }
  EXPECT_GT(seen, case_count(100, 3000));
}

void expect_refused(const std::function<void()>& action, const std::string& part) {
  try {
    action();
    ADD_FAILURE() << "nothing was refused, where \"" << part << "\" should be named";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_argument);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(LineNurbs, BadSurfacesAreRefused) {
  const auto changed = [](auto change) {
    return [change] {
      NurbsSurface s = make_nurbs_sphere(1);
      change(s);
      make_nurbs({s});
    };
  };
  expect_refused([] { make_nurbs({}); }, "no surface");
  expect_refused(changed([](NurbsSurface& s) { s.weights[3] = 0; }), "weight 3 is 0");
  expect_refused(changed([](NurbsSurface& s) { s.weights[3] = -1; }), "weight 3");
  expect_refused(changed([](NurbsSurface& s) { s.weights.pop_back(); }), "weights for");
  expect_refused(changed([](NurbsSurface& s) { s.knots_u.assign(s.knots_u.size(), 1); }), "knots_u");
  expect_refused(changed([](NurbsSurface& s) { std::swap(s.knots_v[2], s.knots_v[4]); }), "less than");
  expect_refused(changed([](NurbsSurface& s) { s.knots_u[5] = s.knots_u[4]; }), "tears");
  expect_refused(changed([](NurbsSurface& s) { s.knots_u = {0, 1}; }), "too few");
  expect_refused(changed([](NurbsSurface& s) { s.knots_u[3] = std::nan(""); }), "knot 3");
  expect_refused(changed([](NurbsSurface& s) { s.points.pop_back(); }), "control points");
  expect_refused(changed([](NurbsSurface& s) { s.points[1].x() = INFINITY; }), "control point 1");
  expect_refused(changed([](NurbsSurface& s) { s.degree_u = 0; }), "degree 0");
  expect_refused([] { make_nurbs_sphere(-1); }, "radius");
}

TEST(LineNurbs, SidesAreFoundAndHolesAreOpen) {
  // Turned inside out, it still is entered first.
  NurbsSurface turned = make_nurbs_sphere(1);
  for (Vec3& p : turned.points) p.y() = -p.y();
  const LineShapePtr shape = make_nurbs({turned});
  ASSERT_TRUE(shape->closed());
  EXPECT_EQ(sorted_crossings(*shape, {{-3, 0.1, 0.2}, {1, 0, 0}}).front().sign, 1);
  // The lower half alone is open.
  NurbsSurface half = make_nurbs_sphere(1);
  half.knots_v = {0, 0, 0, 1, 1, 1};
  std::vector<Vec3> points;
  std::vector<double> weights;
  for (int i = 0; i < 9; ++i)
    for (int j = 0; j < 3; ++j) {
      points.push_back(half.points[i * 5 + j]);
      weights.push_back(half.weights[i * 5 + j]);
    }
  half.points = points;
  half.weights = weights;
  EXPECT_FALSE(make_nurbs({half})->closed());
  EXPECT_EQ(sorted_crossings(*make_nurbs({half}), {{0.1, 0.2, -3}, {0, 0, 1}}).size(), 1u);
}

}  // namespace
}  // namespace impinge::test
