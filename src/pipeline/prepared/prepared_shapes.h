// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <impinge/scene.h>

#include "scene/face_groups.h"
#include "shape/cluster_tree/cluster_tree.h"
#include "shape/convex/convex_body.h"
#include "shape/octree/shape_octree.h"

namespace impinge {

struct SweptShape;
class RasterDevice;
class KeptDepthMaps;
class Control;

/// What an engine keeps of shapes: their cluster trees, by shape and revision, and the groups of their faces. All members
/// may be called from many threads.
class PreparedShapes {
 public:
  using Tree = std::shared_ptr<const ClusterTree>;
  using Groups = std::shared_ptr<const FaceGroups>;
  using Octree = std::shared_ptr<const ShapeOctree>;

  /// The card that raster methods draw on and that keeps the shapes drawn; none unless the engine was asked for one. Set
  /// before the first query.
  std::shared_ptr<RasterDevice> device;
  /// What depth counting on the processor keeps from one query to the next, if anything. Set likewise.
  std::shared_ptr<KeptDepthMaps> depth_maps;

  void prepare(const Mesh& mesh);
  /// Shares what another one has prepared, but for what it fitted to deformed vertices; false if it does not know the shape.
  bool adopt(const Mesh& mesh, const PreparedShapes& from);
  void forget(const Mesh& mesh);
  bool knows(const Mesh& mesh) const;
  /// Another number as soon as other shapes are known.
  std::uint64_t version() const;

  /// The tree of an object as it is now, if there is one.
  Tree find(const SceneObject& object) const;
  /// The same for many objects at once, one tree each.
  void find(std::span<const SceneObject> objects, std::span<Tree> trees) const;

  /// The tree of a prepared object that has deformed since, fitted to its vertices and kept for the next query.
  Tree refitted(const SceneObject& object) const;

  /// The convex body of a prepared shape at rest, if it is convex.
  std::optional<ConvexBody> convex(const Mesh& mesh) const;

  /// The groups of a prepared object's faces, as they are through all deformations; nothing if they are of no use.
  Groups groups(const SceneObject& object) const;

  /// The octree of a rigid object's shape, made at the first question and kept where the shape is prepared. Nothing for one
  /// that deforms, or that has no octree.
  Octree octree(const SceneObject& object, std::optional<int> level) const;
  /// What moving objects of a prepared shape share, made when first asked for; nothing for other objects.
  using Swept = std::shared_ptr<const SweptShape>;
  Swept swept(const SceneObject& object, const Control* control = nullptr) const;

 private:
  struct Refitted {
    std::uint64_t revision;
    std::shared_ptr<ClusterTree> tree;
  };
  struct Shape {
    Mesh mesh;  // keeps the arrays, and so the key
    Tree rest;
    Groups groups;
    std::vector<Refitted> refitted;                  // the oldest first
    std::map<std::optional<int>, Octree> octrees{};  // by the level asked for
    std::optional<ConvexBody> convex{};
    Swept swept{};
  };

  static Tree tree_of(const Shape& shape, const SceneObject& object);

  mutable std::mutex mutex_;
  mutable std::map<std::pair<const Vec3*, const Face*>, Shape> shapes_;  // by the arrays of the shape at rest
  std::uint64_t version_ = 0;
};

}  // namespace impinge
