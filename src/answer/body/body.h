// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "answer/body/ray_cast.h"
#include "base/control.h"
#include "localise/cluster_tree/cluster_tree_walk.h"
#include "scene/face_tree.h"
#include "shape/winding/open_shell.h"

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
    if (object_.clusters != nullptr ||
        (object_.faces.size() > kFewFaces && scans_.fetch_add(1, std::memory_order_relaxed) >= kScans))
      return walk_clusters(clustered(), keep, visit);
    for (std::uint32_t f = 0; f < object_.faces.size(); ++f)
      if (keep(box_of(object_.triangle(f)))) visit(f);
  }

  /// Winding number right beside the start in direction r: faces through the start itself are not crossed. Nothing if the
  /// ray meets an edge or runs inside a face; then another direction must be tried. Faces that are known to have the start
  /// in their planes may be given, in order: they cost next to nothing.
  std::optional<int> winding_along(const RayStart& start, const Vec3& r,
                                   std::span<const std::uint32_t> faces_in_plane = {}) const;

  /// Winding number at a point that is not on the surface.
  int winding_at(const RayStart& start) const;

  /// True if the point is found to lie inside and off the surface, by the first ray that may tell.
  bool surely_holds(const Vec3& point) const;

  /// True if the point lies on a face that has an area.
  bool holds_on_surface(const RayStart& start) const;

  /// What an open or dirty body encloses: asked in the frame of the shell. That of the mesh is shared by all its objects.
  const OpenShell& shell() const;
  /// A point of the world in the frame of the shell.
  Vec3 in_shell(const Vec3& point) const;

  /// Winding numbers beside an inner point of a face. Faces coplanar with it there are taken into account.
  FaceSides sides_at(std::uint32_t face, const RayStart& inner_point) const;

  /// The same at the centre of the face.
  FaceSides sides_of(std::uint32_t face) const { return sides_at(face, RayStart(centroid(object_.triangle(face)))); }

  /// True if the winding number is not 0 somewhere; looked for when first needed. Nearly always the first face tells.
  bool has_volume() const;

 private:
  static constexpr int kScans = 12;
  static constexpr std::size_t kFewFaces = 32;  // scanned however often
  static constexpr std::uint32_t kNoFace = UINT32_MAX;

  /// winding_along a ray from a point of the face `own`; tells whether other faces hold the point too.
  std::optional<int> winding_beside(std::uint32_t own, const RayStart& start, const Vec3& r, bool& on_others,
                                    std::span<const std::uint32_t> faces_in_plane = {}) const;

  bool shares_shell() const;

  const WorldObject& object_;
  Control& control_;
  mutable std::atomic<int> scans_{0};
  mutable std::once_flag built_, clusters_built_;
  mutable LazyShell own_shell_;
  mutable std::atomic<int> volume_{-1};  // unknown; two threads that look at once find the same
  mutable std::unique_ptr<FaceTree> tree_;
  mutable std::unique_ptr<const ClusterTree> clusters_;
  mutable std::unique_ptr<WorldObject> clustered_;
};

}  // namespace impinge
