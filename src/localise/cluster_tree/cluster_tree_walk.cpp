// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/cluster_tree/cluster_tree_walk.h"

namespace impinge {

namespace {

constexpr double kUnit = 0x1p-53;  // relative rounding of a double

}  // namespace

// Ten roundings of the largest number that takes part cover the pose, the box and the world coordinates themselves; the
// last two, of middle +- extent, are of the size of the box.
WorldBoxes::WorldBoxes(const WorldObject& object) {
  const ClusterTree& tree = *object.clusters;
  turn_ = object.pose.rotation * tree.unit();
  turn_size_ = turn_.cwiseAbs();
  offset_ = object.pose.rotation * tree.origin() + object.pose.position;
  const Vec3 size = object.pose.rotation.cwiseAbs() * tree.origin().cwiseAbs() + object.pose.position.cwiseAbs() +
                    turn_size_ * Vec3::Constant(0x1p22);
  margin_ = size * (24 * kUnit) + Vec3::Constant(0x1p-1060);
}

}  // namespace impinge
