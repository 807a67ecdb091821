// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// glTF 2.0 and GLB: every mesh of the scene, placed by its nodes, becomes part of one mesh, or each a mesh of its own, in
// the unit of the scene; identical corners are welded. Skins and morph targets are taken at rest; points and lines are no
// surface.
#include <fmt/format.h>

#include <map>
#include <vector>

#include <impinge/scene.h>

#include "io/gltf/gltf_accessor.h"
#include "io/gltf/gltf_document.h"
#include "io/mesh/affine.h"
#include "io/mesh/format.h"
#include "io/mesh/weld.h"

namespace impinge::io {
namespace {

struct PlacedMesh {
  std::string name;
  std::size_t mesh;
  Affine placement;
};

class GltfReader {
 public:
  GltfReader(const GltfModel& model, std::string_view origin, std::uint64_t bytes, UnitScale scale)
      : model_(model),
        origin_(origin),
        limit_(max_triangles(bytes)),
        accessors_(model, origin, 3 * limit_),
        scale_(scale),
        positions_left_(max_triangles(bytes) * 2) {}

  std::vector<PartArrays> read(bool in_parts) {
    find_placed_meshes();
    require_count();
    std::vector<PartArrays> parts;
    if (!in_parts) {
      MeshArrays& all = parts.emplace_back().arrays;
      Welder welder(all.vertices, 0);
      for (const PlacedMesh& placed : placed_) add(placed, welder, all);
      return parts;
    }
    for (PlacedMesh& placed : placed_) {
      MeshArrays part;
      Welder welder(part.vertices, 0);
      add(placed, welder, part);
      if (!part.faces.empty()) parts.push_back({std::move(placed.name), std::move(part)});
    }
    return parts;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { fail(ErrorCode::file_format, origin_, what); }

  static bool is_surface(const GltfModel::Primitive& primitive) {
    return primitive.mode >= GltfModel::triangles && primitive.mode <= GltfModel::triangle_fan;
  }

  Affine placement_of(const GltfModel::Node& node, std::size_t index) const {
    const auto require = [&](const std::vector<double>& values, std::size_t size, const char* what) {
      if (!values.empty() && values.size() != size)
        refuse(fmt::format("nodes[{}].{} has {} numbers, not {}", index, what, values.size(), size));
      return !values.empty();
    };
    Affine placement;
    if (require(node.matrix, 16, "matrix")) {
      const auto& m = node.matrix;
      if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) refuse(fmt::format("nodes[{}].matrix is not affine", index));
      for (std::size_t i = 0; i < 9; ++i)
        placement.linear(static_cast<int>(i % 3), static_cast<int>(i / 3)) = m[i / 3 * 4 + i % 3];
      placement.offset = {m[12], m[13], m[14]};
      return placement;
    }
    if (require(node.rotation, 4, "rotation")) {
      const auto& q = node.rotation;
      try {
        placement.linear = Pose::from_quaternion(Vec3::Zero(), {q[0], q[1], q[2], q[3]}).rotation;
      } catch (const Error&) {
        refuse(fmt::format("nodes[{}].rotation is not a quaternion", index));
      }
    }
    if (require(node.scale, 3, "scale")) {
      for (int k = 0; k < 3; ++k) placement.linear.col(k) *= node.scale[static_cast<std::size_t>(k)];
    }
    if (require(node.translation, 3, "translation")) {
      placement.offset = {node.translation[0], node.translation[1], node.translation[2]};
    }
    return placement;
  }

  /// The nodes of the scene that the file shows first; of all nodes if it has no scenes.
  std::vector<int> roots() const {
    if (!model_.scenes.empty()) {
      const auto scene = static_cast<std::size_t>(model_.scene);
      if (scene >= model_.scenes.size()) refuse(fmt::format("scenes[{}] does not exist", scene));
      return model_.scenes[scene];
    }
    std::vector<char> is_child(model_.nodes.size(), 0);
    for (const GltfModel::Node& node : model_.nodes) {
      for (int child : node.children) {
        if (child >= 0 && static_cast<std::size_t>(child) < is_child.size()) is_child[static_cast<std::size_t>(child)] = 1;
      }
    }
    std::vector<int> tops;
    for (std::size_t i = 0; i < is_child.size(); ++i) {
      if (is_child[i] == 0) tops.push_back(static_cast<int>(i));
    }
    return tops;
  }

  /// Walks the tree of nodes in file order, with a stack of its own so that depth does no harm.
  void find_placed_meshes() {
    if (model_.nodes.empty()) {
      for (std::size_t i = 0; i < model_.meshes.size(); ++i) placed_.push_back({fmt::format("mesh {}", i), i, Affine()});
      return;
    }
    struct Step {
      int node;
      Affine outer;
    };
    std::vector<Step> stack;
    const auto push = [&](const std::vector<int>& nodes, const Affine& outer) {
      for (std::size_t i = nodes.size(); i-- > 0;) stack.push_back({nodes[i], outer});
    };
    std::vector<char> met(model_.nodes.size(), 0);
    push(roots(), Affine());
    while (!stack.empty()) {
      const Step step = stack.back();
      stack.pop_back();
      const auto index = static_cast<std::size_t>(step.node);
      if (step.node < 0 || index >= met.size()) refuse(fmt::format("nodes[{}] does not exist", step.node));
      if (met[index]++ != 0) refuse(fmt::format("nodes[{}] has two parents, or is its own ancestor", step.node));
      const GltfModel::Node& node = model_.nodes[index];
      const Affine placement = step.outer.after(placement_of(node, index));
      if (node.mesh >= 0) {
        if (static_cast<std::size_t>(node.mesh) >= model_.meshes.size())
          refuse(fmt::format("meshes[{}] does not exist", node.mesh));
        placed_.push_back(
            {node.name.empty() ? fmt::format("node {}", index) : node.name, static_cast<std::size_t>(node.mesh), placement});
      }
      push(node.children, placement);
    }
  }

  std::size_t corner_count(const GltfModel::Primitive& primitive) const {
    if (primitive.position < 0)
      refuse("a primitive has no POSITION; its geometry may be compressed, export it uncompressed");
    return accessors_.count(primitive.indices >= 0 ? primitive.indices : primitive.position);
  }

  /// Before anything is expanded: many nodes may show one mesh.
  void require_count() const {
    std::vector<std::uint64_t> per_mesh;
    for (const GltfModel::Mesh& mesh : model_.meshes) {
      std::uint64_t triangles = 0;
      for (const GltfModel::Primitive& primitive : mesh.primitives) {
        const std::size_t corners = is_surface(primitive) ? corner_count(primitive) : 0;
        triangles += primitive.mode == GltfModel::triangles ? corners / 3 : corners < 2 ? 0 : corners - 2;
      }
      per_mesh.push_back(triangles);
    }
    std::uint64_t triangles = 0;
    for (const PlacedMesh& placed : placed_) triangles = std::min(triangles + per_mesh[placed.mesh], UINT64_MAX / 2);
    if (triangles > limit_) {
      fail(ErrorCode::too_large, origin_,
           fmt::format(
               "its nodes expand to {} triangles, more than {}, the limit for a file of this size; export the parts as "
               "separate files",
               triangles, limit_));
    }
    if (triangles == 0) {
      fail(ErrorCode::unsupported, origin_, "has no triangles in its scene (impinge needs a surface, not points or lines)");
    }
  }

  /// Each accessor is decoded once.
  const std::vector<Vec3>& positions(int accessor) {
    const auto known = positions_.find(accessor);
    if (known != positions_.end()) return known->second;
    const std::size_t count = accessors_.count(accessor);
    if (count > positions_left_)
      fail(ErrorCode::too_large, origin_,
           "its accessors overlap and expand to more vertices than a file of this size can hold");
    positions_left_ -= count;
    return positions_.emplace(accessor, accessors_.positions(accessor)).first->second;
  }

  std::vector<std::uint32_t> corners_of(const GltfModel::Primitive& primitive, std::size_t n_points) const {
    std::vector<std::uint32_t> corners;
    if (primitive.indices >= 0) {
      corners = accessors_.indices(primitive.indices);
    } else {
      for (std::uint32_t i = 0; i < n_points; ++i) corners.push_back(i);
    }
    for (std::uint32_t corner : corners) {
      if (corner < n_points) continue;
      fail(ErrorCode::bad_mesh, origin_,
           fmt::format("accessors[{}] refers to vertex {}, but there are {} vertices (from 0)", primitive.indices, corner,
                       n_points));
    }
    if (primitive.mode == GltfModel::triangles && corners.size() % 3 != 0) {
      refuse(fmt::format("a primitive of triangles has {} corners, not a multiple of 3; it was cut short or is damaged",
                         corners.size()));
    }
    return corners;
  }

  /// The corners of triangle i of a list, strip or fan, as positions in the list of corners.
  static Face triangle(int mode, std::uint32_t i) {
    if (mode == GltfModel::triangles) return {3 * i, 3 * i + 1, 3 * i + 2};
    if (mode == GltfModel::triangle_strip) return {i, i + 1 + i % 2, i + 2 - i % 2};
    return {i + 1, i + 2, 0};
  }

  void add(const PlacedMesh& placed, Welder& welder, MeshArrays& arrays) {
    for (const GltfModel::Primitive& primitive : model_.meshes[placed.mesh].primitives) {
      if (is_surface(primitive)) add(primitive, placed.placement, welder, arrays);
    }
  }

  void add(const GltfModel::Primitive& primitive, const Affine& placement, Welder& welder, MeshArrays& arrays) {
    const std::vector<Vec3>& points = positions(primitive.position);
    const std::vector<std::uint32_t> corners = corners_of(primitive, points.size());
    const bool is_list = primitive.mode == GltfModel::triangles;
    const std::size_t n_triangles = is_list ? corners.size() / 3 : corners.size() < 3 ? 0 : corners.size() - 2;
    // A map pays where vertices are shared; without one, unused vertices cost nothing.
    const bool mapped = points.size() <= corners.size();
    std::vector<std::uint32_t> welded(mapped ? points.size() : 0, UINT32_MAX);
    const auto weld = [&](std::uint32_t index) {
      const Vec3 p = placement(points[index]);
      return welder.add(scale_(p.x()), scale_(p.y()), scale_(p.z()));
    };
    const bool mirrors = placement.mirrors();
    for (std::uint32_t i = 0; i < n_triangles; ++i) {
      Face face = triangle(primitive.mode, i);
      for (std::uint32_t& corner : face) {
        const std::uint32_t index = corners[corner];
        if (mapped && welded[index] == UINT32_MAX) welded[index] = weld(index);
        corner = mapped ? welded[index] : weld(index);
      }
      if (mirrors) std::swap(face[1], face[2]);
      arrays.faces.push_back(face);
    }
  }

  const GltfModel& model_;
  std::string_view origin_;
  std::uint64_t limit_;
  GltfAccessors accessors_;
  UnitScale scale_;
  std::uint64_t positions_left_;
  std::vector<PlacedMesh> placed_;
  std::map<int, std::vector<Vec3>> positions_;
};

}  // namespace

std::vector<PartArrays> read_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder,
                                  const FileUnits& units, bool in_parts) {
  const UnitScale scale = unit_scale(units.from.empty() ? "m" : units.from, units.to);
  const GltfModel model = load_gltf(bytes, origin, folder);
  std::uint64_t size = bytes.size();
  for (const GltfModel::Buffer& buffer : model.buffers) size += buffer.decoded.empty() ? buffer.bytes.size() : 0;
  return GltfReader(model, origin, size, scale).read(in_parts);
}

}  // namespace impinge::io
