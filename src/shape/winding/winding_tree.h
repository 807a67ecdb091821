// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "base/box.h"
#include "shape/mend/rims.h"

namespace impinge {

/// Generalised winding numbers of any set of faces, closed or not: the sum of their solid angles / 4 pi. A binary tree over
/// the faces. Seen from outside the box of a node its faces cover as much as any surface with the same border, so that a
/// cone over that border stands in for them: equal to the sum but for rounding, and few edges in place of many faces.
class WindingTree {
 public:
  /// Copies what it needs.
  WindingTree(std::span<const Vec3> vertices, std::span<const Face> faces);

  double at(const Vec3& point) const;

  /// The box of all faces.
  const Box& box() const { return nodes_.front().box; }

 private:
  struct Node {
    Box box;
    std::uint32_t begin, end;          // faces_[begin, end)
    std::uint32_t right;               // the left child is the next node; 0 marks a leaf
    std::size_t edge_begin, edge_end;  // edges_[edge_begin, edge_end): its border
  };

  std::vector<DirectedEdge> build(std::span<std::uint32_t> order, std::uint32_t begin, std::span<const Vec3> centres,
                                  std::span<const Face> faces);
  double faces_at(const Node& node, const Vec3& point) const;
  double cone_at(const Node& node, const Vec3& point) const;

  std::vector<Vec3> vertices_;
  std::vector<Face> faces_;
  std::vector<Node> nodes_;
  std::vector<DirectedEdge> edges_;
};

}  // namespace impinge
