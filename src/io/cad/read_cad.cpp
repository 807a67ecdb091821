// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// CAD files for commands that know meshes alone: the tessellation, solid by solid or as one.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <impinge/error.h>

#include <Eigen/LU>

#include "io/cad/cad_scene.h"
#include "io/mesh/format.h"

namespace impinge::io {

std::vector<PartArrays> read_cad(const std::filesystem::path& file, const FileUnits& units, bool in_parts) {
  Scene scene;
  CadScene cad;
  CadLoadOptions options;
  options.units = std::string(units.to);
  cad.load(file, scene, {}, options);
  // Who gets meshes alone sees no notes, and would take what is there for all there is.
  if (cad.stats().unread > 0)
    throw Error(ErrorCode::file_format, fmt::format("{}; 'impinge check FILE…' checks what is left, and says so",
                                                    fmt::join(cad.notes(), "; ")));
  // A unit that the caller knows better: the file's own is undone.
  const double again = units.from.empty() ? 1 : unit_scale(units.from, "mm")(1.0);
  std::vector<PartArrays> parts;
  for (const SceneObject& object : scene.objects()) {
    if (in_parts || parts.empty()) parts.push_back({in_parts ? object.name : file.stem().string(), {}});
    MeshArrays& arrays = parts.back().arrays;
    const auto first = static_cast<std::uint32_t>(arrays.vertices.size());
    const bool mirrored = object.pose.rotation.determinant() < 0;
    for (const Vec3& p : object.mesh.vertices()) arrays.vertices.push_back(world_point(object.pose, p) * again);
    for (Face face : object.mesh.faces()) {
      if (mirrored) std::swap(face[1], face[2]);
      arrays.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
  }
  return parts;
}

}  // namespace impinge::io
