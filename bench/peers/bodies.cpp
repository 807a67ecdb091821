// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "bodies.h"

#include <impinge/shapes.h>

#include <cmath>

#include "shape/make/make_noise.h"

namespace impinge::bench {
namespace {

// Chosen by trial: a million triangles give about 950, 4,700 and 38,000 pairs at graze, shallow and deep, and while they are
// apart, their boxes meet. The hills of make_displaced_sphere are three times as broad, and cross too seldom for that.
constexpr double kRelief = 0.09;  // of the radius
constexpr double kHills = 6;      // lattice cells to the radius
constexpr std::uint64_t kSeedA = 149, kSeedB = 150;

// A gentle bend, small against the triangles' surroundings and large against a triangle.
Vec3 bent(const Vec3& p) {
  constexpr double kBend = 0.005;  // of the radius
  return p + kBend * Vec3(0, std::sin(2 * p.x()), std::cos(3 * p.y()));
}

std::vector<Vec3> moved(std::span<const Vec3> points, const auto& move) {
  std::vector<Vec3> result;
  result.reserve(points.size());
  for (const Vec3& p : points) result.push_back(move(p));
  return result;
}

std::shared_ptr<const Body> make_body(std::uint32_t triangles, std::uint64_t seed) {
  // Stacks and slices alike: 2 n (n - 1) triangles.
  const int n = static_cast<int>(std::lround(std::sqrt(triangles / 2.0)));
  const Mesh mesh = make_sphere(1, n, n);
  const auto displaced = [&](const Vec3& p) { return Vec3(p * (1 + kRelief * octave_noise(kHills * p, seed))); };
  auto body = std::make_shared<Body>();
  body->states[0] = moved(mesh.vertices(), displaced);
  body->states[1] = moved(body->states[0], bent);
  body->faces.assign(mesh.faces().begin(), mesh.faces().end());
  return body;
}

// A rotation that is none of the simple ones, so that no peer profits from aligned axes.
constexpr std::array<double, 4> kTurn{0.1, -0.2, 0.3, 0.9};

}  // namespace

const char* to_string(Contact contact) noexcept {
  constexpr const char* kWords[] = {"apart", "graze", "shallow", "deep"};
  return kWords[static_cast<int>(contact)];
}

double offset_of(Contact contact) noexcept {
  constexpr double kOffsets[] = {2.05, 1.97, 1.2, 0.1};
  return kOffsets[static_cast<int>(contact)];
}

BodyPair make_bodies(std::uint32_t triangles) { return {make_body(triangles, kSeedA), make_body(triangles, kSeedB)}; }

PlacedPair place_bodies(const BodyPair& bodies, Contact contact) {
  PlacedPair pair{bodies.a, bodies.b, contact, Pose::from_quaternion({offset_of(contact), 0, 0}, kTurn), {}};
  for (int state : {0, 1})
    pair.b_world[state] = moved(bodies.b->states[state], [&](const Vec3& p) { return world_point(pair.b_pose, p); });
  return pair;
}

}  // namespace impinge::bench
