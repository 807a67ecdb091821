// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <vector>

#include <impinge/convex.h>
#include <impinge/engine.h>

#include "base/control.h"
#include "pairs/object_pair.h"
#include "pipeline/prepared/prepared_shapes.h"

namespace impinge {

/// What polar_newton takes off the faces' hands in a check: object pairs of convex bodies that are apart, and where no face
/// pairs are asked for those that cross. It speaks only where its proof holds by more than the rounding of world
/// coordinates, so that the answer is the one that the faces would give.
class ConvexPairs {
 public:
  /// Whether find() may come up with two bodies, by a look at little of them.
  bool worth_asking(const Scene& scene, const PreparedShapes& shapes, Method method, std::span<const ObjectPair> pairs);

  /// Looks for convex bodies: all objects if the method is polar_newton (Error (bad_mesh) if one is not convex); for `auto`
  /// shapes that are prepared or have few faces.
  void find(const Scene& scene, const PreparedShapes& shapes, Method method);

  /// Leaves the pairs that the faces must decide; the others have an answer from then on.
  void settle(const Scene& scene, std::vector<ObjectPair>& pairs, const CheckOptions& options, Control& control);

  /// Gives the answer of a settled pair; not for bodies apart whose distance is asked for.
  bool answered(const ObjectPair& pair, bool with_distance, PairAnswer& answer) const;
  std::uint64_t settled() const { return answers_.size(); }

 private:
  std::vector<std::optional<ConvexBody>> bodies_;  // by object
  std::map<ObjectPair, PairAnswer> answers_;
};

/// How far world coordinates may be from where the exact pose puts them, with room to spare.
double placing_margin(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose);

}  // namespace impinge
