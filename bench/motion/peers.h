// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <memory>
#include <string>

namespace impinge::bench {

/// Moments at which steps end, in turn, so that all bodies have moved when a step begins; contacts are those of the first.
constexpr double kStepEnds[] = {1, 0.97};

/// Another library, asked about the same step. Shapes and poses are prepared before; a step sets all poses and collides.
class MotionPeer {
 public:
  virtual ~MotionPeer() = default;
  virtual std::string name() const = 0;
  virtual void prepare(const Scene& scene) = 0;
  /// One step from t = 0 to kStepEnds[end]; returns how many pairs collide.
  virtual std::size_t step(std::size_t end) = 0;
};

/// Collision at the end of the step, mesh against mesh: until the first contact of each pair, or all of them.
std::unique_ptr<MotionPeer> make_fcl_static();
std::unique_ptr<MotionPeer> make_fcl_static_all();
/// Its continuous collision as it is by default (static collision at samples of the motion), and by conservative
/// advancement, for the pairs that its manager reports.
std::unique_ptr<MotionPeer> make_fcl_continuous();
std::unique_ptr<MotionPeer> make_fcl_advancement();
/// Collision at the end of the step, GImpact meshes.
std::unique_ptr<MotionPeer> make_bullet_static();

}  // namespace impinge::bench
