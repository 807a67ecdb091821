// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; there along the axes of the points' spread, here along
// normals, which is what parts two surfaces that come near each other.
#include "scene/motion/oriented_boxes.h"

#include <tbb/parallel_for.h>

#include <cmath>

namespace impinge {

namespace {

constexpr double kFlat = 0.6;  // length of the summed normals over their area, below which no box is kept

Vec3 unit(const Vec3& v) { return v / std::sqrt(v.squaredNorm()); }

OrientedBox oriented_box(const FaceTree::Node& node, std::span<const std::uint32_t> order, std::span<const Vec3> vertices,
                         std::span<const Face> faces) {
  OrientedBox box;
  box.half = Vec3(-1, 0, 0);
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (std::uint32_t i = node.begin; i < node.end; ++i) {
    const Triangle t = triangle_of(vertices, faces[order[i]]);
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    sum += normal;
    area += std::sqrt(normal.squaredNorm());
  }
  if (!(std::sqrt(sum.squaredNorm()) > kFlat * area) || !std::isfinite(area)) return box;
  box.axis[0] = unit(sum);
  // Across the normal, roughly along the longest edge of the box along the axes.
  const Vec3 extent = node.box.high - node.box.low;
  Eigen::Index longest = 0;
  (extent.array() * (1 - box.axis[0].array().square())).maxCoeff(&longest);
  const Vec3 along = Vec3::Unit(longest);
  box.axis[1] = unit(along - box.axis[0] * box.axis[0].dot(along));
  box.axis[2] = cross(box.axis[0], box.axis[1]);
  Box local;
  const Vec3 origin = node.box.low / 2 + node.box.high / 2;
  for (std::uint32_t i = node.begin; i < node.end; ++i)
    for (const std::uint32_t v : faces[order[i]]) {
      const Vec3 p = vertices[v] - origin;
      local.add(Vec3(box.axis[0].dot(p), box.axis[1].dot(p), box.axis[2].dot(p)));
    }
  const Vec3 middle = local.low / 2 + local.high / 2;
  box.centre = origin + box.axis[0] * middle.x() + box.axis[1] * middle.y() + box.axis[2] * middle.z();
  const double size = origin.cwiseAbs().sum() + extent.sum();
  box.half = (local.high - local.low) / 2;
  box.half.array() += 0x1p-44 * size;
  return box;
}

}  // namespace

std::vector<OrientedBox> oriented_boxes(const FaceTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces,
                                        const Control* control) {
  std::vector<OrientedBox> boxes(tree.nodes().size());
  tbb::parallel_for(std::size_t{0}, boxes.size(), [&](std::size_t n) {
    if (n % 256 == 0) poll(control);
    boxes[n] = oriented_box(tree.nodes()[n], tree.faces(), vertices, faces);
  });
  return boxes;
}

}  // namespace impinge
