// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/lent.h"
#include "scene/world.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

/// Boxes of a cluster tree in world coordinates.
class WorldBoxes {
 public:
  explicit WorldBoxes(const WorldObject& object);

  /// Holds the world coordinates of all faces below child i of the node, their rounding included.
  Box child(const ClusterNode& node, std::uint32_t i) const {
    const Vec3 centre(node.centre[0][i], node.centre[1][i], node.centre[2][i]),
        half(node.half[0][i], node.half[1][i], node.half[2][i]);
    const Vec3 middle = turn_ * centre + offset_, extent = turn_size_ * half + margin_;
    return {middle - extent, middle + extent};
  }

 private:
  Eigen::Matrix3d turn_, turn_size_;
  Vec3 offset_, margin_;
};

/// Calls visit(face) for the faces of all clusters of a prepared object whose world boxes, and those above, satisfy
/// keep(box).
template <typename Keep, typename Visit>
void walk_clusters(const WorldObject& object, const Keep& keep, const Visit& visit) {
  const ClusterTree& tree = *object.clusters;
  const WorldBoxes boxes(object);
  Lent<std::uint32_t> lent;
  std::vector<std::uint32_t>& stack = *lent;
  stack.push_back(0);
  while (!stack.empty()) {
    const ClusterNode& node = tree.nodes()[stack.back()];
    stack.pop_back();
    for (std::uint32_t i = 0; i < node.count; ++i) {
      if (!keep(boxes.child(node, i))) continue;
      if (!node.leaf) {
        stack.push_back(node.first + i);
        continue;
      }
      const FaceCluster& cluster = tree.clusters()[node.first + i];
      for (std::uint32_t f = 0; f < cluster.count; ++f) visit(cluster.faces[f]);
    }
  }
}

}  // namespace impinge
