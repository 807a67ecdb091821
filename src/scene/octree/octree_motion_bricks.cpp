// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.4.3 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994, with the last six
// levels at once: down to nodes of 64^3 voxels cubes are handed on by their ranges of voxels, there they fill rows of bits.
// The target is the same, since what decides is whether a cube and a voxel meet.
#include <cmath>

#include "scene/octree/octree_motion.h"
#include "scene/octree/octree_rows.h"

namespace impinge {

namespace {

class TurnedCubes {
 public:
  explicit TurnedCubes(const MotionTask& task) : task_(task), planes_(task.motion, task.rule, task.grow) {
    cubes_.reserve(task.cubes.size());
    ranges_.reserve(task.cubes.size());
    for (const OctreeCube& c : task.cubes) {
      const MovedCube cube = task.motion.moved(c);
      use_half(cube.half);
      cubes_.push_back(cube);
      ranges_.push_back(
          {{first(cube.x, 0), first(cube.y, 1), first(cube.z, 2)}, {last(cube.x, 0), last(cube.y, 1), last(cube.z, 2)}});
    }
  }

  std::size_t size() const { return cubes_.size(); }
  const VoxelBox& range(std::uint32_t i) const { return ranges_[i]; }
  std::uint64_t tests() const { return tests_; }

  // All corners of the node inside the cube.
  bool covers(std::uint32_t i, const VoxelBox& node) const {
    const MovedCube& cube = cubes_[i];
    const double half = 0.5 * (node.high[0] - node.low[0] + 1);
    if (cube.half < half) return false;
    ++tests_;
    const Vec3 apart = Vec3(node.low[0] + half, node.low[1] + half, node.low[2] + half) - cube.middle();
    for (int k = 0; k < 3; ++k)
      if (std::fabs(task_.motion.turn.col(k).dot(apart)) + half * task_.motion.turn.col(k).cwiseAbs().sum() > cube.half)
        return false;
    return true;
  }

  void fill(std::span<const std::uint32_t> items, const std::array<std::int32_t, 3>& corner, int edge, Brick& brick) const {
    for (const std::uint32_t i : items) {
      use_half(cubes_[i].half);
      fill(cubes_[i], ranges_[i], corner, edge, brick);
    }
  }

 private:
  // Cubes of one size mostly come together.
  void use_half(double half) const {
    if (half == half_) return;
    half_ = half;
    planes_.set_half(half);
  }

  std::int32_t first(double middle, int axis) const {
    return static_cast<std::int32_t>(std::ceil(std::max(middle - planes_.box_reach[axis] - 0.5, -1e6)));
  }
  std::int32_t last(double middle, int axis) const {
    return static_cast<std::int32_t>(std::floor(std::min(middle + planes_.box_reach[axis] - 0.5, 1e6)));
  }

  void fill(const MovedCube& cube, const VoxelBox& range, const std::array<std::int32_t, 3>& corner, int edge,
            Brick& brick) const {
    constexpr int kPatch = RowPlanes::kPatch;
    const int y0 = std::max(range.low[1] - corner[1], 0), y1 = std::min(range.high[1] - corner[1], edge - 1);
    const int z0 = std::max(range.low[2] - corner[2], 0), z1 = std::min(range.high[2] - corner[2], edge - 1);
    std::uint64_t bits[RowPlanes::kRows];
    for (int z = z0; z <= z1; z += kPatch)
      for (int y = y0; y <= y1; y += kPatch) {
        const int ny = std::min(y1 - y + 1, kPatch), nz = std::min(z1 - z + 1, kPatch);
        const RowPatch patch{y + corner[1] + 0.5 - cube.y,
                             z + corner[2] + 0.5 - cube.z,
                             cube.x - corner[0] - 0.5,
                             static_cast<double>(edge),
                             ny,
                             ny * nz};
        tests_ += static_cast<std::uint64_t>(patch.rows);
        row_bits(planes_, patch, bits);
        const std::uint64_t* next = bits;
        for (int v = 0; v < nz; ++v)
          for (int u = 0; u < ny; ++u) brick.row(y + u, z + v) |= *next++;
      }
  }

  const MotionTask& task_;
  mutable RowPlanes planes_;
  mutable double half_ = -1;
  mutable std::uint64_t tests_ = 0;
  std::vector<MovedCube> cubes_;
  std::vector<VoxelBox> ranges_;
};

}  // namespace

MovedNodes move_by_bricks(const MotionTask& task, std::uint64_t& tests) {
  const TurnedCubes cubes(task);
  MovedNodes nodes = BrickDescent<TurnedCubes>(task.motion.level, cubes).run();
  tests += cubes.tests();
  return nodes;
}

}  // namespace impinge
