// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// The walk over a prepared object must come by every face whose world box is wanted, wherever the object stands.

#include <gtest/gtest.h>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/dice.h>

#include <set>

#include "localise/cluster_tree/cluster_tree_walk.h"

namespace impinge::test {
namespace {

WorldObject prepared(const Mesh& mesh, const Pose& pose, const ClusterTree& tree) {
  Scene scene;
  scene.add("body", mesh, pose);
  WorldObject object = place(scene).front();
  object.clusters = &tree;
  return object;
}

TEST(ClusterTreeWalk, MeetsEveryFaceInABox) {
  Dice dice(5);
  const Mesh mesh = make_displaced_sphere(1, 0.3, 30, 60);
  const ClusterTree tree(mesh.vertices(), mesh.faces());
  for (int i = 0; i < case_count(60, 2000); ++i) {
    Pose pose = Pose::from_quaternion(dice.point(-1, 1) * std::pow(10.0, dice.integer(-3, 12)), dice.quaternion());
    if (dice.chance(0.3)) pose.rotation += Eigen::Matrix3d::Constant(dice.real(-1, 1));
    if (dice.chance(0.1)) pose = Pose{};
    const WorldObject object = prepared(mesh, pose, tree);
    Box wanted;
    wanted.add(Vec3(pose.position + dice.point(-1, 1)));
    if (dice.chance(0.5)) wanted.add(Vec3(pose.position + dice.point(-1, 1)));
    if (dice.chance(0.3)) {  // exactly at a corner
      wanted = Box{};
      wanted.add(object.vertex(static_cast<std::uint32_t>(dice.integer(0, 1000))));
    }
    std::set<std::uint32_t> visited;
    walk_clusters(
        object, [&](const Box& box) { return boxes_meet(box, wanted); },
        [&](std::uint32_t f) { EXPECT_TRUE(visited.insert(f).second) << "twice"; });
    for (std::uint32_t f = 0; f < object.faces.size(); ++f)
      if (boxes_meet(box_of(object.triangle(f)), wanted)) {
        ASSERT_TRUE(visited.contains(f)) << "case " << i << ", face " << f;
      }
  }
}

TEST(ClusterTreeWalk, TouchesFewFaces) {
  const Mesh mesh = make_displaced_sphere(1, 0.1, 100, 200);
  const ClusterTree tree(mesh.vertices(), mesh.faces());
  const WorldObject object = prepared(mesh, Pose::from_quaternion({3, 0, 0}, {0.1, 0.2, 0.3, 0.9}), tree);
  Box wanted;
  wanted.add(object.vertex(500));
  int visited = 0;
  walk_clusters(
      object, [&](const Box& box) { return boxes_meet(box, wanted); }, [&](std::uint32_t) { ++visited; });
  EXPECT_LT(visited, 400) << "of " << mesh.faces().size();
}

}  // namespace
}  // namespace impinge::test
