// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <cstddef>
#include <memory>

namespace impinge::bench {

/// Another library in the same loops, on one thread, with its trees built before.
class LoopPeer {
 public:
  virtual ~LoopPeer() = default;
  /// An object; those that are `managed` are in its broad phase. Copies of a mesh share a model.
  virtual void add(const Mesh& mesh, const Pose& pose, bool managed) = 0;
  virtual void set_pose(std::size_t object, const Pose& pose) = 0;
  /// Pairs in its broad phase that collide, one contact each.
  virtual std::size_t collide_all() = 0;
  /// Whether an object collides with one of the broad phase, and how near the nearest is.
  virtual bool hits(std::size_t object) = 0;
  virtual double nearest(std::size_t object) = 0;
  /// Two objects by themselves, without a broad phase.
  virtual bool collide(std::size_t a, std::size_t b) = 0;
};

/// Null where there is none.
std::unique_ptr<LoopPeer> make_loop_peer();

}  // namespace impinge::bench
