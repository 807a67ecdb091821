// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "scene/motion/swept_object.h"

namespace impinge {

/// The faces of a body on its way through a step, t from 0 to 1, and the tree over them.
class MovingTree {
 public:
  /// The object must outlive it. Takes time for a body that deforms, since its nodes have boxes of their own at both ends.
  explicit MovingTree(const SweptObject& object, const Control* control = nullptr);

  const FaceTree& tree() const { return object_.shape->tree; }
  const ObjectStep& step() const { return *object_.step; }

  MovingFace face(std::uint32_t f) const { return object_.step->face(object_.faces[f]); }

  /// Holds the faces of a node at a moment, in the frame of a rigid body, in the world if it deforms.
  Box box(std::uint32_t node, double t) const;

  /// No point has a longer second derivative.
  double bend() const { return bend_; }
  /// No point is faster.
  double speed() const { return speed_; }
  /// Nothing that is added up for a coordinate is larger.
  double size() const { return size_; }

 private:
  SweptObject object_;
  std::vector<Box> from_, to_;  // of the nodes, where the body deforms
  double bend_ = 0, speed_ = 0, size_ = 0;
};

/// A moving tree at one moment, seen in a frame whose rows have length 1, relative to an origin.
class TurnedTree {
 public:
  TurnedTree(const MovingTree& tree, double t, const Eigen::Matrix3d& frame, const Vec3& origin);

  struct CentredBox {
    Vec3 centre, half;
  };
  CentredBox box(std::uint32_t node) const;
  /// A face of the body in the frame.
  Triangle triangle(const MovingFace& face) const;

 private:
  const MovingTree& tree_;
  double t_;
  Turn turn_;
  Eigen::Matrix3d frame_, matrix_, reach_;
  Vec3 origin_, shift_;
};

}  // namespace impinge
