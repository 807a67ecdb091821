// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A simulator's loop over rigid parts: prepare each shape once, move, ask again. All objects of a shape share what was
// prepared, since copies of a Mesh are handles to the same arrays.
#include <cmath>
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

int main() {
  const impinge::Mesh ball = impinge::make_icosphere(1.0, 3), ring = impinge::make_torus(2.0, 0.5, 48, 24);
  impinge::Scene scene;
  std::vector<impinge::ObjectId> balls;
  for (int i = 0; i < 50; ++i) balls.push_back(scene.add("ball", ball));
  scene.add("ring", ring);

  impinge::Engine engine({.threads = 1});  // one for the whole run: it owns what is prepared
  engine.prepare(ball);
  engine.prepare(ring);

  // Verdicts without lists of face pairs are all that most loops need.
  const impinge::CheckOptions options{.face_pairs = false};
  std::size_t contacts = 0;
  for (int frame = 0; frame < 100; ++frame) {
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const double angle = 0.05 * frame + 0.7 * static_cast<double>(i), far = 3.0 + 0.4 * static_cast<double>(i);
      scene.set_pose(balls[i], {.position = {far * std::cos(angle), far * std::sin(angle), 0}});
    }
    contacts += engine.check(scene, options).pairs.size();
  }
  std::printf("100 frames, %zu contacts\n", contacts);
  return contacts > 0 ? 0 : 1;
}
