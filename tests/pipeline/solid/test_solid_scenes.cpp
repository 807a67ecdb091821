// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Simple solids as objects of a scene, through the engine: closed forms, meshes, points, motions, and what is refused.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose at(double x, double y, double z) { return {Eigen::Matrix3d::Identity(), {x, y, z}}; }

// The answer of two objects with an unlimited clearance; every pair has one then.
PairAnswer asked(const Scene& scene) {
  CheckOptions options;
  options.clearance = kInfinity;
  const CheckResult result = Engine().check(scene, options);
  EXPECT_EQ(result.pairs.size(), 1u);
  return result.pairs.empty() ? PairAnswer() : result.pairs.front();
}

template <typename A, typename B>
PairAnswer asked(const A& a, const Pose& a_pose, const B& b, const Pose& b_pose) {
  Scene scene;
  scene.add("a", a, a_pose);
  scene.add("b", b, b_pose);
  const PairAnswer answer = asked(scene);
  Scene back;
  back.add("b", b, b_pose);
  back.add("a", a, a_pose);
  EXPECT_EQ(mirrored(asked(back).verdict), answer.verdict);
  const bool meets = answer.verdict != Verdict::near && answer.verdict != Verdict::disjoint;
  EXPECT_EQ(Engine().meet(scene, {0}, {1}), meets);
  EXPECT_EQ(Engine().hits(scene, {0}).has_value(), meets);
  return answer;
}

void expect(const PairAnswer& answer, Verdict verdict, Certainty certainty = Certainty::proved) {
  EXPECT_STREQ(to_string(answer.verdict), to_string(verdict));
  EXPECT_STREQ(to_string(answer.certainty), to_string(certainty));
}

TEST(SolidScenes, BallsTouchExactly) {
  const SolidPtr ball = Solid::sphere(1), small = Solid::sphere(0.5);
  expect(asked(ball, at(0, 0, 0), small, at(1.5, 0, 0)), Verdict::touching);
  expect(asked(ball, at(1e9, 0, 0), small, at(1e9 + 1.5, 0, 0)), Verdict::touching);
  expect(asked(ball, at(0, 0, 0), small, at(std::nextafter(1.5, 2), 0, 0)), Verdict::near);
  expect(asked(ball, at(0, 0, 0), small, at(std::nextafter(1.5, 1), 0, 0)), Verdict::crossing);
  expect(asked(ball, at(0, 0, 0), small, at(0.5, 0, 0)), Verdict::b_in_a);
  expect(asked(ball, at(0, 0, 0), small, at(std::nextafter(0.5, 1), 0, 0)), Verdict::crossing);
  expect(asked(ball, at(1, 2, 3), ball, at(1, 2, 3)), Verdict::same);
  const PairAnswer apart = asked(ball, at(0, 0, 0), small, at(0, 4, 3));
  EXPECT_NEAR(*apart.distance, 3.5, 1e-12);
  ASSERT_TRUE(apart.gap);
  EXPECT_LE(apart.gap->low, 3.5);
  EXPECT_GE(apart.gap->high, 3.5);
}

TEST(SolidScenes, WallsBoxesAndBallsTouchExactly) {
  const SolidPtr floor = Solid::half_space({0, 0, 1}), tilted = Solid::half_space({3, 0, 4}, 0);
  const SolidPtr box = Solid::box({2, 2, 2}), ball = Solid::sphere(1);
  expect(asked(floor, {}, ball, at(5, 5, 1)), Verdict::touching);
  expect(asked(floor, {}, ball, at(5, 5, std::nextafter(1, 2))), Verdict::near);
  expect(asked(floor, {}, ball, at(5, 5, -1)), Verdict::b_in_a);
  expect(asked(floor, {}, ball, at(5, 5, 0)), Verdict::crossing);
  expect(asked(tilted, {}, ball, at(0.6, 0, 0.8)), Verdict::near);   // 3 * 0.6 + 4 * 0.8 rounds to 5 from above
  expect(asked(tilted, {}, ball, at(3, 0, -1)), Verdict::touching);  // (9 - 4) / 5 = 1
  expect(asked(floor, {}, box, at(7, 0, 1)), Verdict::touching);
  expect(asked(floor, {}, box, at(7, 0, -1)), Verdict::b_in_a);
  expect(asked(box, {}, box, at(2, 0.5, 0)), Verdict::touching);
  expect(asked(box, {}, box, at(2, 2, 2)), Verdict::touching);
  expect(asked(box, {}, box, {}), Verdict::same);
  expect(asked(box, {}, Solid::box({1, 1, 1}), at(0.5, 0, 0)), Verdict::b_in_a);
  expect(asked(box, {}, ball, at(2, 0, 0)), Verdict::touching);
  expect(asked(box, {}, ball, {}), Verdict::b_in_a);
  expect(asked(floor, {}, Solid::half_space({0, 0, -2}), at(0, 0, 1)), Verdict::near);
  expect(asked(floor, {}, Solid::half_space({0, 0, -2}), {}), Verdict::touching);
  expect(asked(floor, {}, Solid::half_space({0, 0, 2}), at(0, 0, 1)), Verdict::a_in_b);
  expect(asked(floor, {}, tilted, {}), Verdict::crossing);
}

TEST(SolidScenes, CurvedSolidsTouchWithinTheBound) {
  const SolidPtr cylinder = Solid::cylinder(1, 2), cone = Solid::cone(1, 2), capsule = Solid::capsule(0.5, 2);
  expect(asked(cylinder, {}, cylinder, at(2, 0, 0)), Verdict::touching, Certainty::within_bound);
  expect(asked(cylinder, {}, cone, at(0, 0, 2)), Verdict::touching, Certainty::within_bound);
  expect(asked(capsule, {}, capsule, at(1, 0, 0)), Verdict::touching, Certainty::within_bound);
  expect(asked(cylinder, {}, Solid::cylinder(1, 1), {}), Verdict::b_in_a, Certainty::within_bound);
  expect(asked(cylinder, {}, Solid::cylinder(0.9, 1.5), {}), Verdict::b_in_a);
  expect(asked(Solid::ellipsoid({1, 2, 3}), {}, Solid::ellipsoid({0.9, 1.5, 2}), {}), Verdict::b_in_a);
  const PairAnswer deep = asked(capsule, {}, capsule, at(0.25, 0, 0));
  expect(deep, Verdict::crossing);
  EXPECT_NEAR(deep.gap->value, -0.75, 1e-9);
}

TEST(SolidScenes, MeshesAgainstSolids) {
  const Mesh cube = make_box({2, 2, 2});
  const SolidPtr ball = Solid::sphere(1), small = Solid::sphere(0.25);
  expect(asked(cube, {}, ball, at(2, 0, 0)), Verdict::touching);
  expect(asked(cube, {}, ball, at(std::nextafter(2, 3), 0, 0)), Verdict::near);
  expect(asked(cube, {}, ball, at(1.5, 0, 0)), Verdict::crossing);
  expect(asked(cube, {}, ball, {}), Verdict::b_in_a);
  expect(asked(cube, {}, small, at(0.3, 0, 0)), Verdict::b_in_a);
  expect(asked(cube, {}, Solid::sphere(2), {}), Verdict::a_in_b);
  expect(asked(cube, {}, Solid::half_space({0, 0, 1}, -1), {}), Verdict::touching);
  expect(asked(cube, {}, Solid::half_space({0, 0, 1}, 1), {}), Verdict::a_in_b);
  expect(asked(cube, {}, Solid::half_space({0, 1, 1}, 0.1), {}), Verdict::crossing);
  EXPECT_NEAR(*asked(cube, {}, Solid::cone(1, 2), at(0, 0, -2.5)).distance, 0.5, 1e-9);
  EXPECT_NEAR(*asked(cube, {}, Solid::ellipsoid({1, 2, 3}), at(3, 0, 0)).distance, 1, 1e-9);
  const PairAnswer near = asked(cube, {}, Solid::capsule(0.5, 4), at(2, 0, 0));
  EXPECT_NEAR(*near.distance, 0.5, 1e-9);
  EXPECT_TRUE(near.witness->a_face && !near.witness->b_face);
}

TEST(SolidScenes, HeightFieldsAreMeshesAndSolids) {
  std::vector<double> heights(25, 0.0);
  heights[12] = 1;
  const SolidPtr field = Solid::height_field(heights, 5, 1, 2);
  expect(asked(field, {}, make_box({1, 1, 1}), at(-1.5, -1.5, 0.5)), Verdict::touching);
  expect(asked(field, {}, Solid::sphere(0.5), at(0, 0, 1.5)), Verdict::touching);
  expect(asked(field, {}, Solid::sphere(0.5), at(0, 0, 1.25)), Verdict::crossing);
  expect(asked(field, {}, Solid::sphere(0.5), at(0, 0, -1)), Verdict::b_in_a);
  EXPECT_NEAR(*asked(field, {}, Solid::cylinder(0.1, 1), at(0, 0, 2)).distance, 0.5, 1e-9);
  EXPECT_THROW(Solid::height_field({}, 5, 1, 1), Error);
  EXPECT_THROW(Solid::height_field(heights, 4, 1, 1), Error);
  EXPECT_THROW(Solid::height_field(heights, 5, 1, 0), Error);
}

TEST(SolidScenes, PointsLieInBodiesOnThemOrOutside) {
  const Mesh cube = make_box({2, 2, 2});
  const SolidPtr inside = Solid::points({{0, 0, 0}, {0.5, 0.5, 0.5}}), on = Solid::points({{1, 0, 0}, {3, 0, 0}});
  const SolidPtr across = Solid::points({{0, 0, 0}, {3, 0, 0}}), balls = Solid::points({{2, 0, 0}, {4, 0, 0}}, 1);
  for (int kind = 0; kind < 2; ++kind) {
    const auto with = [&](const SolidPtr& points) {
      return kind == 0 ? asked(cube, {}, points, {}) : asked(Solid::box({2, 2, 2}), {}, points, {});
    };
    expect(with(inside), Verdict::b_in_a);
    expect(with(on), Verdict::touching);
    expect(with(across), Verdict::crossing);
    expect(with(balls), Verdict::touching);
    EXPECT_NEAR(*with(Solid::points({{4, 0, 0}, {0, 3, 0}})).distance, 2, 1e-12);
  }
  expect(asked(on, {}, across, {}), Verdict::touching);  // (3, 0, 0) is in both
  expect(asked(balls, {}, balls, at(0, 2, 0)), Verdict::touching);
  expect(asked(balls, {}, balls, at(0, 1, 0)), Verdict::crossing);
}

TEST(SolidScenes, RandomMeshesNeverContradictTessellationsInsideAndOutside) {
  Dice dice(2021);
  const Mesh meshes[] = {make_torus(1, 0.4, 12, 8), make_displaced_sphere(1, 0.2, 8, 12), make_box({1, 2, 1.5})};
  const int count = case_count(150, 20000);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const double x = dice.real(0.2, 1.2), y = dice.real(0.2, 1.2);
    SolidPtr solid;
    switch (i % 6) {
      case 0: solid = Solid::sphere(x); break;
      case 1: solid = Solid::capsule(x / 2, y); break;
      case 2: solid = Solid::cylinder(x, y); break;
      case 3: solid = Solid::cone(x, y); break;
      case 4: solid = Solid::ellipsoid({x, y, 0.5}); break;
      default: solid = Solid::box({x, y, 0.7});
    }
    const Mesh& mesh = meshes[i / 6 % 3];
    const Pose pose = Pose::from_quaternion(dice.point(-1.6, 1.6), dice.quaternion());
    Scene scene, inner, outer;
    scene.add("mesh", mesh);
    scene.add("solid", solid, pose);
    const PairAnswer answer = asked(scene);
    const Mesh dense = solid->tessellated(40);
    // Corners lie on the surface; a sagitta of 1 % at most, and 2 % is more than that for the flattest ellipsoid.
    std::vector<Vec3> grown(dense.vertices().begin(), dense.vertices().end());
    for (Vec3& v : grown) v *= i % 6 == 5 ? 1 : 1.02;
    inner.add("mesh", mesh);
    inner.add("solid", dense, pose);
    outer.add("mesh", mesh);
    outer.add("solid", Mesh(grown, {dense.faces().begin(), dense.faces().end()}), pose);
    const PairAnswer in = asked(inner), out = asked(outer);
    SCOPED_TRACE(testing::Message() << "case " << i << ": " << solid->name() << " " << to_string(answer.verdict)
                                    << ", inside " << to_string(in.verdict) << ", outside " << to_string(out.verdict));
    const auto apart = [](const PairAnswer& a) { return a.verdict == Verdict::near; };
    EXPECT_TRUE(apart(answer) || !apart(out));
    EXPECT_TRUE(!apart(answer) || apart(in));
    if (apart(answer)) {
      EXPECT_LE(answer.gap->low, *in.distance + 1e-9);
      EXPECT_GE(answer.gap->high, *out.distance - 1e-9);
    }
    EXPECT_TRUE(in.verdict != out.verdict || answer.verdict == in.verdict);
  }
}

TEST(SolidScenes, BadSizesAndPosesAreRefused) {
  const double nan = std::nan("");
  EXPECT_THROW(Solid::sphere(-1), Error);
  EXPECT_THROW(Solid::sphere(nan), Error);
  EXPECT_THROW(Solid::box({1, 0, 1}), Error);
  EXPECT_THROW(Solid::capsule(1, kInfinity), Error);
  EXPECT_THROW(Solid::half_space({0, 0, 0}), Error);
  EXPECT_THROW(Solid::half_space({0, 0, 1}, nan), Error);
  EXPECT_THROW(Solid::points({}), Error);
  EXPECT_THROW(Solid::points({{0, nan, 0}}), Error);
  EXPECT_THROW(Solid::points({{0, 0, 0}}, -1), Error);
  Scene scene;
  scene.add("ball", Solid::sphere(1), {2 * Eigen::Matrix3d::Identity(), {0, 0, 0}});
  scene.add("box", make_box({1, 1, 1}));
  EXPECT_THROW(Engine().check(scene), Error);
  EXPECT_THROW(Engine().meet(scene, {0}, {1}), Error);
}

TEST(SolidScenes, PointsAndNearestObjectsByClosedForms) {
  Scene scene;
  scene.add("ball", Solid::sphere(1), at(3, 0, 0));
  scene.add("cone", Solid::cone(1, 2), at(-4, 0, 0));
  scene.add("box", make_box({1, 1, 1}));
  const std::vector<Vec3> points = {{3, 0, 0}, {4, 0, 0}, {5, 0, 0}};
  const PointAnswers answers = Engine().points(scene, {0}, points);
  EXPECT_EQ(answers.sides, (std::vector<PointSide>{PointSide::inside, PointSide::on, PointSide::outside}));
  EXPECT_EQ(answers.distances, (std::vector<double>{-1, 0, 1}));
  EXPECT_EQ(Engine().nearest(scene, {2})->object, ObjectId{0});
  EXPECT_NEAR(Engine().nearest(scene, {2})->distance, 1.5, 1e-12);
  const std::vector<Pose> poses = {at(0, 0, 0), at(-4, 0, 0), at(1.6, 0, 0)};
  EXPECT_EQ(Engine().meet_poses(scene, {2}, poses), (std::vector<std::uint8_t>{0, 1, 1}));
}

}  // namespace
}  // namespace impinge::test
