// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "shape/cluster_tree/cluster_tree_corners.h"

namespace impinge {

/// Sets corners and boxes of a tree whose faces, clusters and nodes are laid out. Parts may be done at the same time.
class ClusterFit {
 public:
  /// One list for each cluster, or none at all.
  ClusterFit(const CornerSource& source, std::span<const CornerList> lists, std::span<FaceCluster> clusters,
             std::span<ClusterNode> nodes)
      : source_(source), set_corners_(corner_setter()), lists_(lists), clusters_(clusters), nodes_(nodes) {}

  /// What a part comes to.
  struct Part {
    double extents = 0;  ///< sum of the clusters' half extents in tree coordinates
    Box box;             ///< of its vertices
  };

  /// All clusters and nodes of a part.
  Part part(std::uint32_t root, std::uint32_t first_node, std::uint32_t first_cluster, std::uint32_t clusters) const;

  /// The boxes of a node whose children are nodes and done.
  void node(std::uint32_t n) const;

 private:
  struct Growth {
    std::uint32_t next_node;
    Part part;
  };
  void subtree(std::uint32_t n, std::uint32_t first_cluster, std::uint32_t clusters, Growth& growth) const;

  void fetch(std::uint32_t cluster) const;

  CornerSource source_;
  SetCorners set_corners_;
  std::span<const CornerList> lists_;
  std::span<FaceCluster> clusters_;
  std::span<ClusterNode> nodes_;
};

}  // namespace impinge
