// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <Eigen/Geometry>

#include "io/cad/surface_side.h"

namespace impinge::io {
namespace {

Vec3 random_point(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> x(-size, size);
  return {x(random), x(random), x(random)};
}

WorldSurface random_surface(std::mt19937_64& random, SurfaceKind kind) {
  WorldSurface s;
  s.kind = kind;
  s.origin = random_point(random, 3);
  s.axis = random_point(random, 1).normalized();
  s.radius = 2 + random_point(random, 1).x();
  s.second = kind == SurfaceKind::cone ? 0.5 + 0.4 * random_point(random, 1).x() : 0.5;
  return s;
}

// Walls rest on it: what two points differ by bounds how far apart they are.
TEST(SurfaceSide, noTwoPointsDifferByMoreThanTheyAreApart) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const WorldSurface s = random_surface(random, static_cast<SurfaceKind>(i % 5));
    const Vec3 p = random_point(random, 6), q = i % 3 == 0 ? random_point(random, 6) : Vec3(p + random_point(random, 1e-3));
    EXPECT_LE(std::abs(side_of(s, p) - side_of(s, q)), (p - q).norm() * (1 + 1e-9) + 1e-12) << i;
  }
}

TEST(SurfaceSide, gradientsLeadToTheSurface) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const WorldSurface s = random_surface(random, static_cast<SurfaceKind>(i % 5));
    const Vec3 p = random_point(random, 4);
    const double side = side_of(s, p);
    if (s.kind == SurfaceKind::cone && side < 0 && (p - s.origin).cross(s.axis).norm() < -side) continue;  // over the axis
    const Vec3 foot = p - side * side_gradient(s, p);
    const double tip = s.radius + (foot - s.origin).dot(s.axis) * std::tan(s.second);
    if (s.kind == SurfaceKind::cone && tip < 0) continue;  // nearest to the tip
    EXPECT_NEAR(side_of(s, foot), 0, 1e-9) << i;
  }
}

}  // namespace
}  // namespace impinge::io
