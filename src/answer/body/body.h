// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "answer/body/ray_cast.h"
#include "base/control.h"
#include "localise/cluster_tree/cluster_tree_walk.h"
#include "scene/face_tree.h"

namespace impinge {

/// Winding numbers on the two sides of a face.
struct FaceSides {
  int front;  ///< where the normal points
  int back;
};

/// A placed object as a solid: inside is where the winding number is not 0, over all its components. Queries are exact and
/// may run from many threads; trees are built when first needed.
class Body {
 public:
  Body(const WorldObject& object, Control& control) : object_(object), control_(control) {}

  const WorldObject& object() const { return object_; }
  Control& control() const { return control_; }
  const FaceTree& tree() const;

  /// The object with a cluster tree, that of the engine or one built when first needed.
  const WorldObject& clustered() const;

  /// Calls visit(face) for all faces whose boxes satisfy keep(box), maybe for some others. The first few calls scan the
  /// faces: a tree costs as much as many scans, and most verdicts need less.
  template <typename Keep, typename Visit>
  void walk(const Keep& keep, const Visit& visit) const {
    control_.poll();
    if (object_.clusters != nullptr || scans_.fetch_add(1, std::memory_order_relaxed) >= kScans)
      return walk_clusters(clustered(), keep, visit);
    for (std::uint32_t f = 0; f < object_.faces.size(); ++f)
      if (keep(box_of(object_.triangle(f)))) visit(f);
  }

  /// Winding number right beside the start in direction r: faces through the start itself are not crossed. Nothing if the
  /// ray meets an edge or runs inside a face; then another direction must be tried.
  std::optional<int> winding_along(const RayStart& start, const Vec3& r) const;

  /// Winding number at a point that is not on the surface.
  int winding_at(const RayStart& start) const;

  /// True if the point lies on a face that has an area.
  bool holds_on_surface(const RayStart& start) const;

  /// Winding numbers beside an inner point of a face. Faces coplanar with it there are taken into account.
  FaceSides sides_at(std::uint32_t face, const RayStart& inner_point) const;

  /// The same at the centre of the face.
  FaceSides sides_of(std::uint32_t face) const { return sides_at(face, RayStart(centroid(object_.triangle(face)))); }

  /// True if the winding number is not 0 somewhere; looked for when first needed. Nearly always the first face tells.
  bool has_volume() const;

 private:
  static constexpr int kScans = 12;

  const WorldObject& object_;
  Control& control_;
  mutable std::atomic<int> scans_{0};
  mutable std::once_flag built_, clusters_built_;
  mutable std::atomic<int> volume_{-1};  // unknown; two threads that look at once find the same
  mutable std::unique_ptr<FaceTree> tree_;
  mutable std::unique_ptr<const ClusterTree> clusters_;
  mutable std::unique_ptr<WorldObject> clustered_;
};

}  // namespace impinge
