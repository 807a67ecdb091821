// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

namespace impinge::bench {

/// Another library that is asked about the same pairs of the same meshes, on one thread, with its trees built before.
class RobotPeer {
 public:
  virtual ~RobotPeer() = default;
  virtual void add(const Mesh& mesh) = 0;
  /// Whether one of the pairs collides with the objects at these poses; stops at the first.
  virtual bool meets(std::span<const Pose> poses, std::span<const std::pair<std::uint32_t, std::uint32_t>> pairs) = 0;
};

/// Null where there is none.
std::unique_ptr<RobotPeer> make_robot_peer();

}  // namespace impinge::bench
