// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The nearest faces of prepared bodies against all face pairs measured one by one, and against the search without trees;
// under any pose, with and without a limit, on every SIMD target.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include <cmath>
#include <limits>

#include "answer/distance/cluster_distance.h"
#include "answer/distance/face_distance.h"
#include "exact/face_pair_static.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge::test {
namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

// Two placed bodies with their trees.
struct Bodies {
  Mesh a_mesh, b_mesh;
  ClusterTree a_tree, b_tree;
  std::vector<WorldObject> world;
  Control control{{}, {}};

  Bodies(const Mesh& a, const Pose& a_pose, const Mesh& b, const Pose& b_pose)
      : a_mesh(a), b_mesh(b), a_tree(a.vertices(), a.faces()), b_tree(b.vertices(), b.faces()) {
    Scene scene;
    scene.add("a", a_mesh, a_pose);
    scene.add("b", b_mesh, b_pose);
    world = place(scene);
    world[0].clusters = &a_tree;
    world[1].clusters = &b_tree;
  }

  bool meet() const {
    for (std::uint32_t f = 0; f < world[0].faces.size(); ++f)
      for (std::uint32_t g = 0; g < world[1].faces.size(); ++g)
        if (face_pair_static(world[0].triangle(f), world[1].triangle(g)) != Relation::disjoint) return true;
    return false;
  }

  // The first of the nearest face pairs, by measuring all.
  Nearest judge() const {
    Nearest best;
    double told = kNoLimit;
    for (std::uint32_t f = 0; f < world[0].faces.size(); ++f)
      for (std::uint32_t g = 0; g < world[1].faces.size(); ++g) {
        const NearestPoints n = nearest_points(world[0].triangle(f), world[1].triangle(g));
        const double distance = std::sqrt(n.squared);
        if (!(told_apart(distance) < told)) continue;
        told = told_apart(distance);
        best = {distance, n.a, n.b, f, g};
      }
    return best;
  }

  std::optional<Nearest> find(double limit) {
    const Body a(world[0], control), b(world[1], control);
    return cluster_nearest_within(a, b, limit);
  }
  std::optional<Nearest> find_without_trees(double limit) {
    const Body a(world[0], control), b(world[1], control);
    return nearest_within(a, b, limit);
  }
};

void expect_same(const std::optional<Nearest>& found, const Nearest& truth, const std::string& what) {
  ASSERT_TRUE(found) << what;
  EXPECT_EQ(found->distance, truth.distance) << what;
  EXPECT_EQ(found->a_point, truth.a_point) << what;
  EXPECT_EQ(found->b_point, truth.b_point) << what;
  EXPECT_EQ(std::pair(found->a_face, found->b_face), std::pair(truth.a_face, truth.b_face)) << what;
}

// False where the surfaces meet: then nothing is asked.
bool expect_nearest(const Mesh& a, const Pose& a_pose, const Mesh& b, const Pose& b_pose, const std::string& what) {
  Bodies bodies(a, a_pose, b, b_pose);
  if (bodies.meet()) return false;
  const Nearest truth = bodies.judge();
  const double d = truth.distance;
  const auto without = bodies.find_without_trees(std::numeric_limits<double>::max());
  EXPECT_TRUE(without) << what;
  if (without.has_value()) {
    EXPECT_NEAR(without->distance, d, d * 0x1p-40) << what;
  }
  for_each_simd_target([&](const char* target) {
    const std::string where = what + ", " + target;
    expect_same(bodies.find(kNoLimit), truth, where);
    expect_same(bodies.find(d * 2), truth, where + ", limit beyond");
    EXPECT_FALSE(bodies.find(d * 0.999)) << where << ", limit below";
    // At the limit itself the decision is exact, and the same as without trees.
    for (const double limit : {d, std::nextafter(d, 0), std::nextafter(d, kNoLimit)})
      EXPECT_EQ(bodies.find(limit).has_value(), bodies.find_without_trees(limit).has_value())
          << where << ", limit " << limit;
  });
  return true;
}

std::string name_of(int i) { return "case " + std::to_string(i); }

TEST(ClusterDistance, IsThatOfTheNearestFaces) {
  Dice dice(61);
  int apart = 0;
  for (int i = 0; i < case_count(25, 600); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Mesh a = make_displaced_sphere(1, 0.3, 8, 12, seed), b = make_random_mesh(1, 0.4, 7, 9, seed);
    const Pose a_pose = dice.chance(0.3) ? Pose{} : Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    const double far = std::pow(10.0, dice.real(0.3, 3));
    apart += expect_nearest(a, a_pose, b, Pose::from_quaternion(dice.point(-far, far), dice.quaternion()), name_of(i));
  }
  EXPECT_GT(apart, case_count(10, 300));
}

TEST(ClusterDistance, OfBodiesUnderAnyMatrix) {
  Dice dice(62);
  int apart = 0;
  for (int i = 0; i < case_count(25, 600); ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Mesh a = make_displaced_sphere(1, 0.3, 6, 9, seed), b = make_displaced_sphere(1, 0.2, 6, 8, seed + 1);
    Pose pose = Pose::from_quaternion(dice.point(-5, 5), dice.quaternion());
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) pose.rotation(r, c) += dice.real(-0.7, 0.7);
    if (dice.chance(0.2)) pose.rotation.row(1) *= 1e-6;
    if (dice.chance(0.2)) pose.rotation *= std::pow(10.0, dice.integer(-4, 4));
    apart += expect_nearest(a, Pose::from_quaternion(dice.point(-5, 5), dice.quaternion()), b, pose, name_of(i));
  }
  EXPECT_GT(apart, case_count(8, 200));
}

TEST(ClusterDistance, FarFromTheOrigin) {
  Dice dice(63);
  int apart = 0;
  const Mesh a = make_displaced_sphere(1, 0.3, 6, 9, 1), b = make_displaced_sphere(1, 0.2, 6, 8, 2);
  for (int i = 0; i < case_count(20, 400); ++i) {
    const Vec3 there = dice.point(-1, 1) * std::pow(10.0, dice.integer(3, 13));
    const Pose a_pose = Pose::from_quaternion(there, dice.quaternion());
    Pose b_pose = Pose::from_quaternion(there, dice.quaternion());
    b_pose.position += dice.point(-4, 4);
    apart += expect_nearest(a, a_pose, b, b_pose, name_of(i));
  }
  EXPECT_GT(apart, case_count(8, 150));
}

// Powers of two change nothing but the exponents, as long as there are enough of them.
TEST(ClusterDistance, AtAnyScale) {
  const Soup a = soup_of(make_displaced_sphere(1, 0.3, 6, 9, 1)),
             b = soup_of(make_displaced_sphere(1, 0.2, 6, 8, 2)).shifted({3, 1, 1});
  const double truth = Bodies(a.mesh(), Pose{}, b.mesh(), Pose{}).judge().distance;
  for (int exponent = -1000; exponent <= 1000; exponent += 40) {
    const double scale = std::ldexp(1.0, exponent);
    Bodies bodies(a.scaled(scale).mesh(), Pose{}, b.scaled(scale).mesh(), Pose{});
    for_each_simd_target([&](const char* target) {
      const std::optional<Nearest> found = bodies.find(kNoLimit);
      ASSERT_TRUE(found) << scale << ", " << target;
      EXPECT_NEAR(found->distance / scale, truth, truth * 0x1p-45) << scale << ", " << target;
      EXPECT_TRUE(bodies.find(truth * scale * 1.001)) << scale << ", " << target;
      EXPECT_FALSE(bodies.find(truth * scale * 0.999)) << scale << ", " << target;
    });
  }
}

TEST(ClusterDistance, OfVeryDifferentSizes) {
  Dice dice(64);
  for (int i = 0; i < case_count(10, 200); ++i) {
    const double small = std::pow(10.0, -dice.integer(1, 12));
    const Soup body = soup_of(make_displaced_sphere(1, 0.3, 6, 8, 2)).scaled(small);
    expect_nearest(make_displaced_sphere(1, 0.3, 10, 14, 1), Pose::from_quaternion(dice.point(-1, 1), dice.quaternion()),
                   body.mesh(), Pose::from_quaternion(dice.point(-2, 2), dice.quaternion()), name_of(i));
  }
}

// Many pairs at the same distance: the first one is the answer.
TEST(ClusterDistance, OfParallelWallsIsThatOfTheFirstFaces) {
  const Soup a = box_soup({0, 0, 0}, {4, 4, 4}).refined().refined();
  EXPECT_TRUE(expect_nearest(a.mesh(), Pose{}, a.shifted({4.25, 0, 0}).mesh(), Pose{}, "in place"));
  Pose moved;
  moved.position = {4.25, 1, -1};
  EXPECT_TRUE(expect_nearest(a.mesh(), Pose{}, a.mesh(), moved, "moved"));
}

// Slanted, so that rounding makes the distances differ in their last digits; and without trees of the engine.
TEST(ClusterDistance, OfSlantedWallsIsThatOfTheFirstFaces) {
  Dice dice(65);
  for (int i = 0; i < case_count(5, 100); ++i) {
    const Pose pose = Pose::from_quaternion(dice.point(-1, 1), dice.quaternion());
    const Soup a = box_soup({0, 0, 0}, {4, 4, 4}).refined().refined(),
               b = a.shifted({4.25, dice.real(-1, 1), dice.real(-1, 1)});
    EXPECT_TRUE(expect_nearest(a.mesh(), pose, b.mesh(), pose, name_of(i)));
    Bodies bodies(a.mesh(), pose, b.mesh(), pose);
    const Nearest truth = bodies.judge();
    bodies.world[0].clusters = bodies.world[1].clusters = nullptr;
    expect_same(bodies.find(kNoLimit), truth, name_of(i) + ", without trees");
  }
}

TEST(ClusterDistance, OfManyFaces) {
  const Mesh many = make_displaced_sphere(1, 0.2, 190, 380, 1);
  ASSERT_GT(many.faces().size(), 65536u);
  EXPECT_TRUE(expect_nearest(many, Pose{}, box_soup({1.3, 0, 0}, {2, 1, 1}).mesh(),
                             Pose::from_quaternion({0.1, 0, 0}, {0.1, 0.2, 0.3, 0.9}), "many and few"));
}

TEST(ClusterDistance, IsCancelled) {
  Bodies bodies(make_icosphere(1, 2), Pose{}, make_icosphere(1, 2), Pose::from_quaternion({3, 0, 0}, {0, 0, 0, 1}));
  Control control({}, [] { return true; });
  const Body a(bodies.world[0], control), b(bodies.world[1], control);
  EXPECT_THROW(cluster_nearest_within(a, b, kNoLimit), Error);
}

}  // namespace
}  // namespace impinge::test
