// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// How far the points of a scan are from a part, on which side, and what a ray from a sensor meets first.
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

int main() {
  const impinge::Mesh part = impinge::make_box({20, 20, 2});
  impinge::Scene scene;
  const impinge::ObjectId id = scene.add("part", part, {.position = {0, 0, 1}});
  impinge::Engine engine;
  engine.prepare(part);  // its tree is built once and serves all later questions, under any pose

  // Ask about many points at once: neighbours share most of the work.
  const std::vector<impinge::Vec3> scan = {{1, 2, 2.125}, {3, 4, 2}, {5, 6, 1.75}, {-30, 0, 1}};
  const impinge::PointAnswers answers = engine.points(scene, id, scan);
  for (std::size_t i = 0; i < scan.size(); ++i) {
    const impinge::Vec3& nearest = answers.nearest[i];
    std::printf("point %zu: %s, %g %s, nearest (%g, %g, %g) of face %u\n", i, to_string(answers.sides[i]),
                answers.distances[i], scene.units.c_str(), nearest.x(), nearest.y(), nearest.z(), answers.faces[i]);
  }

  const std::vector<impinge::Ray> rays = {{{1, 2, 50}, {0, 0, -1}}, {{1, 2, 50}, {0, 0, 1}}};
  const impinge::RayAnswers hits = engine.rays(scene, id, rays);
  std::printf("down: %g %s away; up: %s\n", hits.times[0], scene.units.c_str(),
              hits.faces[1] == impinge::RayAnswers::kNone ? "nothing" : "something");

  const std::vector<double> truth = {0.125, 0, -0.25, 20};
  return answers.distances == truth && hits.times[0] == 48 ? 0 : 1;
}
