// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A body that changes its shape every step: hand over new vertices, ask again, rebuild nothing.
#include <cstddef>
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

int main() {
  impinge::Scene scene;
  const impinge::Mesh ball = impinge::make_icosphere(5.0, 3);
  const impinge::ObjectId balloon = scene.add("balloon", ball);
  scene.add("wall", impinge::make_box({1, 20, 20}), {.position = {10, 0, 0}});

  const impinge::Engine engine;
  // The scene borrows the array, so it lives as long as the queries that read it.
  std::vector<impinge::Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  int first_hit = -1;
  for (int step = 0; step <= 10; ++step) {
    const double stretch = 1.0 + 0.1 * step;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const impinge::Vec3& rest = ball.vertices()[i];
      vertices[i] = {rest.x() * stretch, rest.y(), rest.z()};
    }
    scene.set_vertices(balloon, vertices);
    const impinge::CheckResult result = engine.check(scene);
    const char* word = result.pairs.empty() ? "disjoint" : to_string(result.pairs[0].verdict);
    std::printf("step %2d, half length %.1f mm: %s\n", step, 5.0 * stretch, word);
    if (first_hit < 0 && !result.pairs.empty()) first_hit = step;
  }
  // The wall begins at 9.5 mm, which the balloon reaches at a stretch of 1.9.
  return first_hit >= 9 && first_hit <= 10 ? 0 : 1;
}
