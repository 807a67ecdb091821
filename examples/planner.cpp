// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// A planner asks about many poses of one part: does it hit anything there, what, and how near is the nearest?
#include <cstdio>
#include <vector>

#include <impinge/impinge.h>

int main() {
  impinge::Scene cell;
  cell.add("table", impinge::make_box({20, 20, 1}), {.position = {0, 0, -0.5}});
  cell.add("post", impinge::make_box({1, 1, 8}), {.position = {3, 0, 4}});
  const impinge::ObjectId part = cell.add("part", impinge::make_icosphere(1.0, 3), {.position = {0, 0, 4}});

  impinge::Engine engine;
  for (const impinge::SceneObject& object : cell.objects()) engine.prepare(object.mesh);

  // Every object that may be in the way is compared by the ball around it first.
  const auto nearest = engine.nearest(cell, part);
  std::printf("nearest: %s, %.3f mm away\n", cell.object(nearest->object).name.c_str(), nearest->distance);

  // A way through the cell, all poses in one call, on all threads.
  std::vector<impinge::Pose> way;
  for (int i = 0; i <= 600; ++i) way.push_back({.position = {-6 + 0.02 * i, 0, 4}});
  const std::vector<std::uint8_t> meets = engine.meet_poses(cell, part, way);
  std::size_t first = 0;
  while (first < meets.size() && meets[first] == 0) ++first;
  const auto answers = engine.check_poses(cell, part, {&way[first], 1});
  std::printf("pose %zu is the first that hits: %s\n", first, cell.object(*answers[0].hit).name.c_str());

  // Or one at a time, as a tree of poses grows.
  cell.set_pose(part, way.front());
  const bool free = !engine.hits(cell, part);
  // The ball has a radius of a little less than 1 where it faces the post, which begins at 2.5.
  return free && way[first].position.x() > 1.45 && way[first].position.x() < 1.6 ? 0 : 1;
}
