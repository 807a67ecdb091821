// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include <impinge/convex.h>
#include <impinge/engine.h>

#include "base/control.h"
#include "base/lent.h"
#include "pairs/object_pair.h"
#include "pipeline/check/settled_pairs.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// What polar_newton takes off the faces' hands in a check: object pairs of convex bodies that are apart, and where no face
/// pairs are asked for those that cross. It speaks only where its proof holds by more than the rounding of world
/// coordinates, so that the answer is the one that the faces would give.
class ConvexPairs {
 public:
  /// Looks for convex bodies: all objects if the method is polar_newton (Error (bad_mesh) if one is not convex); for `auto`
  /// shapes that are prepared, or in so many pairs that making their bodies pays. False if no pair has two.
  bool find(const Scene& scene, const PreparedShapes& shapes, Method method, std::span<const ObjectPair> pairs);

  /// Leaves the pairs that the faces must decide, and adds the answers of the others.
  void settle(const Scene& scene, std::vector<ObjectPair>& pairs, const CheckOptions& options, Control& control,
              SettledPairs& answers);

 private:
  void make(std::span<const SceneObject> objects, const PreparedShapes& shapes, Method method,
            std::span<const ObjectPair> pairs);

  std::optional<ConvexBody>& body(std::uint32_t object) {
    return (*bodies_)[static_cast<std::size_t>(std::lower_bound(objects_->begin(), objects_->end(), object) -
                                               objects_->begin())];
  }

  Lent<std::uint32_t> objects_;  // that are in pairs, ordered; all of them if the method asks for it
  Lent<std::optional<ConvexBody>> bodies_;
};

/// How far world coordinates may be from where the exact pose puts them, with room to spare.
double placing_margin(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose);

}  // namespace impinge
