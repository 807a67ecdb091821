// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/parting/moved_pair.h"

#include "answer/distance/cluster_distance.h"
#include "answer/verdict/solid_verdict.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"

namespace impinge {

// Rounding is monotone, so the ends of the box move as the vertices do.
WorldObject MovedPair::moved(const Vec3& shift) const {
  WorldObject object = b_.clustered();
  const double size = largest_coordinate(object.box) + shift.cwiseAbs().maxCoeff();
  object.pose.position += shift;
  object.in_place = false;
  object.boxes.reset();
  object.shell = nullptr;
  object.box = grown({object.box.low + shift, object.box.high + shift}, size * 0x1p-48);
  object.middle += shift;
  object.radius += size * 0x1p-48;
  object.inner_radius = 0;
  return object;
}

bool MovedPair::apart_at(const Vec3& shift) const {
  ++questions_;
  const WorldObject object = moved(shift);
  if (!boxes_meet(a_.object().box, object.box)) return true;
  if (cluster_tree_any(a_.clustered(), object, a_.control())) return false;
  return solid_verdict(a_, Body(object, a_.control()), {}).verdict == Verdict::disjoint;
}

std::optional<Nearest> MovedPair::nearest_at(const Vec3& shift, double limit) const {
  ++questions_;
  const WorldObject object = moved(shift);
  const Body b(object, a_.control());
  return cluster_nearest_within(a_, b, limit);
}

}  // namespace impinge
