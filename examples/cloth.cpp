// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A cloth that folds: new vertices each step, checked with itself and with what it falls on. Its mesh is prepared once; the
// tree is refitted to the new vertices.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

namespace {

constexpr int kCells = 40;

impinge::Mesh make_cloth() {
  std::vector<impinge::Vec3> vertices;
  std::vector<impinge::Face> faces;
  for (int y = 0; y <= kCells; ++y)
    for (int x = 0; x <= kCells; ++x) vertices.emplace_back(x - kCells / 2, y - kCells / 2, 5);
  for (std::uint32_t y = 0; y < kCells; ++y)
    for (std::uint32_t x = 0; x < kCells; ++x) {
      const std::uint32_t here = y * (kCells + 1) + x, above = here + kCells + 1;
      faces.push_back({here, here + 1, above + 1});
      faces.push_back({here, above + 1, above});
    }
  return impinge::Mesh(std::move(vertices), std::move(faces));
}

}  // namespace

int main() {
  impinge::Scene scene;
  const impinge::Mesh cloth = make_cloth();
  const impinge::ObjectId id = scene.add("cloth", cloth);
  scene.add("ball", impinge::make_icosphere(4.0, 3));
  impinge::Engine engine;
  for (const impinge::SceneObject& object : scene.objects()) engine.prepare(object.mesh);

  // The cloth with itself and with the ball; the ball, which is rigid, is not asked about itself.
  const impinge::CheckOptions options{.self = true, .self_objects = {id}};
  std::vector<impinge::Vec3> vertices(cloth.vertices().begin(), cloth.vertices().end());
  bool with_ball = false, with_itself = false;
  for (int step = 0; step <= 10; ++step) {
    // One half is rolled up around a line along y and comes down through the other.
    const double turn = 0.35 * step;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const impinge::Vec3& rest = cloth.vertices()[i];
      const double x = rest.x();
      vertices[i] = x > 0 ? impinge::Vec3(x * std::cos(turn), rest.y() + 0.3 * x, 4.5 + x * std::sin(turn))
                          : impinge::Vec3(x, rest.y(), 4.5 - 0.03 * step * x * x);
    }
    scene.set_vertices(id, vertices);
    for (const impinge::PairAnswer& pair : engine.check(scene, options).pairs)
      (pair.a == pair.b ? with_itself : with_ball) = true;
  }
  std::printf("with the ball: %s, with itself: %s\n", with_ball ? "yes" : "no", with_itself ? "yes" : "no");
  return with_ball && with_itself ? 0 : 1;
}
