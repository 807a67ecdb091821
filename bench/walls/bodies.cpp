// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "bodies.h"

#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace impinge::bench {

namespace {

struct Arrays {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;

  explicit Arrays(const Mesh& mesh)
      : vertices(mesh.vertices().begin(), mesh.vertices().end()), faces(mesh.faces().begin(), mesh.faces().end()) {}
  Mesh mesh() const { return Mesh(vertices, faces); }
};

enum class Diagonal { falling, rising };

// A box from 0 to n, low to high, in squares that are cut along one diagonal or the other.
Mesh plate(int n, double low, double high, Diagonal diagonal) {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  for (const double z : {low, high})
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n; ++j) vertices.push_back({double(i), double(j), z});
  const auto at = [&](int k, int i, int j) { return static_cast<std::uint32_t>((k * (n + 1) + i) * (n + 1) + j); };
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    const bool falling = diagonal == Diagonal::falling;
    faces.push_back(falling ? Face{a, b, c} : Face{b, c, d});
    faces.push_back(falling ? Face{a, c, d} : Face{b, d, a});
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      add(at(1, i, j), at(1, i + 1, j), at(1, i + 1, j + 1), at(1, i, j + 1));
      add(at(0, i, j), at(0, i, j + 1), at(0, i + 1, j + 1), at(0, i + 1, j));
    }
    add(at(0, i, 0), at(0, i + 1, 0), at(1, i + 1, 0), at(1, i, 0));
    add(at(0, i + 1, n), at(0, i, n), at(1, i, n), at(1, i + 1, n));
    add(at(0, 0, i + 1), at(0, 0, i), at(1, 0, i), at(1, 0, i + 1));
    add(at(0, n, i), at(0, n, i + 1), at(1, n, i + 1), at(1, n, i));
  }
  return Mesh(std::move(vertices), std::move(faces));
}

// No wall along an axis, all coordinates integers.
Mesh slanted(const Mesh& mesh) {
  Arrays arrays(mesh);
  for (Vec3& p : arrays.vertices) p = Vec3(p.x() + 3 * p.z(), p.y() + 5 * p.x(), 7 * p.z() + 2 * p.y() + p.x());
  return arrays.mesh();
}

Mesh terrain(int n, bool some_higher) {
  Arrays arrays(plate(n, 0, 1, Diagonal::falling));
  std::mt19937 random(5);
  for (Vec3& p : arrays.vertices) {
    const bool higher = p.z() == 1 && random() % 18 == 0;
    p.z() += 0.3 * std::sin(0.11 * p.x()) * std::cos(0.07 * p.y()) + (some_higher && higher ? 0.1 : 0);
  }
  return arrays.mesh();
}

Mesh in_another_order(const Mesh& mesh) {
  Arrays arrays(mesh);
  std::shuffle(arrays.faces.begin(), arrays.faces.end(), std::mt19937(1));
  return arrays.mesh();
}

Mesh some_outwards(const Mesh& mesh) {
  Arrays arrays(mesh);
  std::mt19937 random(3);
  for (Vec3& p : arrays.vertices)
    if (random() % 30 == 0) p *= 1.01;
  return arrays.mesh();
}

// Two cones over one rim, the tip of one of them at the origin; one vertex of the rim may be farther out.
Mesh double_fan(int strips, bool upwards, double outwards) {
  std::vector<Vec3> vertices{{0, 0, 0}, {0, 0, upwards ? 2.0 : -2.0}};
  std::vector<Face> faces;
  for (int i = 0; i < strips; ++i) {
    const double angle = 2 * std::numbers::pi * i / strips, radius = i == strips / 3 ? 1 + outwards : 1;
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), upwards ? 1.0 : -1.0});
  }
  for (int i = 0; i < strips; ++i) {
    auto p = static_cast<std::uint32_t>(2 + i), q = static_cast<std::uint32_t>(2 + (i + 1) % strips);
    if (!upwards) std::swap(p, q);
    faces.push_back({0, q, p});
    faces.push_back({1, p, q});
  }
  return Mesh(std::move(vertices), std::move(faces));
}

}  // namespace

std::vector<WallPair> make_wall_pairs(int n, int strips) {
  const Mesh sphere = make_sphere(1, n, n), flat = plate(n, 0, 1, Diagonal::falling);
  const Mesh fan = double_fan(strips, true, 0);
  return {
      {"sphere and its copy", sphere, in_another_order(sphere), Verdict::same},
      {"sphere, some vertices outwards", sphere, in_another_order(some_outwards(sphere)), Verdict::a_in_b},
      {"plates on each other, cut alike", flat, plate(n, 1, 2, Diagonal::falling), Verdict::touching},
      {"plates on each other, cut otherwise", flat, plate(n, 1, 2, Diagonal::rising), Verdict::touching},
      {"slanted plates, cut otherwise", slanted(flat), slanted(plate(n, 1, 2, Diagonal::rising)), Verdict::touching},
      {"plates in each other, cut otherwise", flat, plate(n, 0, 2, Diagonal::rising), Verdict::a_in_b},
      {"plates in one place, cut otherwise", flat, plate(n, 0, 1, Diagonal::rising), Verdict::same},
      {"terrain, some vertices higher", terrain(n, false), terrain(n, true), Verdict::a_in_b},
      {"fans, tip on tip", fan, double_fan(strips, false, 0), Verdict::touching, false},
      {"fans, one vertex of the rim outwards", fan, double_fan(strips, true, 0.05), Verdict::a_in_b, false},
  };
}

}  // namespace impinge::bench
