// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Meshes and shapes without faces in one scene: the method is chosen pair by pair, so that a mesh pair has the answer that
// it has alone, and what only lines tell says so.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <impinge/engine.h>
#include <impinge/error.h>
#include <impinge/experiments.h>
#include <impinge/shapes.h>
#include <support/ask.h>
#include <support/case_count.h>
#include <support/dice.h>

namespace impinge::test {
namespace {

Pose moved_to(const Vec3& at) {
  Pose pose;
  pose.position = at;
  return pose;
}

LineShapePtr random_shape(Dice& dice) {
  switch (dice.integer(0, 4)) {
    case 0: return make_rounded_box({1.2, 0.8, 1}, 0.1);
    case 1: return make_nurbs({make_nurbs_torus(0.8, 0.25)});
    case 2:
      return make_difference({make_implicit_sphere(0.9), make_placed(make_implicit_sphere(0.5), moved_to({0.5, 0, 0}))});
    case 3: return make_capsule({0, 0, -0.6}, {0, 0.2, 0.6}, 0.3);
    default: return make_union({make_line_mesh(make_box({1, 1, 0.4})), make_implicit_cylinder(0.2, 1.5)});
  }
}

Mesh random_mesh(Dice& dice) {
  switch (dice.integer(0, 3)) {
    case 0: return make_box({dice.real(0.4, 1.5), 1, 1});
    case 1: return make_displaced_sphere(0.8, 0.3, 8, 10, dice.bits() % 50);
    case 2: return make_torus(0.8, 0.3, 12, 8);
    default: return make_noise_field(1.6, 0.3, 6, dice.bits() % 50);
  }
}

Pose random_pose(Dice& dice) {
  // Some stand on a grid, where faces touch.
  if (dice.chance(0.3)) return moved_to(dice.grid_point(-1, 1));
  return Pose::from_quaternion(dice.point(-1.2, 1.2), dice.quaternion());
}

CheckOptions random_options(Dice& dice) {
  CheckOptions options;
  options.view.resolution = 16;
  if (dice.chance(0.5)) options.clearance = dice.real(0, 1);
  options.self = !options.clearance && dice.chance(0.3);
  options.face_pairs = dice.chance(0.7);
  if (dice.chance(0.2)) options.level = dice.integer(1, 4);
  return options;
}

// Two meshes of a scene, or one that is to be checked with itself, and nothing else.
CheckResult alone(const Engine& engine, const Scene& scene, ObjectId a, ObjectId b, CheckOptions options) {
  Scene pair;
  pair.add("a", scene.object(a).mesh, scene.object(a).pose);
  if (a != b) pair.add("b", scene.object(b).mesh, scene.object(b).pose);
  options.self = a == b;
  options.pairs = a != b;
  return engine.check(pair, options);
}

// The answer of one pair as that of a scene which has no other.
CheckResult only(const CheckResult& result, ObjectId a, ObjectId b) {
  CheckResult one;
  for (PairAnswer pair : result.pairs) {
    if (pair.a != a || pair.b != b) continue;
    pair.a = {0};
    pair.b = {a == b ? 0u : 1u};
    one.pairs.push_back(std::move(pair));
  }
  return one;
}

void expect_mesh_pairs_as_alone(const Engine& engine, const Scene& scene, const CheckOptions& options,
                                const std::string& what) {
  const CheckResult all = engine.check(scene, options);
  const auto count = static_cast<std::uint32_t>(scene.objects().size());
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t j = options.self ? i : i + 1; j < count; ++j) {
      const CheckResult found = only(all, {i}, {j});
      if (scene.object({i}).shape || scene.object({j}).shape) {
        for (const PairAnswer& p : found.pairs) {
          EXPECT_NE(p.certainty, Certainty::proved) << what;
          EXPECT_EQ(p.distance.value_or(0), 0) << what;
          EXPECT_EQ(p.distance.has_value(), options.clearance && p.verdict != Verdict::undecided) << what;
        }
        continue;
      }
      const CheckResult expected = alone(engine, scene, {i}, {j}, options);
      EXPECT_EQ(answer_hash(found), answer_hash(expected)) << what << ", objects " << i << " and " << j;
      for (const PairAnswer& p : found.pairs) EXPECT_EQ(p.guarantee, Guarantee::direct) << what;
    }
}

TEST(MixedScenes, EveryMeshPairHasTheAnswerThatItHasAlone) {
  Dice dice(1907);
  for (int k = 0; k < case_count(25, 500); ++k) {
    Experiments experiments;
    if (dice.chance(0.2)) experiments.broad = Broad::none;
    Engine engine({.threads = dice.integer(1, 2)}, experiments);
    Scene scene;
    const int meshes = dice.integer(2, 5), shapes = dice.integer(1, 3);
    for (int m = 0; m < meshes; ++m) {
      const Mesh mesh = random_mesh(dice);
      if (dice.chance(0.3)) engine.prepare(mesh);
      scene.add("mesh", mesh, random_pose(dice));
      if (m < shapes) scene.add("shape", random_shape(dice), random_pose(dice));
    }
    expect_mesh_pairs_as_alone(engine, scene, random_options(dice), "scene " + std::to_string(k));
  }
}

// Two rods that cross between the lines of a raster, and a distance function far from both.
TEST(MixedScenes, AShapeFarAwayMadeTwoMeshesThatCrossDisjoint) {
  Scene scene;
  scene.add("rod", make_box({100, 0.001, 0.001}));
  scene.add("post", make_box({0.001, 100, 0.001}), moved_to({0.3, 0, 0}));
  scene.add("gauge", make_rounded_box({1, 1, 1}, 0.1), moved_to({0, 0, 500}));
  CheckOptions options;
  options.clearance = 1;
  const CheckResult found = Engine().check(scene, options);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_EQ(found.pairs[0].verdict, Verdict::crossing);
  EXPECT_EQ(found.pairs[0].certainty, Certainty::proved);
  EXPECT_EQ(std::count(found.stats.methods.begin(), found.stats.methods.end(), "zlist"), 0);
  expect_mesh_pairs_as_alone(Engine(), scene, options, "far away");
}

// A pin that ends in a box beside the only line.
TEST(MixedScenes, NothingFoundBetweenTheLinesWasTakenForAProof) {
  Scene scene;
  scene.add("box", make_box({2, 2, 2}));
  scene.add("pin", make_union({make_placed(make_implicit_cylinder(0.05, 1), moved_to({0.8, 0.8, 1.3})),
                               make_placed(make_rounded_box({2, 2, 0.1}, 0.01), moved_to({0, 0, 1.8}))}));
  scene.add("ball", make_icosphere(0.1, 1), moved_to({5, 0, 0}));
  CheckOptions options;
  options.view.direction = Vec3(0, 0, 1);
  options.view.resolution = 1;
  for (const Method method : {Method::automatic, Method::zlist, Method::depth_count}) {
    options.method = method;
    const CheckResult found = Engine().check(scene, options);
    ASSERT_EQ(found.pairs.size(), 1u) << to_string(method);
    EXPECT_EQ(found.pairs[0].verdict, Verdict::disjoint);
    EXPECT_EQ(found.pairs[0].certainty, Certainty::sampled);
    EXPECT_EQ(found.pairs[0].guarantee, Guarantee::sampled);
    EXPECT_FALSE(found.pairs[0].witness);
  }
  options.method = Method::automatic;
  options.view.resolution = 200;
  EXPECT_EQ(Engine().check(scene, options).pairs.at(0).verdict, Verdict::crossing);
}

// Distances are those of meshes; a pair that has none and may be near is undecided, one whose boxes are too far is not.
TEST(MixedScenes, OneShapeWithoutFacesRefusedTheClearanceOfAll) {
  Scene scene;
  scene.add("left", make_box({1, 1, 1}));
  scene.add("right", make_box({1, 1, 1}), moved_to({1.5, 0, 0}));
  scene.add("capsule", make_capsule({0, 0, 0}, {0, 0, 1}, 0.2), moved_to({3, 0, 0}));
  CheckOptions options;
  options.clearance = 1;
  const CheckResult found = Engine().check(scene, options);
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_EQ(found.pairs[0].verdict, Verdict::near);
  EXPECT_EQ(found.pairs[0].distance, 0.5);
  EXPECT_EQ(found.pairs[1].a, ObjectId{1});
  EXPECT_EQ(found.pairs[1].verdict, Verdict::undecided);
  EXPECT_EQ(found.pairs[1].certainty, Certainty::undecided);
  EXPECT_FALSE(found.pairs[1].distance);
  // Asked for by name, lines refuse what they cannot give anybody.
  options.method = Method::zlist;
  EXPECT_THROW(Engine().check(scene, options), Error);
}

TEST(MixedScenes, OneShapeWithoutFacesRefusedTheSelfCheckOfAll) {
  Scene scene;
  scene.add("clean", make_box({1, 1, 1}));
  const std::vector<Vec3> corners = {{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0.25, -1}, {0, 0.25, 1}, {0, -1, 0}};
  scene.add("crossed", Mesh(corners, {{0, 1, 2}, {3, 4, 5}}), moved_to({5, 0, 0}));
  scene.add("ball", make_implicit_sphere(1), moved_to({10, 0, 0}));
  CheckOptions options;
  options.self = true;
  const CheckResult found = Engine().check(scene, options);
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_EQ(found.pairs[0].a, ObjectId{1});
  EXPECT_GT(found.pairs[0].face_pair_count, 0u);
  EXPECT_EQ(found.pairs[1].a, ObjectId{2});
  EXPECT_EQ(found.pairs[1].b, ObjectId{2});
  EXPECT_EQ(found.pairs[1].verdict, Verdict::undecided);
}

TEST(MixedScenes, AMethodByNameStillRefusesShapesWithoutFaces) {
  Scene scene;
  scene.add("box", make_box({1, 1, 1}));
  scene.add("ball", make_implicit_sphere(1));
  for (const Method method : {Method::face_octree, Method::slice_map, Method::cluster_tree, Method::polar_newton})
    EXPECT_THROW(Engine().check(scene, {.method = method}), Error) << to_string(method);
}

}  // namespace
}  // namespace impinge::test
