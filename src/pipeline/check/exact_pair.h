// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What the exact check says about two bodies, as they stand and with one of them moved.

#include <impinge/engine.h>

#include <initializer_list>
#include <optional>

#include "base/control.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

class ExactPair {
 public:
  /// Two meshes. What they point to must outlive this.
  ExactPair(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes, const Control& control);

  /// Verdict and distance, of open bodies as lines see them: their surfaces. Nothing where the check gives up, as it does
  /// for too many face pairs.
  std::optional<PairAnswer> answer();

  /// Of open bodies whose surfaces do not cross: what winding numbers tell, where it is that one may lie in the other.
  std::optional<PairAnswer> enclosing();

  /// The verdict as check() gives it, without face pairs; nothing where it gives up.
  std::optional<PairAnswer> verdict(OpenBodies open) { return check({}, open); }

  /// The insides share points, or nothing is proved, once b is moved.
  bool overlaps_at(const Vec3& shift);

  /// How far b must be moved along the direction, from guesses: bounds that the exact check of the moved pair proves. The
  /// pair overlaps as it stands; moved by `most` it does not.
  Bounded parting(const Vec3& direction, std::initializer_list<double> guesses, double most);

 private:
  std::optional<PairAnswer> check(std::optional<double> clearance, OpenBodies open);

  Scene scene_;
  ObjectId b_;
  Pose pose_;  // of b, as it stands
  const PreparedShapes& shapes_;
  const Control& control_;
};

}  // namespace impinge
