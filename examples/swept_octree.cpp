// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Path planning: is the way of a shelf through a room free? And how much room is there around the obstacle?

#include <cstdio>

#include <impinge/impinge.h>

int main() {
  using namespace impinge;
  OctreeMaking making;
  making.level = 6;
  const Octree shelf = make_octree(make_comb(1, 3, 1), making);
  const std::vector<OctreeCube> cubes = compacted(shelf);  // fewer cubes to move, made once

  // The obstacle's octree, in a root cube of the world.
  making.frame = OctreeFrame{Vec3(-4, -4, -4), 8.0 / 128, 7};
  const Octree ball = make_octree(make_sphere(0.8, 20, 30), making);

  // Along x behind the ball, or through it; the shelf turns on the way.
  const Pose begin = Pose::from_quaternion({-3, 2, 0}, {0, 0, 0, 1}), end = Pose::from_quaternion({3, 2, 0}, {0, 0, 1, 1});
  const Pose through = Pose::from_quaternion({0, 0, 0}, {0, 0, 0.5, 1});
  const Pose around[] = {begin, end}, straight[] = {begin, through, end};
  const bool around_free = !share_voxel(swept_octree(cubes, shelf.frame(), around, ball.frame()), ball);
  const bool straight_free = !share_voxel(swept_octree(cubes, shelf.frame(), straight, ball.frame()), ball);

  // The least distance from the ball in the voxel at (0, 2, 0).
  const std::vector<float> clearance = clearance_map(ball);
  const std::size_t at = (64 * 128 + 96) * 128 + 64;
  std::printf("%zu nodes in %zu cubes; around: %s, straight: %s; clearance at (0, 2, 0): %.2f or more\n",
              shelf.nodes().size(), cubes.size(), around_free ? "free" : "blocked", straight_free ? "free" : "blocked",
              clearance[at]);
  return around_free && !straight_free && clearance[at] > 1 && clearance[at] < 1.2 ? 0 : 1;
}
