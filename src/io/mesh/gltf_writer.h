// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/mesh/units.h"

namespace impinge::io {

/// Collects nodes and writes them as glTF 2.0. glTF has room for floats only: a node carries the middle of its mesh as
/// doubles, so that they are rounded by the size of the mesh and not by how far it is from the origin. Coordinates are in
/// `units`, the file is in metres. Throws Error: bad_argument for a coordinate that is no float, too_large for more than 4
/// GB, write_failed.
class GltfWriter {
 public:
  using Json = nlohmann::ordered_json;

  GltfWriter(const std::filesystem::path& file, std::string_view units);

  /// A colour with its opacity, for meshes and lines.
  std::size_t add_material(const std::string& name, const std::array<float, 4>& rgba);

  /// Each gives the number of its node.
  /// @{
  std::size_t add_mesh(const std::string& name, std::span<const Vec3> vertices, std::span<const Face> faces,
                       std::optional<std::size_t> material = {});
  /// The line through all points; back to the first where it is closed.
  std::size_t add_line(const std::string& name, std::span<const Vec3> points, bool closed,
                       std::optional<std::size_t> material = {});
  /// A place without a shape.
  std::size_t add_place(const std::string& name, const std::optional<Vec3>& place = {});
  /// @}

  /// Puts nodes under another one; nodes that are under none are the roots of the scene.
  void put_under(std::size_t parent, std::span<const std::size_t> children);

  /// What applications may read of a node.
  void set_extras(std::size_t node, Json extras) { nodes_[node]["extras"] = std::move(extras); }

  /// Writes the file: .glb, or .gltf with its buffer inside.
  void write() const;

 private:
  Vec3 middle_of(std::span<const Vec3> points) const;
  std::size_t add_positions(std::span<const Vec3> points, const Vec3& middle);
  std::size_t add_indices(std::span<const Face> faces);
  std::size_t add_node(const std::string& name, Json primitive, const Vec3& middle, std::optional<std::size_t> material);
  void add_view(std::size_t begin, int target);
  std::string json(const std::string& uri) const;

  std::filesystem::path file_;
  UnitScale to_metres_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), accessors_ = Json::array(), views_ = Json::array(),
       materials_ = Json::array();
  std::vector<bool> is_child_;  // of the nodes
  std::string binary_;
};

}  // namespace impinge::io
