// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// After Jacobson, Kavan & Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", 2013,
// section 4.2; the border of a node is closed by a cone here.
#include "shape/winding/winding_tree.h"

#include <algorithm>
#include <numeric>

#include "base/solid_angle.h"

namespace impinge {

namespace {

constexpr std::size_t kLeaf = 16;  // fewer faces have about as many edges around them

}  // namespace

WindingTree::WindingTree(std::span<const Vec3> vertices, std::span<const Face> faces)
    : vertices_(vertices.begin(), vertices.end()) {
  std::vector<Vec3> centres;
  centres.reserve(faces.size());
  for (const Face& f : faces) centres.push_back(vertices[f[0]] / 3 + vertices[f[1]] / 3 + vertices[f[2]] / 3);
  std::vector<std::uint32_t> order(faces.size());
  std::iota(order.begin(), order.end(), 0u);
  faces_.resize(faces.size());
  build(order, 0, centres, faces);
}

// Gives the border of the node that it adds.
std::vector<DirectedEdge> WindingTree::build(std::span<std::uint32_t> order, std::uint32_t begin,
                                             std::span<const Vec3> centres, std::span<const Face> faces) {
  const std::size_t index = nodes_.size();
  nodes_.push_back({{}, begin, begin + static_cast<std::uint32_t>(order.size()), 0, 0, 0});
  std::vector<DirectedEdge> border;
  Box box;
  if (order.size() <= kLeaf) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      const Face& f = faces_[begin + i] = faces[order[i]];
      for (std::size_t k = 0; k < 3; ++k) {
        border.emplace_back(f[k], f[(k + 1) % 3]);
        box.add(vertices_[f[k]]);
      }
    }
  } else {
    Box spread;
    for (const std::uint32_t f : order) spread.add(centres[f]);
    int axis = 0;
    (spread.high - spread.low).maxCoeff(&axis);
    const std::size_t half = order.size() / 2;
    std::nth_element(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(half), order.end(),
        [&](std::uint32_t x, std::uint32_t y) { return std::pair(centres[x][axis], x) < std::pair(centres[y][axis], y); });
    border = build(order.first(half), begin, centres, faces);
    const std::size_t right = nodes_.size();
    const std::vector<DirectedEdge> more =
        build(order.subspan(half), begin + static_cast<std::uint32_t>(half), centres, faces);
    border.insert(border.end(), more.begin(), more.end());
    box = nodes_[index + 1].box;
    box.add(nodes_[right].box);
    nodes_[index].right = static_cast<std::uint32_t>(right);
  }
  cancel_edges(border);
  nodes_[index].box = box;
  nodes_[index].edge_begin = edges_.size();
  edges_.insert(edges_.end(), border.begin(), border.end());
  nodes_[index].edge_end = edges_.size();
  return border;
}

double WindingTree::faces_at(const Node& node, const Vec3& point) const {
  double sum = 0;
  for (std::uint32_t f = node.begin; f < node.end; ++f) sum += winding_of(triangle_of(vertices_, faces_[f]), point);
  return sum;
}

double WindingTree::cone_at(const Node& node, const Vec3& point) const {
  if (node.edge_begin == node.edge_end) return 0;
  const Vec3& tip = vertices_[edges_[node.edge_begin].first];
  double sum = 0;
  for (std::size_t e = node.edge_begin; e < node.edge_end; ++e)
    sum += winding_of({{tip, vertices_[edges_[e].first], vertices_[edges_[e].second]}}, point);
  return sum;
}

double WindingTree::at(const Vec3& point) const {
  double sum = 0;
  std::vector<std::uint32_t> stack{0};
  while (!stack.empty()) {
    const std::uint32_t index = stack.back();
    const Node& node = nodes_[index];
    stack.pop_back();
    // A cone inside the box is as good as the faces for a point that is not.
    const bool beyond = !box_contains(node.box, point);
    if (beyond && node.edge_end - node.edge_begin < node.end - node.begin) {
      sum += cone_at(node, point);
    } else if (node.right == 0) {
      sum += faces_at(node, point);
    } else {
      stack.push_back(node.right);
      stack.push_back(index + 1);
    }
  }
  return sum;
}

}  // namespace impinge
