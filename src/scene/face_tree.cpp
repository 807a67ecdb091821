// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/face_tree.h"

#include <algorithm>
#include <numeric>

namespace impinge {

namespace {

constexpr std::uint32_t kLeafFaces = 4;
constexpr std::uint32_t kPolled = 4096;  // faces of a node that is worth asking before

struct Builder {
  std::span<const Box> boxes;  // of each face
  std::vector<FaceTree::Node>& nodes;
  std::vector<std::uint32_t>& faces;
  const Control* control;

  double centre(std::uint32_t face, int axis) const { return boxes[face].low[axis] / 2 + boxes[face].high[axis] / 2; }

  std::uint32_t build(std::uint32_t begin, std::uint32_t end) {
    if (end - begin > kPolled) poll(control);
    const auto index = static_cast<std::uint32_t>(nodes.size());
    Box box, centres;
    for (std::uint32_t i = begin; i < end; ++i) {
      const Box& b = boxes[faces[i]];
      box.add(b);
      centres.add(Vec3(b.low / 2 + b.high / 2));
    }
    nodes.push_back({box, begin, end, 0});
    if (end - begin <= kLeafFaces) return index;
    int axis = 0;
    (centres.high - centres.low).maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    // Ties by face, so that the tree is the same everywhere.
    std::nth_element(faces.begin() + begin, faces.begin() + middle, faces.begin() + end,
                     [&](std::uint32_t x, std::uint32_t y) {
                       const double cx = centre(x, axis), cy = centre(y, axis);
                       return cx != cy ? cx < cy : x < y;
                     });
    build(begin, middle);
    const std::uint32_t right = build(middle, end);
    nodes[index].right = right;
    return index;
  }
};

}  // namespace

FaceTree::FaceTree(const WorldObject& object) {
  std::vector<Box> boxes;
  boxes.reserve(object.faces.size());
  for (std::uint32_t f = 0; f < object.faces.size(); ++f) boxes.push_back(box_of(object.triangle(f)));
  *this = FaceTree(boxes);
}

FaceTree::FaceTree(std::span<const Box> boxes, const Control* control) {
  const auto n = static_cast<std::uint32_t>(boxes.size());
  faces_.resize(n);
  std::iota(faces_.begin(), faces_.end(), 0u);
  nodes_.reserve(n);
  Builder{boxes, nodes_, faces_, control}.build(0, n);
}

}  // namespace impinge
