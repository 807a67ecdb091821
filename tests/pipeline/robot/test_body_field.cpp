// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What screens of joint states rest on: no bound of a lattice is wrong, balls around a body hold it, balls inside lie in it.
#include "pipeline/robot/body_field.h"

#include <gtest/gtest.h>
#include <impinge/impinge.h>

#include <cmath>
#include <random>

#include "support/case_count.h"

namespace impinge {
namespace {

constexpr double kRounded = 1e-5;  // floats, of bodies of size 1

struct Case {
  std::string name;
  Scene scene;
  bool closed = true;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto mesh = [&](const std::string& name, Mesh m) {
    Case& one = all.emplace_back();
    one.name = name;
    one.closed = m.closed();
    one.scene.add(name, std::move(m));
  };
  const auto solid = [&](const std::string& name, SolidPtr s) {
    Case& one = all.emplace_back();
    one.name = name;
    one.scene.add(name, std::move(s));
  };
  mesh("box", make_box({1, 0.3, 0.1}));
  mesh("torus", make_torus(0.5, 0.15, 24, 12));
  mesh("bumps", make_displaced_sphere(0.5, 0.3, 9, 10, 3));
  mesh("teapot", make_closed_teapot(0.4));
  mesh("random", make_random_mesh(0.5, 0.3, 7, 8, 5));
  const Mesh bumps = make_displaced_sphere(0.5, 0.2, 9, 10, 4);
  std::vector<Face> some(bumps.faces().begin(), bumps.faces().end() - 30);
  mesh("open", Mesh({bumps.vertices().begin(), bumps.vertices().end()}, std::move(some)));
  // A ball with a hollow: its inside is between the two, some cells wide.
  const Mesh outer = make_icosphere(0.5, 2), inner = make_icosphere(0.2, 2);
  std::vector<Vec3> vertices(outer.vertices().begin(), outer.vertices().end());
  std::vector<Face> faces(outer.faces().begin(), outer.faces().end());
  const auto first = static_cast<std::uint32_t>(vertices.size());
  vertices.insert(vertices.end(), inner.vertices().begin(), inner.vertices().end());
  for (const Face& f : inner.faces()) faces.push_back({first + f[0], first + f[2], first + f[1]});
  mesh("hollow", Mesh(std::move(vertices), std::move(faces)));
  solid("ball", Solid::sphere(0.4));
  solid("capsule", Solid::capsule(0.1, 0.8));
  solid("cylinder", Solid::cylinder(0.3, 0.5));
  solid("cone", Solid::cone(0.4, 0.6));
  solid("ellipsoid", Solid::ellipsoid({0.5, 0.3, 0.2}));
  solid("block", Solid::box({0.5, 0.3, 0.2}));
  return all;
}

// Signed distances to an object; of an open one without a sign.
std::vector<double> distances_of(const Case& one, const std::vector<Vec3>& points) {
  const SceneObject& o = one.scene.objects()[0];
  std::vector<double> distances;
  if (o.shape) {
    for (const Vec3& p : points) distances.push_back(o.shape->solid()->signed_distance(p));
  } else {
    distances = Engine().points(one.scene, ObjectId{0}, points, {.open = OpenBodies::surface}).distances;
    if (!one.closed)
      for (double& d : distances) d = std::fabs(d);
  }
  return distances;
}

bool holds(const BodyBall& ball, const Vec3& p) { return (p - Vec3(ball.x, ball.y, ball.z)).norm() <= ball.radius; }

class BodyFields : public ::testing::Test {
 protected:
  // Points around an object, some of them near its surface.
  static std::vector<Vec3> points_around(int count) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> place(-0.8, 0.8);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back({place(random), place(random), place(random)});
    return points;
  }
};

TEST_F(BodyFields, noBoundIsWrong) {
  int told = 0, inside = 0;
  for (const Case& one : cases()) {
    const SceneObject& o = one.scene.objects()[0];
    const BodyField field(o, BodyCover(o), 4000);
    ASSERT_TRUE(field.usable()) << one.name;
    const std::vector<Vec3> points = points_around(test::case_count(3000, 200000));
    const std::vector<double> distances = distances_of(one, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      std::size_t index = 0;
      double beside = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double at = (points[i][static_cast<int>(k)] - field.low()[k]) * field.per_cell();
        const double in = std::clamp(at, 0.0, field.count()[k] - 1e-6);
        beside += (at - in) * (at - in);
        index = index * field.count()[k] + static_cast<std::size_t>(in);
      }
      const std::int32_t cell = field.cells()[index];
      const double low = (cell & 0xffff) / double{BodyField::kSteps}, up = (cell >> 16) / double{BodyField::kSteps};
      const double truth = distances[i] * field.per_cell();
      ASSERT_LE(std::sqrt(low * low + beside), std::max(truth, 0.0) + kRounded * field.per_cell()) << one.name << " " << i;
      if (up < 127) {
        ASSERT_GE(up + std::sqrt(beside), truth - kRounded * field.per_cell()) << one.name << " " << i;
      }
      told += low > 0 ? 1 : 0;
      inside += up == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(told, test::occurrences(1000));
  EXPECT_GT(inside, test::occurrences(1000));
}

TEST_F(BodyFields, ballsHoldTheBodyAndItHoldsOthers) {
  for (const Case& one : cases()) {
    const SceneObject& o = one.scene.objects()[0];
    const BodyField field(o, BodyCover(o), 4000);
    std::vector<Vec3> points = points_around(test::case_count(3000, 200000));
    // And on the surface.
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> share(0, 1);
    const Mesh surface = o.shape ? o.shape->solid()->tessellated() : o.mesh;
    std::vector<std::uint8_t> on(points.size(), 0);
    for (const Face& f : surface.faces()) {
      const double a = share(random), b = (1 - a) * share(random);
      const auto v = surface.vertices();
      points.push_back(v[f[0]] + a * (v[f[1]] - v[f[0]]) + b * (v[f[2]] - v[f[0]]));
      on.push_back(1);
    }
    const std::vector<double> distances = distances_of(one, points);
    for (std::size_t i = 0; i < points.size(); ++i) {
      bool in_group = false, in_part = false;
      for (const BodyBalls::Group& group : field.cover().groups) {
        in_group = in_group || holds(group.all, points[i]);
        for (const BodyBall& part : group.parts) in_part = in_part || holds(part, points[i]);
      }
      const bool in_body = on[i] != 0 ? distances[i] <= kRounded : distances[i] < 0;
      if (in_body) {
        ASSERT_TRUE(in_group) << one.name;
        ASSERT_TRUE(in_part) << one.name;
      }
      for (const BodyBall& ball : field.inner()) {
        if (!holds(ball, points[i])) continue;
        ASSERT_LT(distances[i], kRounded) << one.name;
      }
    }
    EXPECT_EQ(field.inner().empty(), !one.closed) << one.name;
  }
}

TEST_F(BodyFields, whatHasNoExtentOrFitsNoFloatHasNone) {
  const auto usable = [](const Scene& scene) {
    const SceneObject& o = scene.objects()[0];
    return BodyField(o, BodyCover(o), 1000).usable();
  };
  Scene far, half;
  Mesh box = make_box({1, 1, 1});
  std::vector<Vec3> vertices(box.vertices().begin(), box.vertices().end());
  for (Vec3& v : vertices) v.x() += 1e9;
  far.add("far", Mesh(std::move(vertices), {box.faces().begin(), box.faces().end()}));
  EXPECT_FALSE(usable(far));
  half.add("half", Solid::half_space({0, 0, 1}));
  EXPECT_FALSE(usable(half));
}

}  // namespace
}  // namespace impinge
