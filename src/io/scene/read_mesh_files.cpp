// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/scene/read_mesh_files.h"

#include <utility>

#include "io/mesh/units.h"

namespace impinge::io {

MeshScale MeshFiles::read_scale(const Json& object, const std::string& path) const {
  MeshScale scale;
  if (object.contains("units")) {
    scale.units = values_.text(object["units"], path + ".units");
    values_.at(path + ".units", [&] { require_unit(scale.units); });
  }
  if (!object.contains("scale")) return scale;
  const Json& given = object["scale"];
  const std::string place = path + ".scale";
  if (given.is_array()) {
    const auto each = values_.numbers<3>(given, place);
    scale.scale = {each[0], each[1], each[2]};
  } else {
    scale.scale = Vec3::Constant(values_.number(given, place));
  }
  if (!scale.scale.allFinite() || (scale.scale.array() == 0).any()) values_.refuse(place, "must be finite and not 0");
  if (!given.is_array() && scale.scale.x() < 0)
    values_.refuse(place, "must be greater than 0; three numbers such as [-1, 1, 1] mirror");
  return scale;
}

LoadOptions MeshFiles::options(const MeshScale& scale) const {
  return {.units = units_, .file_units = scale.units, .scale = scale.scale};
}

Mesh MeshFiles::read(const Json& file, const std::string& path, const MeshScale& scale) {
  const std::filesystem::path name = folder_ / values_.text(file, path);
  const std::tuple key(name, scale.units, std::array{scale.scale.x(), scale.scale.y(), scale.scale.z()});
  const auto known = meshes_.find(key);
  if (known != meshes_.end()) return known->second;
  return values_.at(path, [&] { return meshes_.emplace(key, read_mesh_(name, options(scale))).first->second; });
}

std::vector<MeshPart> MeshFiles::read_parts(const Json& file, const std::string& path, const MeshScale& scale) const {
  return values_.at(path, [&] { return load_parts(folder_ / values_.text(file, path), options(scale)); });
}

void MeshFiles::apply(const MeshScale& scale, std::vector<Vec3>& vertices) const {
  const UnitScale to_scene = scale.units.empty() ? UnitScale{} : unit_scale(scale.units, units_);
  for (Vec3& p : vertices)
    for (int k = 0; k < 3; ++k) p[k] = to_scene(p[k]) * scale.scale[k];
}

Mesh MeshFiles::scaled(const Mesh& mesh, const MeshScale& scale, const std::string& path) const {
  if (scale.units.empty() && scale.scale == Vec3::Ones()) return mesh;
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  apply(scale, vertices);
  if ((scale.scale.array() < 0).count() % 2 != 0)
    for (Face& face : faces) std::swap(face[1], face[2]);
  return values_.at(path, [&] { return Mesh(std::move(vertices), std::move(faces), mesh.origin()); });
}

}  // namespace impinge::io
