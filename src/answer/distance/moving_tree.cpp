// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/distance/moving_tree.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

double length(const Vec3& v) { return std::sqrt(v.squaredNorm()); }

// Children stand behind their parents.
std::vector<Box> node_boxes(const FaceTree& tree, std::span<const Vec3> vertices, std::span<const Face> faces,
                            const Control* control) {
  std::vector<Box> boxes(tree.nodes().size());
  for (std::size_t n = boxes.size(); n-- > 0;) {
    if (n % 4096 == 0) poll(control);
    const FaceTree::Node& node = tree.nodes()[n];
    if (!node.leaf()) {
      boxes[n] = boxes[n + 1];
      boxes[n].add(boxes[node.right]);
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i)
      boxes[n].add(box_of(triangle_of(vertices, faces[tree.faces()[i]])));
  }
  return boxes;
}

}  // namespace

MovingTree::MovingTree(const SweptObject& object, const Control* control) : object_(object) {
  const ObjectStep& s = *object.step;
  if (s.deforms()) {
    from_ = node_boxes(tree(), s.from, object.faces, control);
    to_ = node_boxes(tree(), s.to, object.faces, control);
    for (std::size_t v = 0; v < s.from.size(); ++v) speed_ = std::max(speed_, length(s.to[v] - s.from[v]));
    size_ = std::max(largest_coordinate(from_[0]), largest_coordinate(to_[0])) + speed_;
    return;
  }
  const SweptShape& shape = *object.shape;
  const double arm = length(s.path.swing * shape.centre + s.path.swing_offset) + s.path.swing.norm() * shape.radius;
  bend_ = s.path.angle * s.path.angle * arm;
  speed_ = length(s.path.line) + s.path.angle * arm;
  size_ = s.path.base.cwiseAbs().sum() + s.path.line.cwiseAbs().sum() + s.path.swing_offset.cwiseAbs().sum() +
          s.path.side_offset.cwiseAbs().sum() + 3 * (shape.centre.cwiseAbs().sum() + shape.radius);
}

Box MovingTree::box(std::uint32_t node, double t) const {
  if (from_.empty()) return tree().nodes()[node].box;
  const Box &a = from_[node], &b = to_[node];
  return {a.low + t * (b.low - a.low), a.high + t * (b.high - a.high)};
}

TurnedTree::TurnedTree(const MovingTree& tree, double t, const Eigen::Matrix3d& frame, const Vec3& origin)
    : tree_(tree), t_(t), turn_(Turn::of(tree.step().angle() * t)), frame_(frame), origin_(origin) {
  if (tree.step().deforms()) {
    matrix_ = frame;
    shift_ = -(frame * origin);
  } else {
    const RigidPath& path = tree.step().path;
    const Pose pose = path.angle == 0 ? Pose{.rotation = path.along, .position = path.base + t * path.line} : path.turned(t);
    matrix_ = frame * pose.rotation;
    shift_ = frame * (pose.position - origin);
  }
  reach_ = matrix_.cwiseAbs();
}

TurnedTree::CentredBox TurnedTree::box(std::uint32_t node) const {
  const Box local = tree_.box(node, t_);
  const Vec3 centre = local.low / 2 + local.high / 2, half = local.high / 2 - local.low / 2;
  return {matrix_ * centre + shift_, reach_ * half};
}

Triangle TurnedTree::triangle(const MovingFace& face) const {
  Triangle t;
  for (int i = 0; i < 3; ++i) t.p[i] = frame_ * (face.p[i].at(t_, turn_) - origin_);
  return t;
}

}  // namespace impinge
