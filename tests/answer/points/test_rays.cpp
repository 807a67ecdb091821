// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// First crossings of rays: in closed form, and against all faces with exact numbers.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <impinge/error.h>
#include <impinge/impinge.h>
#include <support/case_count.h>

#include "answer/points/cloud.h"
#include "base/exact_vec.h"
#include "base/predicates.h"

namespace impinge::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Rays, BoxInClosedForm) {
  Scene scene;
  const ObjectId id = scene.add("box", make_box(Vec3(2, 2, 2)));
  const std::vector<Ray> rays = {{{-5, 0.25, 0.5}, {2, 0, 0}}, {{0, 0.25, 0.5}, {0, 0, 1}}, {{-5, 3, 0}, {1, 0, 0}},
                                 {{1, 0.5, 0}, {1, 0, 0}},     {{1, 0.5, 0}, {0, 1, 0}},    {{-5, 1, 0}, {1, 0, 0}},
                                 {{-3, -3, -3}, {1, 1, 1}},    {{5, 0, 0}, {1, 0, 0}}};
  const RayAnswers answers = Engine().rays(scene, id, rays);
  EXPECT_EQ(answers.times, (std::vector<double>{2, 0.5, kInfinity, 0, 0, 4, 2, kInfinity}));
  EXPECT_EQ(answers.faces[2], RayAnswers::kNone);
  EXPECT_NE(answers.faces[5], RayAnswers::kNone);
  RayOptions options;
  options.limit = 1;
  EXPECT_EQ(Engine().rays(scene, id, rays, options).times[0], kInfinity);
  EXPECT_EQ(Engine().rays(scene, id, rays, options).times[1], 0.5);
}

// By Exact numbers over all faces; faces that the ray runs inside of are left out.
struct Truth {
  std::uint32_t face = RayAnswers::kNone;
  Exact above, below;  // the time as a fraction
};

Truth first_of_all(const std::vector<Vec3>& vertices, std::span<const Face> faces, const Ray& ray) {
  Truth truth;
  const ExactVec o(ray.origin), r(ray.direction);
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    const ExactVec a(vertices[faces[f][0]]), b(vertices[faces[f][1]]), c(vertices[faces[f][2]]);
    const ExactVec n = cross(b - a, c - a);
    Exact below = dot(n, r), above = dot(n, a - o);
    if (below.sign() == 0) continue;
    if (below.sign() < 0) {
      below = -below;
      above = -above;
    }
    if (above.sign() < 0) continue;
    const int x = dot(r, cross(a - o, b - o)).sign(), y = dot(r, cross(b - o, c - o)).sign(),
              z = dot(r, cross(c - o, a - o)).sign();
    if ((x < 0 || y < 0 || z < 0) && (x > 0 || y > 0 || z > 0)) continue;
    if (truth.face != RayAnswers::kNone && (above * truth.below - truth.above * below).sign() >= 0) continue;
    truth = {f, above, below};
  }
  return truth;
}

TEST(Rays, FirstFacesAreThoseOfExactNumbers) {
  Dice dice(9);
  const Mesh bodies[] = {make_box(Vec3(2, 3, 4), 3), make_displaced_sphere(5, 0.3, 12, 24, 2),
                         make_random_mesh(5, 0.6, 8, 16, 5)};
  int hits = 0;
  for (const Mesh& body : bodies) {
    Scene scene;
    const ObjectId id = scene.add("body", body, Pose::from_quaternion(dice.point(-3, 3), dice.quaternion()));
    const std::vector<Vec3> vertices = vertices_of(scene, id);
    const std::vector<Vec3> starts = hard_cloud(vertices, body.faces(), case_count(400, 20000), dice);
    std::vector<Ray> rays;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Vec3 to = vertices[dice.bits() % vertices.size()] - starts[i];
      rays.push_back({starts[i], i % 3 == 0 || to == Vec3::Zero() ? dice.point(-1, 1) : i % 3 == 1 ? to : Vec3(to * 1e-9)});
    }
    const RayAnswers answers = Engine().rays(scene, id, rays);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Truth truth = first_of_all(vertices, body.faces(), rays[i]);
      if (answers.times[i] == 0 && truth.face != answers.faces[i]) continue;  // begins on a face that it runs inside of
      ASSERT_EQ(answers.faces[i], truth.face) << i;
      if (truth.face == RayAnswers::kNone) continue;
      ++hits;
      const double time = rough_quotient(truth.above, truth.below);
      ASSERT_NEAR(answers.times[i], time, 1e-10 * time) << i;
    }
  }
  EXPECT_GT(hits, case_count(400, 20000) / 4);
}

TEST(Rays, TroubleIsNamed) {
  Scene scene;
  const ObjectId id = scene.add("body", make_box(Vec3(2, 2, 2)));
  const Engine engine;
  const std::vector<Ray> rays = {{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 0, 0}}};
  try {
    engine.rays(scene, id, rays);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("ray 1"), std::string::npos);
  }
}

}  // namespace
}  // namespace impinge::test
