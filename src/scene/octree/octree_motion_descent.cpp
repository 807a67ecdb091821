// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Section 2.4.3 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994: one walk through
// the target in preorder, each node with the source cubes that meet its parent, the target written in linear form as it
// goes.
#include <cmath>

#include "base/cube_cube.h"
#include "scene/octree/octree_motion.h"

namespace impinge {

namespace {

class Descent {
 public:
  explicit Descent(const MotionTask& task) : task_(task), test_(task.motion.turn), list_(task.motion.level) {
    for (const OctreeCube& c : task.cubes) cubes_.push_back(task.motion.moved(c));
  }

  MovedNodes run(std::uint64_t& tests) {
    std::vector<std::uint32_t> all(cubes_.size());
    std::iota(all.begin(), all.end(), 0u);
    const int level = task_.motion.level;
    here_.assign(static_cast<std::size_t>(level) + 1, {});
    visit(0, level, Vec3::Constant(std::ldexp(0.5, level)), all);
    tests += tests_;
    return list_.take();
  }

 private:
  // Black where a middle lies inside, or where the grown voxel is met.
  bool voxel_black(const Vec3& middle, const MovedCube& cube) const {
    const Vec3 apart = middle - cube.middle();
    if (task_.rule == VoxelRule::contact)
      return test_.meeting(apart, contact_half(task_.motion, task_.grow), cube.half) != CubeMeeting::none;
    for (int k = 0; k < 3; ++k)
      if (std::fabs(task_.motion.turn.col(k).dot(apart)) > cube.half) return false;
    return true;
  }

  double node_half(int height) const {
    const double half = std::ldexp(0.5, height);
    return task_.rule == VoxelRule::centre ? half - 0.5 : half - 0.5 + contact_half(task_.motion, task_.grow);
  }

  void visit(std::uint64_t code, int height, const Vec3& middle, const std::vector<std::uint32_t>& parents) {
    if (height == 0) {
      for (const std::uint32_t i : parents) {
        ++tests_;
        if (voxel_black(middle, cubes_[i])) return list_.add(node_key(code, 0));
      }
      return;
    }
    std::vector<std::uint32_t>& here = here_[static_cast<std::size_t>(height)];
    here.clear();
    for (const std::uint32_t i : parents) {
      ++tests_;
      const CubeMeeting meeting = test_.meeting(middle - cubes_[i].middle(), node_half(height), cubes_[i].half);
      if (meeting == CubeMeeting::complete && height <= kMaxHeight) return list_.add(node_key(code, height));
      if (meeting != CubeMeeting::none) here.push_back(i);
    }
    if (here.empty()) return;
    const double quarter = std::ldexp(0.25, height);
    for (std::uint64_t c = 0; c < 8; ++c) {
      const Vec3 offset(c & 1 ? quarter : -quarter, c & 2 ? quarter : -quarter, c & 4 ? quarter : -quarter);
      visit(code + (c << 3 * (height - 1)), height - 1, middle + offset, here);
    }
  }

  const MotionTask& task_;
  CubeCube test_;
  std::vector<MovedCube> cubes_;
  std::vector<std::vector<std::uint32_t>> here_;  // by height: the cubes that meet the node on the way
  NodeList list_;
  std::uint64_t tests_ = 0;
};

}  // namespace

MovedNodes move_by_descent(const MotionTask& task, std::uint64_t& tests) { return Descent(task).run(tests); }

}  // namespace impinge
