// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <impinge/octree.h>

namespace impinge {

class Mesh;
struct MeshData;

/// The one friend of the public classes: what the library needs of them and users do not. What a handle points to is defined
/// in mesh_data.h, convex_body.h and convex_polygon.h.
struct Internals {
  /// What a handle (Mesh, ConvexBody, ConvexPolygon) points to.
  template <typename Handle>
  static const auto& data(const Handle& handle) noexcept {
    return *handle.data_;
  }
  /// Of a mesh that is not read yet, what it is once it is: see deferral.h.
  static const MeshData& data(const Mesh& mesh);
  /// Shared ownership of it.
  template <typename Handle>
  static const auto& share(const Handle& handle) noexcept {
    return handle.data_;
  }
  /// A handle on it.
  template <typename Handle, typename Data>
  static Handle handle(std::shared_ptr<Data> data) {
    return Handle(std::shared_ptr<const Data>(std::move(data)));
  }

  /// See scene_changes.h.
  template <typename Scene>
  static Scene without_hidden(const Scene& scene, std::vector<std::uint32_t>& ids) {
    return scene.without_hidden(ids);
  }
  /// A SceneMoment: as the scene is now.
  template <typename Moment, typename Scene>
  static Moment moment(const Scene& scene) {
    return {scene.origin_, scene.asking_, scene.forgotten_ + scene.changes_.size(),
            scene.changes_.empty() ? 0 : scene.changes_.back().number};
  }
  /// Calls visit(object) for every change after a moment; false if the scene does not remember it.
  template <typename Scene, typename Moment, typename Visit>
  static bool changes_since(const Scene& scene, const Moment& moment, const Visit& visit) {
    if (moment.changes <= scene.forgotten_ || moment.changes > scene.forgotten_ + scene.changes_.size()) return false;
    const std::size_t known = moment.changes - scene.forgotten_;
    if (scene.changes_[known - 1].number != moment.last) return false;
    for (std::size_t i = known; i < scene.changes_.size(); ++i) visit(scene.changes_[i].object);
    return true;
  }

  /// From ascending nodes that do not overlap; they are condensed.
  static Octree octree(const OctreeFrame& frame, std::vector<std::uint64_t> nodes) {
    return Octree::from_nodes(frame, std::move(nodes));
  }
  /// For each node, where its faces begin.
  static void set_faces(Octree& octree, std::vector<std::uint32_t> begin, std::vector<std::uint32_t> faces) {
    octree.set_faces(std::move(begin), std::move(faces));
  }
};

}  // namespace impinge
