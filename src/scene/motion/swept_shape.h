// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "scene/face_tree.h"
#include "scene/motion/flat_faces.h"
#include "scene/motion/oriented_boxes.h"
#include "scene/motion/timeline.h"

namespace impinge {

/// Which face tests each corner and edge, so that features of many faces are tested once (representative triangles, after
/// Curtis, Tamstorf & Manocha 2008). Depends only on the faces.
struct FeatureOwners {
  explicit FeatureOwners(const Mesh& mesh, const Control* control = nullptr);

  /// The lowest face that has the feature: three corners, then the edges that begin at them.
  std::vector<std::array<std::uint32_t, 6>> owner;
  /// Bit i: the face owns feature i.
  std::vector<std::uint8_t> owned;
};

/// What moving objects of one shape share, or, for a deforming object, what one step needs. `control`, if given, may cancel
/// the making of it.
struct SweptShape {
  /// Of a rigid shape, in its own frame.
  SweptShape(const SceneObject& object, std::shared_ptr<const FeatureOwners> feature_owners,
             const Control* control = nullptr);
  /// Of a deforming object over a step, in the world.
  SweptShape(const ObjectStep& step, std::span<const Face> faces, std::shared_ptr<const FeatureOwners> feature_owners,
             const Control* control = nullptr);

  std::shared_ptr<const FeatureOwners> owners;
  std::vector<Box> face_boxes;
  FaceTree tree;
  std::vector<OrientedBox> oriented;  ///< for each node; none of a deforming object
  std::vector<FlatFaces> flat;        ///< none of a deforming object
  Box box;
  Vec3 centre;    ///< of the box
  double radius;  ///< the ball around it holds all vertices

  /// Whether the faces of a rigid shape are known to look outwards, once somebody has asked.
  enum class Outwards : std::uint8_t { unknown, proved, refused };
  mutable std::atomic<Outwards> outwards{Outwards::unknown};
};

}  // namespace impinge
