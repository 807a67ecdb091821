// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Points against CGAL: sides equal, distances equal but for rounding.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <impinge/impinge.h>
#include <support/case_count.h>
#include <support/judges/judge_points.h>

#include "answer/points/cloud.h"

namespace impinge::test {
namespace {

struct Difference {
  int sides = 0, signs = 0;
  double distance = 0;  // the largest, relative to the coordinates
};

Difference differences(const Scene& scene, ObjectId id, const std::vector<Vec3>& points, const Engine& engine) {
  const std::vector<Vec3> vertices = vertices_of(scene, id);
  const auto faces = scene.object(id).mesh.faces();
  const std::vector<JudgedPoint> judged = judge_points(vertices, faces, points);
  const PointAnswers answers = engine.points(scene, id, points);
  double size = 0;
  for (const Vec3& v : vertices) size = std::max(size, v.cwiseAbs().maxCoeff());
  Difference d;
  for (std::size_t i = 0; i < points.size(); ++i) {
    d.sides += answers.sides[i] != judged[i].side;
    d.signs += std::signbit(answers.distances[i]) != (judged[i].side == PointSide::inside);
    d.distance = std::max(d.distance, std::fabs(std::fabs(answers.distances[i]) - judged[i].distance) / size);
  }
  return d;
}

TEST(PointsJudge, SidesAndDistancesAreThoseOfCgal) {
  const Mesh bodies[] = {make_box(Vec3(2, 3, 4), 3), make_torus(5, 2, 24, 12), make_displaced_sphere(5, 0.3, 30, 60, 2),
                         make_closed_teapot(10),     make_comb(8, 4, 900),     make_icosphere(1, 4)};
  // 10^6 points in all with the full counts.
  const int count = case_count(1500, 42000);
  Dice dice(1);
  for (const Mesh& body : bodies) {
    for (int pose = 0; pose < 4; ++pose) {
      Scene scene;
      Pose placed;
      if (pose == 1) placed = Pose::from_quaternion(dice.point(-9, 9), dice.quaternion());
      if (pose == 2) placed = Pose::from_quaternion(dice.point(-1e5, 1e5), dice.quaternion());
      if (pose == 3) placed.rotation = Eigen::Matrix3d(Vec3(2, 0.5, 3).asDiagonal());
      const ObjectId id = scene.add("body", body, placed);
      Engine engine;
      if (pose % 2 == 1) engine.prepare(body);
      const std::vector<Vec3> points = hard_cloud(vertices_of(scene, id), body.faces(), count, dice);
      const Difference d = differences(scene, id, points, engine);
      EXPECT_EQ(d.sides, 0) << body.faces().size() << " faces, pose " << pose;
      EXPECT_EQ(d.signs, 0) << body.faces().size() << " faces, pose " << pose;
      EXPECT_LT(d.distance, 1e-14) << body.faces().size() << " faces, pose " << pose;
    }
  }
}

}  // namespace
}  // namespace impinge::test
