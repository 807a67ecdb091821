// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Points against bodies whose answers are known in closed form, and against themselves in other poses, orders and threads.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <impinge/error.h>
#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include "answer/points/cloud.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

PointAnswers ask_points(const Mesh& mesh, const std::vector<Vec3>& points, const PointOptions& options = {}) {
  Scene scene;
  const ObjectId id = scene.add("body", mesh);
  return Engine().points(scene, id, points, options);
}

// The signed distance of a box around the origin.
double box_distance(const Vec3& half, const Vec3& p) {
  const Vec3 over = p.cwiseAbs() - half;
  return over.maxCoeff() <= 0 ? over.maxCoeff() : over.cwiseMax(Vec3::Zero()).norm();
}

TEST(Points, BoxInClosedForm) {
  const Vec3 half(1, 2, 4);
  Dice dice(3);
  std::vector<Vec3> points;
  for (int i = 0; i < case_count(4000, 100000); ++i)
    points.push_back(i % 2 == 0 ? dice.point(-6, 6) : Vec3(dice.grid_point(-12, 12) / 2));
  for (const int subdivisions : {1, 5}) {
    const PointAnswers answers = ask_points(make_box(2 * half, subdivisions), points);
    EXPECT_EQ(answers.certainty, Certainty::proved);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double truth = box_distance(half, points[i]);
      ASSERT_NEAR(answers.distances[i], truth, 1e-14);
      ASSERT_EQ(answers.sides[i], truth < 0 ? PointSide::inside : truth > 0 ? PointSide::outside : PointSide::on);
      ASSERT_EQ(answers.distances[i] == 0, answers.sides[i] == PointSide::on);
      ASSERT_NEAR((answers.nearest[i] - points[i]).norm(), std::fabs(truth), 1e-14);
    }
  }
}

TEST(Points, OverlappingShellsCountOnce) {
  // Two boxes in one mesh that overlap, and a third that is a cavity: winding numbers 2, 1 and 0.
  Soup soup = box_soup({0, 0, 0}, {10, 10, 10});
  soup.add_box({5, 5, 5}, {15, 15, 15});
  soup.add_box({1, 1, 1}, {3, 3, 3}, Split::falling, true);
  const PointAnswers answers =
      ask_points(soup.mesh(), {{7, 7, 7}, {2, 2, 2}, {4, 4, 4}, {12, 12, 12}, {12, 2, 2}, {5, 7, 7}, {3, 2, 2}, {20, 0, 0}});
  const std::vector<PointSide> truth = {PointSide::inside,  PointSide::outside, PointSide::inside, PointSide::inside,
                                        PointSide::outside, PointSide::on,      PointSide::on,     PointSide::outside};
  EXPECT_EQ(answers.sides, truth);
  EXPECT_EQ(answers.distances[0], -2);  // the walls inside are surface too
  EXPECT_EQ(answers.distances[1], 1);
}

TEST(Points, BeyondTheRangeIsSaid) {
  PointOptions options;
  options.range = 1;
  const PointAnswers answers =
      ask_points(make_box(Vec3(8, 8, 8)), {{0, 0, 0}, {4.5, 0, 0}, {5.5, 0, 0}, {3.5, 0, 0}}, options);
  EXPECT_EQ(answers.distances, (std::vector<double>{-kInfinity, 0.5, kInfinity, -0.5}));
  EXPECT_EQ(answers.faces[0], PointAnswers::kNone);
  EXPECT_TRUE(answers.nearest[2].array().isNaN().all());
  EXPECT_EQ(answers.sides[0], PointSide::inside);
}

TEST(Points, SidesAloneAndDistancesAlone) {
  Dice dice(5);
  const Mesh body = make_displaced_sphere(5, 0.3, 24, 48, 2);
  const std::vector<Vec3> points =
      hard_cloud({body.vertices().begin(), body.vertices().end()}, body.faces(), case_count(4000, 100000), dice);
  const PointAnswers both = ask_points(body, points);
  PointOptions options;
  options.nearest = false;
  const PointAnswers sides = ask_points(body, points, options);
  EXPECT_EQ(sides.sides, both.sides);
  EXPECT_TRUE(sides.distances.empty() && sides.faces.empty() && sides.nearest.empty());
  options = {};
  options.sides = false;
  const PointAnswers distances = ask_points(body, points, options);
  EXPECT_TRUE(distances.sides.empty());
  EXPECT_EQ(distances.faces, both.faces);
  for (std::size_t i = 0; i < points.size(); ++i) ASSERT_EQ(distances.distances[i], std::fabs(both.distances[i]));
}

TEST(Points, SelfCrossingBodiesHaveTheWindingNumbersOfRays) {
  // Vertices moved at random, so that walls pass through each other.
  Dice dice(11);
  const Mesh body = make_random_mesh(5, 0.6, 12, 24, 5);
  const std::vector<Vec3> vertices(body.vertices().begin(), body.vertices().end());
  const std::vector<Vec3> points = hard_cloud(vertices, body.faces(), case_count(3000, 100000), dice);
  const PointAnswers all = ask_points(body, points);
  // One by one nothing is known of neighbours: each is told by a ray of its own.
  for (std::size_t i = 0; i < points.size(); i += 7) {
    const PointAnswers one = ask_points(body, {points[i]});
    ASSERT_EQ(one.sides[0], all.sides[i]) << i;
    ASSERT_EQ(one.distances[0], all.distances[i]) << i;
    ASSERT_EQ(one.faces[0], all.faces[i]) << i;
  }
}

TEST(Points, ThreadsOrderAndPreparationChangeNothing) {
  Dice dice(7);
  const Mesh body = make_torus(5, 2, 40, 20);
  std::vector<Vec3> points =
      hard_cloud({body.vertices().begin(), body.vertices().end()}, body.faces(), case_count(5000, 50000), dice);
  Scene scene;
  const ObjectId id = scene.add("body", body, Pose::from_quaternion({1, 2, 3}, {0.1, 0.2, 0.3, 0.9}));
  const PointAnswers fresh = Engine({.threads = 1}).points(scene, id, points);
  Engine two({.threads = 2});
  two.prepare(body);
  const PointAnswers prepared = two.points(scene, id, points);
  EXPECT_EQ(prepared.distances, fresh.distances);
  EXPECT_EQ(prepared.sides, fresh.sides);
  EXPECT_EQ(prepared.faces, fresh.faces);
  std::reverse(points.begin(), points.end());
  const PointAnswers reversed = two.points(scene, id, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    ASSERT_EQ(reversed.distances[i], fresh.distances[points.size() - 1 - i]);
    ASSERT_EQ(reversed.sides[i], fresh.sides[points.size() - 1 - i]);
  }
}

TEST(Points, EveryInstructionSetGivesTheSameBits) {
  Dice dice(13);
  const Mesh body = make_random_mesh(5, 0.6, 16, 32, 5);
  const std::vector<Vec3> points =
      hard_cloud({body.vertices().begin(), body.vertices().end()}, body.faces(), case_count(2000, 20000), dice);
  Scene scene;
  const ObjectId id = scene.add("body", body);
  std::vector<Ray> rays;
  for (const Vec3& p : points) rays.push_back({p, dice.point(-1, 1)});
  const PointAnswers truth = Engine().points(scene, id, points);
  const RayAnswers hits = Engine().rays(scene, id, rays);
  for_each_simd_target([&](const char* target) {
    const PointAnswers answers = Engine().points(scene, id, points);
    EXPECT_EQ(answers.distances, truth.distances) << target;
    EXPECT_EQ(answers.faces, truth.faces) << target;
    EXPECT_EQ(answers.sides, truth.sides) << target;
    EXPECT_EQ(Engine().rays(scene, id, rays).faces, hits.faces) << target;
  });
}

TEST(Points, DeformedBodiesAreAskedAsTheyAre) {
  const Mesh body = make_box(Vec3(2, 2, 2), 2);
  std::vector<Vec3> larger;
  for (const Vec3& v : body.vertices()) larger.push_back(v * 3);
  Scene scene;
  const ObjectId id = scene.add("body", body);
  Engine engine;
  engine.prepare(body);
  const std::vector<Vec3> points = {{2, 0, 0}};
  EXPECT_EQ(engine.points(scene, id, points).distances[0], 1);
  scene.set_vertices(id, larger);
  EXPECT_EQ(engine.points(scene, id, points).distances[0], -1);
}

TEST(Points, OpenBodiesAreToldByWindingNumbers) {
  const Mesh closed = box_soup({0, 0, 0}, {10, 10, 10}).mesh();
  std::vector<Face> faces(closed.faces().begin(), closed.faces().end());
  faces.pop_back();  // half a wall is missing
  const Mesh open({closed.vertices().begin(), closed.vertices().end()}, faces);
  const std::vector<Vec3> points = {{5, 5, 5}, {-5, 5, 5}, {0, 5, 4}};
  const PointAnswers likely = ask_points(open, points);
  EXPECT_EQ(likely.certainty, Certainty::likely);
  EXPECT_EQ(likely.sides[0], PointSide::inside);
  EXPECT_EQ(likely.sides[1], PointSide::outside);
  EXPECT_GT(likely.windings[0], 0.8);
  EXPECT_LT(std::fabs(likely.windings[1]), 0.2);
  PointOptions options;
  options.open = OpenBodies::surface;
  const PointAnswers surface = ask_points(open, points, options);
  EXPECT_EQ(surface.certainty, Certainty::proved);
  EXPECT_EQ(surface.sides[0], PointSide::outside);
  EXPECT_EQ(surface.distances[0], 5);
}

TEST(Points, FarAndTinyNumbers) {
  for (const double size : {1e-150, 1e-30, 1.0, 1e30, 1e150}) {
    const PointAnswers answers =
        ask_points(make_box(Vec3(2, 2, 2) * size), {Vec3(3, 0, 0) * size, Vec3(0.5, 0, 0) * size, Vec3(1, 0.5, 0) * size});
    EXPECT_NEAR(answers.distances[0] / size, 2, 1e-14) << size;
    EXPECT_NEAR(answers.distances[1] / size, -0.5, 1e-14) << size;
    EXPECT_EQ(answers.sides[2], PointSide::on) << size;
  }
  const PointAnswers far = ask_points(make_box(Vec3(2, 2, 2)), {{1e20, 0, 0}, {1e9, 1e9, 0}});
  EXPECT_NEAR(far.distances[0] / 1e20, 1, 1e-14);
  EXPECT_NEAR(far.distances[1], std::hypot(1e9 - 1, 1e9 - 1), 1e-4);
}

// Squares of floats overflowed, no face was found, and the empty ball of the far point swallowed the near one.
TEST(Points, FarPointsHaveDistancesAndTellNothingOfNearOnes) {
  for (int k = 0; k < 60; ++k) {
    const double far = std::ldexp(1.0, k);
    const PointAnswers answers = ask_points(make_box(Vec3(2, 2, 2)), {{0.5, 0, 0}, {1 + far, 0, 0}, {0, -1 - far, 0.5}});
    EXPECT_NEAR(answers.distances[0], -0.5, 1e-14) << k;
    EXPECT_NEAR(answers.distances[1] / far, 1, 1e-13) << k;
    EXPECT_NEAR(answers.distances[2] / far, 1, 1e-13) << k;
    EXPECT_EQ(answers.sides[0], PointSide::inside) << k;
  }
}

// The tree that such a body gets in the world was shifted by the middle of its own one: wrong sides, and far faces.
TEST(Points, TurnedBodiesFarFromTheOrigin) {
  const Vec3 half(1, 2, 1.5), middle(3, -1, 2);
  const Mesh box = soup_of(make_box(2 * half, 6)).shifted(middle).mesh();
  Dice dice(30);
  for (const int power : {20, 30, 34}) {
    Pose pose;  // a quarter turn about z
    pose.rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    pose.position = Vec3(1, 0, -1) * std::ldexp(1.0, power);
    Scene scene;
    const ObjectId id = scene.add("body", box, pose);
    std::vector<Vec3> locals, points;
    for (int i = 0; i < 200; ++i) {
      locals.push_back(middle + dice.grid_point(-200, 200) / 64);
      points.push_back(pose.rotation * locals.back() + pose.position);
    }
    const PointAnswers answers = Engine().points(scene, id, points, {});
    for (std::size_t i = 0; i < points.size(); ++i)
      EXPECT_NEAR(answers.distances[i], box_distance(half, locals[i] - middle), 1e-6) << power << ", " << i;
  }
}

TEST(Points, ShapesWithoutFacesHaveBounds) {
  Scene scene;
  const ObjectId id =
      scene.add("ball", make_implicit_ellipsoid(Vec3(2, 2, 2)), Pose::from_quaternion({10, 0, 0}, {0, 0, 0, 1}));
  const std::vector<Vec3> points = {{10, 0, 0}, {11, 0.5, 0}, {15, 0, 0}, {10, 3, 0}};
  const PointAnswers answers = Engine().points(scene, id, points);
  EXPECT_EQ(answers.certainty, Certainty::sampled);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double truth = (points[i] - Vec3(10, 0, 0)).norm() - 2;
    EXPECT_EQ(answers.sides[i], truth < 0 ? PointSide::inside : PointSide::outside);
    EXPECT_GE(std::fabs(answers.distances[i]), std::fabs(truth) * (1 - 1e-9));
    EXPECT_LE(answers.least_distances[i], std::fabs(truth));
  }
}

TEST(Points, TroubleIsNamed) {
  Scene scene;
  const ObjectId id = scene.add("body", make_box(Vec3(2, 2, 2)));
  const Engine engine;
  const auto message = [&](const std::vector<Vec3>& points, const PointOptions& options = {}) -> std::string {
    try {
      engine.points(scene, id, points, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({{0, 0, 0}, {0, NAN, 0}}).find("point 1 is (0, nan, 0)"), std::string::npos);
  EXPECT_NE(message({{INFINITY, 0, 0}}).find("point 0"), std::string::npos);
  PointOptions options;
  options.range = -1;
  EXPECT_NE(message({{0, 0, 0}}, options).find("range -1"), std::string::npos);
  options = {};
  options.is_cancelled = [] { return true; };
  EXPECT_NE(message({{0, 0, 0}}, options).find("cancelled"), std::string::npos);
  EXPECT_EQ(message({}), "");
  EXPECT_THROW(engine.points(scene, {7}, {}), Error);
}

}  // namespace
}  // namespace impinge::test
