// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "setting.h"

#include <Eigen/Geometry>
#include <cmath>

namespace impinge::bench {

double Random::real(double lo, double hi) {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return lo + (hi - lo) * (static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53);
}

Vec3 Random::on_sphere() {
  const double z = real(-1, 1), t = real(0, 2 * M_PI), r = std::sqrt(1 - z * z);
  return {r * std::cos(t), r * std::sin(t), z};
}

Vec3 Random::in_ball(double radius) { return on_sphere() * (radius * std::cbrt(real(0, 1))); }

Eigen::Matrix3d Random::rotation() {
  const double s = real(0, 1), t = real(0, 2 * M_PI), u = real(0, 2 * M_PI);
  const double p = std::sqrt(1 - s), q = std::sqrt(s);
  return Eigen::Quaterniond(q * std::cos(u), p * std::sin(t), p * std::cos(t), q * std::sin(u))
      .normalized()
      .toRotationMatrix();
}

std::vector<Query> random_queries(int n, std::uint64_t seed, double ball, double distance) {
  Random random(seed);
  std::vector<Query> queries(static_cast<std::size_t>(n));
  for (Query& q : queries) {
    q.a.rotation = random.rotation();
    q.b.rotation = random.rotation();
    q.b.position = distance > 0 ? Vec3(random.on_sphere() * distance) : random.in_ball(ball);
  }
  return queries;
}

std::vector<Query> coherent_queries(int n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Query> queries(static_cast<std::size_t>(n));
  Query q;
  Vec3 axis = Vec3::UnitX(), drift = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    if (i % 1000 == 0) {
      q = random_queries(1, seed + static_cast<std::uint64_t>(i) + 1, 2).front();
      axis = random.on_sphere();
      drift = random.on_sphere() * 1e-3;
    }
    q.b.rotation = Eigen::AngleAxisd(1e-3, axis).toRotationMatrix() * q.b.rotation;
    q.b.position += drift;
    queries[static_cast<std::size_t>(i)] = q;
  }
  return queries;
}

std::vector<Vec3> ellipsoid_points(int n, const Vec3& radii, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) points.push_back(random.on_sphere().cwiseProduct(radii));
  return points;
}

std::vector<Vec2> ellipse_points(int n, double ratio, std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec2> points;
  for (int i = 0; i < n; ++i) {
    const double t = random.real(0, 2 * M_PI);
    points.emplace_back(std::cos(t), ratio * std::sin(t));
  }
  return points;
}

std::vector<Query2> random_queries2(int n, std::uint64_t seed) {
  Random random(seed);
  const auto turn = [&] {
    const double t = random.real(0, 2 * M_PI);
    Mat2 r;
    r << std::cos(t), -std::sin(t), std::sin(t), std::cos(t);
    return r;
  };
  std::vector<Query2> queries(static_cast<std::size_t>(n));
  for (Query2& q : queries) {
    q.a.rotation = turn();
    q.b.rotation = turn();
    const double t = random.real(0, 2 * M_PI), d = 2 * std::sqrt(random.real(0, 1));
    q.b.position = Vec2(d * std::cos(t), d * std::sin(t));
  }
  return queries;
}

}  // namespace impinge::bench
