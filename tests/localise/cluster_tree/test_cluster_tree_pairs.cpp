// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Prepared objects against brute force: every face pair with its exact relation, nothing missing, nothing more, in order;
// for every SIMD target and two thread counts, under any pose.

#include <gtest/gtest.h>

#include <tbb/task_arena.h>

#include <impinge/impinge.h>
#include <support/axis_rotations.h>
#include <support/case_count.h>
#include <support/simd_targets.h>
#include <support/soup.h>

#include "exact/face_pair_static.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge::test {
namespace {

std::vector<FacePair> brute_force(const WorldObject& a, const WorldObject& b) {
  std::vector<FacePair> pairs;
  for (std::uint32_t f = 0; f < a.faces.size(); ++f)
    for (std::uint32_t g = 0; g < b.faces.size(); ++g) {
      const Relation relation = face_pair_static(a.triangle(f), b.triangle(g));
      if (relation != Relation::disjoint) pairs.push_back({f, g, relation});
    }
  return pairs;
}

void expect_pairs(const WorldObject& a, const WorldObject& b, const std::vector<FacePair>& truth, const std::string& what) {
  Control control({}, {});
  CandidateLimit limit({}, kMaxCandidates);
  const ClusterPairs found = cluster_tree_pairs(a, b, {0, 1}, limit, control);
  ASSERT_EQ(found.meeting, truth) << what;
  EXPECT_GE(found.candidates, truth.size()) << what;
  const std::optional<FacePair> any = cluster_tree_any(a, b, control);
  ASSERT_EQ(any.has_value(), !truth.empty()) << what;
  if (any.has_value()) {
    EXPECT_NE(std::find(truth.begin(), truth.end(), *any), truth.end()) << what;
  }
}

void expect_equal(const Mesh& a_mesh, const Pose& a_pose, const Mesh& b_mesh, const Pose& b_pose, const std::string& what) {
  Scene scene;
  scene.add("a", a_mesh, a_pose);
  scene.add("b", b_mesh, b_pose);
  std::vector<WorldObject> world = place(scene);
  const ClusterTree a_tree(a_mesh.vertices(), a_mesh.faces()), b_tree(b_mesh.vertices(), b_mesh.faces());
  world[0].clusters = &a_tree;
  world[1].clusters = &b_tree;
  const std::vector<FacePair> truth = brute_force(world[0], world[1]), mirrored = brute_force(world[1], world[0]);
  for_each_simd_target([&](const char* target) {
    tbb::task_arena one(1), two(2);
    one.execute([&] { expect_pairs(world[0], world[1], truth, what + ", " + target); });
    two.execute([&] { expect_pairs(world[0], world[1], truth, what + ", two threads, " + target); });
    expect_pairs(world[1], world[0], mirrored, what + ", mirrored, " + target);
  });
}

Pose random_pose(Dice& dice) { return Pose::from_quaternion(dice.point(-0.5, 0.5), dice.quaternion()); }

// Far from a rotation: scaled, sheared, mirrored, nearly or wholly flat.
Pose bent_pose(Dice& dice) {
  Pose pose = random_pose(dice);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = dice.real(-1, 1);
  if (dice.chance(0.2)) pose.rotation.row(dice.integer(0, 2)) *= 1e-7;
  if (dice.chance(0.1)) pose.rotation.row(2) = pose.rotation.row(0) + pose.rotation.row(1);
  if (dice.chance(0.1)) pose.rotation.col(1).setZero();
  if (dice.chance(0.2)) pose.rotation *= std::pow(10.0, dice.integer(-6, 6));
  return pose;
}

std::string name_of(int i) { return "case " + std::to_string(i); }

TEST(ClusterTreePairs, FindsAllPairsOfRandomTriangles) {
  Dice dice(31);
  for (int i = 0; i < case_count(150, 2000); ++i)
    expect_equal(random_soup(dice, dice.integer(1, 300), 1, 10).mesh(), random_pose(dice),
                 random_soup(dice, dice.integer(1, 300), dice.real(0.05, 1), 10).mesh(), random_pose(dice), name_of(i));
}

TEST(ClusterTreePairs, FindsAllPairsUnderAnyMatrix) {
  Dice dice(32);
  for (int i = 0; i < case_count(400, 5000); ++i)
    expect_equal(random_soup(dice, dice.integer(1, 200), 1, 10).mesh(),
                 dice.chance(0.5) ? random_pose(dice) : bent_pose(dice),
                 random_soup(dice, dice.integer(1, 200), dice.real(0.05, 1), 10).mesh(), bent_pose(dice), name_of(i));
}

TEST(ClusterTreePairs, FindsAllPairsOfConcaveBodies) {
  Dice dice(33);
  const Mesh a = make_displaced_sphere(1, 0.3, 12, 24, 1), b = make_displaced_sphere(1, 0.3, 12, 24, 2);
  for (int i = 0; i < case_count(10, 400); ++i) {
    Pose pose = random_pose(dice);
    pose.position = pose.position.normalized() * dice.real(0, 2.2);
    expect_equal(a, Pose{}, b, pose, name_of(i));
    expect_equal(a, random_pose(dice), b, pose, name_of(i));
  }
  expect_equal(a, Pose{}, a, Pose{}, "itself");
  const Pose somewhere = random_pose(dice);
  expect_equal(a, somewhere, a, somewhere, "itself turned");
}

TEST(ClusterTreePairs, FindsAllPairsFarFromTheOrigin) {
  Dice dice(34);
  for (int i = 0; i < case_count(100, 2000); ++i) {
    const double far = std::pow(10.0, dice.integer(2, 16));
    const Vec3 there = dice.point(-far, far);
    const Soup a = random_soup(dice, dice.integer(1, 200), 1, 10), b = random_soup(dice, dice.integer(1, 200), 1, 10);
    Pose pose_a = random_pose(dice), pose_b = random_pose(dice);
    if (dice.chance(0.5)) {
      pose_a.position += there;
      pose_b.position += there;
      expect_equal(a.mesh(), pose_a, b.mesh(), pose_b, name_of(i));
    } else {  // far in its own frame
      expect_equal(a.shifted(there).mesh(), Pose{}, b.shifted(there).mesh(), Pose{}, name_of(i));
      pose_a.position = -(pose_a.rotation * there);
      expect_equal(a.shifted(there).mesh(), pose_a, b.mesh(), pose_b, name_of(i));
    }
  }
}

TEST(ClusterTreePairs, FindsAllPairsAtAnyScale) {
  Dice dice(35);
  for (const double scale : {1e-320, 1e-300, 1e-150, 1e-40, 1e-6, 1e6, 1e40, 1e150, 1e300, 1e307})
    for (int i = 0; i < case_count(3, 50); ++i) {
      const Soup a = random_soup(dice, judged_size(100), 1, 10), b = random_soup(dice, judged_size(100), 0.7, 10);
      expect_equal(a.scaled(scale).mesh(), Pose{}, b.scaled(scale).mesh(), Pose{}, "scale " + std::to_string(scale));
      Pose pose = random_pose(dice);
      pose.position *= scale;
      expect_equal(a.scaled(scale).mesh(), Pose{}, b.scaled(scale).mesh(), pose, "scale " + std::to_string(scale));
    }
}

TEST(ClusterTreePairs, FindsAllPairsOfVeryDifferentSizes) {
  Dice dice(36);
  for (int i = 0; i < case_count(100, 1500); ++i) {
    const double small = std::pow(10.0, -dice.integer(1, 14));
    const Soup large = random_soup(dice, 150, 1, 10);
    Pose pose = random_pose(dice);
    pose.position = large.vertices[static_cast<std::size_t>(dice.integer(0, 149))];
    expect_equal(large.mesh(), Pose{}, random_soup(dice, 150, small, 10).mesh(), pose, name_of(i));
  }
}

TEST(ClusterTreePairs, FindsFlushAndTouchingFaces) {
  Dice dice(37);
  const std::vector<std::array<double, 4>> rotations = axis_rotations();
  for (int i = 0; i < case_count(60, 1500); ++i) {
    const Soup a = box_soup({0, 0, 0}, {4, 4, 4}, Split::fan).refined(), b = box_soup({0, 0, 0}, {2, 3, 2}).refined();
    const Pose turned =
        Pose::from_quaternion(dice.grid_point(-5, 5), rotations[static_cast<std::size_t>(dice.integer(0, 23))]);
    expect_equal(a.mesh(), Pose{}, b.mesh(), turned, name_of(i));
    Pose both = random_pose(dice);
    expect_equal(a.mesh(), both, b.shifted(dice.grid_point(-3, 4)).mesh(), both, name_of(i));
  }
}

// A flat square of so many cells along each edge, in its own plane or in another.
Soup plate(int cells, const Pose& pose) {
  Soup soup;
  Dice dice(1);
  const auto at = [&](int i, int j) { return world_point(pose, Vec3(i, j, 0) / cells); };
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      soup.add_quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1), Split::falling, dice);
  return soup;
}

Pose inverse_of(const Pose& pose) { return {pose.rotation.transpose(), -(pose.rotation.transpose() * pose.position)}; }

// Flush plates leave no room at all: boxes and slabs of all nodes touch, and rounding decides which faces do.
TEST(ClusterTreePairs, FindsFlushPlates) {
  Dice dice(40);
  for (int i = 0; i < case_count(4, 100); ++i) {
    const int cells = judged_size(dice.integer(10, 24));
    const double far = dice.chance(0.5) ? 1 : std::pow(10.0, dice.integer(1, 9));
    Pose along;  // in the plane, so that z stays
    along.position = Vec3(dice.real(-1, 1), dice.real(-1, 1), 0);
    expect_equal(plate(judged_size(20), Pose{}).mesh(), Pose{}, plate(cells, Pose{}).mesh(), along, name_of(i) + " moved");
    along.position = Vec3(0, 0, dice.real(-far, far));
    Pose back;
    back.position = -along.position;
    expect_equal(plate(judged_size(20), Pose{}).mesh(), Pose{}, plate(cells, back).mesh(), along,
                 name_of(i) + " moved and back");
    Pose turned = random_pose(dice);
    turned.position *= far;
    expect_equal(plate(judged_size(20), Pose{}).mesh(), Pose{}, plate(cells, inverse_of(turned)).mesh(), turned,
                 name_of(i) + " turned and back");
    expect_equal(plate(judged_size(20), Pose{}).mesh(), turned, plate(cells, turned).mesh(), Pose{}, name_of(i) + " turned");
  }
}

// Two plates of equal cells in one place: only faces of neighbouring cells can meet.
std::vector<FacePair> neighbours_that_meet(const WorldObject& a, const WorldObject& b, int cells) {
  std::vector<FacePair> pairs;
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j)
      for (int f = 2 * (i * cells + j); f < 2 * (i * cells + j) + 2; ++f)
        for (int k = std::max(i - 1, 0); k <= std::min(i + 1, cells - 1); ++k)
          for (int l = std::max(j - 1, 0); l <= std::min(j + 1, cells - 1); ++l)
            for (int g = 2 * (k * cells + l); g < 2 * (k * cells + l) + 2; ++g) {
              const auto x = static_cast<std::uint32_t>(f), y = static_cast<std::uint32_t>(g);
              const Relation relation = face_pair_static(a.triangle(x), b.triangle(y));
              if (relation != Relation::disjoint) pairs.push_back({x, y, relation});
            }
  return pairs;
}

TEST(ClusterTreePairs, FindsFlushPlatesOfManyFaces) {
  Dice dice(41);
  std::size_t meeting = 0;  // moved without a turn, all or none of them meet
  for (int i = 0; i < case_count(3, 60); ++i) {
    const int cells = judged_size(dice.integer(60, 120));
    Pose turned = random_pose(dice);
    if (dice.chance(0.3)) turned.rotation.setIdentity();
    if (dice.chance(0.3)) turned.position *= 1e3;
    const Mesh a = plate(cells, Pose{}).mesh(), b = plate(cells, inverse_of(turned)).mesh();
    Scene scene;
    scene.add("a", a);
    scene.add("b", b, turned);
    std::vector<WorldObject> world = place(scene);
    const ClusterTree a_tree(a.vertices(), a.faces()), b_tree(b.vertices(), b.faces());
    world[0].clusters = &a_tree;
    world[1].clusters = &b_tree;
    const std::vector<FacePair> truth = neighbours_that_meet(world[0], world[1], cells);
    meeting += truth.size();
    for_each_simd_target([&](const char* target) { expect_pairs(world[0], world[1], truth, name_of(i) + ", " + target); });
  }
  EXPECT_GT(meeting, 10'000u / kSlowness);
}

TEST(ClusterTreePairs, FindsAllPairsOfManyFaces) {
  Dice dice(38);
  const Mesh many = make_displaced_sphere(1, 0.2, 190, 380, 1), few = random_soup(dice, 30, 0.8, 10).mesh();
  ASSERT_GT(many.faces().size(), 65536u);
  expect_equal(many, Pose{}, few, random_pose(dice), "many and few");
}

TEST(ClusterTreePairs, AnswersTheSameAfterARefit) {
  Dice dice(39);
  const Mesh mesh = make_displaced_sphere(1, 0.3, 20, 40, 1);
  std::vector<Vec3> moved(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& v : moved) v = Vec3(v.x() + 0.3 * std::sin(3 * v.y()), v.y() * 1.5, v.z());
  const Mesh deformed(moved, std::vector<Face>(mesh.faces().begin(), mesh.faces().end()));
  const Mesh other = make_displaced_sphere(1, 0.3, 12, 24, 2);
  Scene scene;
  scene.add("a", deformed);
  scene.add("b", other, random_pose(dice));
  std::vector<WorldObject> world = place(scene);
  ClusterTree refitted(mesh.vertices(), mesh.faces());
  refitted.refit(moved, mesh.faces());
  const ClusterTree tree(other.vertices(), other.faces());
  world[0].clusters = &refitted;
  world[1].clusters = &tree;
  expect_pairs(world[0], world[1], brute_force(world[0], world[1]), "refitted");
}

TEST(ClusterTreePairs, IsCancelled) {
  const Mesh mesh = make_displaced_sphere(1, 0.2, 50, 100);
  const ClusterTree tree(mesh.vertices(), mesh.faces());
  Scene scene;
  scene.add("a", mesh);
  std::vector<WorldObject> world = place(scene);
  world[0].clusters = &tree;
  Control control({}, [] { return true; });
  CandidateLimit limit({}, kMaxCandidates);
  EXPECT_THROW(cluster_tree_pairs(world[0], world[0], {0, 0}, limit, control), Error);
  EXPECT_THROW(cluster_tree_any(world[0], world[0], control), Error);
}

}  // namespace
}  // namespace impinge::test
