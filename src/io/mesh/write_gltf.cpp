// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/write_gltf.h"

#include "io/mesh/gltf_writer.h"

namespace impinge::io {

void write_gltf(std::span<const MeshPart> parts, const std::filesystem::path& file, std::string_view units) {
  GltfWriter writer(file, units);
  for (const MeshPart& part : parts) writer.add_mesh(part.name, part.mesh.vertices(), part.mesh.faces());
  writer.write();
}

}  // namespace impinge::io
