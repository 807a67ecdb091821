// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "io/cad/facet_distance.h"

namespace impinge::io {

struct FacetBox {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = -low;
  void take(const Vec3& p) { take(FacetBox{p, p}); }
  void take(const FacetBox& b) {
    low = low.cwiseMin(b.low);
    high = high.cwiseMax(b.high);
  }
  double distance(const FacetBox& b) const { return (b.low - high).cwiseMax(low - b.high).cwiseMax(Vec3::Zero()).norm(); }
};

/// A facet of an object, in the world.
struct Facet {
  Corners corners;
  double bound = 0;
  std::uint32_t part = 0, triangle = 0, face = 0;
  FacetBox box() const {
    FacetBox b;
    for (const Vec3& p : corners) b.take(p);
    return b;
  }
  Vec3 normal() const;  ///< of length 1; zero of a flat one
};

/// Boxes over facets, halved at medians.
class FacetTree {
 public:
  explicit FacetTree(std::vector<Facet> facets);

  const std::vector<Facet>& facets() const { return facets_; }

  /// Calls `leaf(facet)` for facets in boxes for which `wanted(box distance, largest bound inside)` holds, nearer boxes
  /// first.
  template <class Wanted, class Leaf>
  void visit(const FacetBox& box, const Wanted& wanted, const Leaf& leaf) const {
    if (!nodes_.empty()) descend(0, box, wanted, leaf);
  }

  /// The least of distance less bound from a point, no more than `most`, and the facet.
  struct Clear {
    double clear = 0, distance = 0;
    const Facet* facet = nullptr;
    Vec3 point = Vec3::Zero();
  };
  Clear clear_of(const Vec3& p, double most) const;

 private:
  struct Node {
    FacetBox box;
    double bound = 0;  // the largest
    std::uint32_t begin = 0, end = 0;
    std::uint32_t right = 0;  // the left child follows; 0 for a leaf
  };
  std::uint32_t build(std::uint32_t begin, std::uint32_t end);

  template <class Wanted, class Leaf>
  void descend(std::uint32_t at, const FacetBox& box, const Wanted& wanted, const Leaf& leaf) const {
    const Node& node = nodes_[at];
    if (!wanted(node.box.distance(box), node.bound)) return;
    if (node.right == 0) {
      for (std::uint32_t i = node.begin; i < node.end; ++i) leaf(facets_[i]);
      return;
    }
    std::uint32_t near = at + 1, far = node.right;
    if (nodes_[far].box.distance(box) < nodes_[near].box.distance(box)) std::swap(near, far);
    descend(near, box, wanted, leaf);
    descend(far, box, wanted, leaf);
  }

  std::vector<Facet> facets_;
  std::vector<Node> nodes_;
};

}  // namespace impinge::io
