// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/scene.h>

#include <memory>
#include <vector>

#include "scene/motion/swept_shape.h"

namespace impinge::bench::papers {

/// Two bodies over a step of one unit of time, as the culls of the library see them.
class MovingPair {
 public:
  struct Body {
    Mesh mesh;
    Pose pose{};
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< of the mesh's origin, around it
  };
  MovingPair(const Body& a, const Body& b);

  const Scene& scene() const { return scene_; }
  const Body& body(int i) const { return bodies_[i]; }
  const ObjectStep& step(int i) const { return steps_[static_cast<std::size_t>(i)]; }
  const SweptShape& shape(int i) const { return *shapes_[static_cast<std::size_t>(i)]; }
  std::span<const Face> faces(int i) const { return bodies_[i].mesh.faces(); }

  /// Where a vertex is at the beginning, and how it moves then as seen from the other body.
  Vec3 point(int i, std::uint32_t vertex) const;
  Vec3 relative_velocity(int i, const Vec3& point) const;

  /// Vaněček's rule at the beginning of the step: 1 for each face all corners of which move to its inner side.
  std::vector<bool> culled(int i) const;

 private:
  Body bodies_[2];
  Scene scene_;
  std::vector<ObjectStep> steps_;
  std::vector<std::unique_ptr<SweptShape>> shapes_;
};

/// Share of the faces of both bodies that a cull leaves out.
double share_of(const std::vector<bool>& a, const std::vector<bool>& b);

}  // namespace impinge::bench::papers
