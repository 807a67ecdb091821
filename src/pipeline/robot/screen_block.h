// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/robot/screen_plan.h"

namespace impinge {

/// States that are looked at together, one after another in each array, and what is known of them. Of one thread.
struct ScreenBlock {
  static constexpr std::size_t kStates = 256;
  static constexpr std::size_t kRoom = kStates + 64;  ///< of lists, which are written a vector at a time
  static constexpr std::uint32_t kNone = UINT32_MAX;

  explicit ScreenBlock(const ScreenPlan& plan)
      : poses(plan.frames * kPose * kStates, 0.0f),
        centres(plan.bodies.size() * 3 * kStates, 0.0f),
        values(kStates, 0),
        angles(kStates, 0.0f),
        quarters(kStates, 0),
        relative(kPose * kRoom, 0.0f),
        alive(kStates, 0),
        near(kRoom, 0),
        failed(kRoom, 0),
        groups(kRoom, 0),
        open_groups(kRoom, 0),
        hit_places(kRoom, 0),
        hit(kStates, kNone) {
    for (std::size_t i = 0; i < kStates; ++i) poses[i] = poses[4 * kStates + i] = poses[8 * kStates + i] = 1;
  }

  /// A frame in that of the root: its rotation row by row, then its position.
  static constexpr std::size_t kPose = 12;
  float* pose(std::uint32_t frame) { return poses.data() + frame * kPose * kStates; }
  float* centre(std::uint32_t body) { return centres.data() + body * 3 * kStates; }

  /// A state and a pair of it that are left to other means.
  struct Open {
    std::uint32_t state, pair;
  };

  std::vector<float> poses, centres;
  std::vector<double> values;  // of one joint
  std::vector<float> angles;   // of it, without whole quarters of a turn
  std::vector<std::int32_t> quarters;
  std::vector<float> relative;      // from the balls' frame to the lattice, for the states that are near
  std::vector<std::int32_t> alive;  // 0 for those that need no look
  std::vector<std::int32_t> near, failed, groups, open_groups, hit_places;
  std::vector<std::uint32_t> hit;  // the pair that was proved to meet, or kNone
  std::vector<Open> open;
};

}  // namespace impinge
