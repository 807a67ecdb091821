// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <vector>

#include <impinge/convex.h>

namespace impinge::bench {

/// Random numbers that are the same on every machine (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double real(double lo, double hi);
  Vec3 in_ball(double radius);
  Vec3 on_sphere();
  Eigen::Matrix3d rotation();

 private:
  std::uint64_t state_;
};

/// The paper's setting: two bodies, both turned at random, the second centre anywhere in a ball (on a sphere of radius
/// `distance` if that is above 0).
struct Query {
  Pose a, b;
};
std::vector<Query> random_queries(int n, std::uint64_t seed, double ball, double distance = 0);

/// Slow coherent motion: b turns and drifts past a by a thousandth a step.
std::vector<Query> coherent_queries(int n, std::uint64_t seed);

std::vector<Vec3> ellipsoid_points(int n, const Vec3& radii, std::uint64_t seed);

/// Points on an ellipse.
std::vector<Vec2> ellipse_points(int n, double ratio, std::uint64_t seed);

struct Query2 {
  Pose2 a, b;
};
std::vector<Query2> random_queries2(int n, std::uint64_t seed);

}  // namespace impinge::bench
