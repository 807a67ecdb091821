// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/mesh_arrays.h"

#include <fmt/format.h>

namespace impinge::io {

void require_indices(const MeshArrays& arrays, std::string_view origin) {
  const std::size_t n_vertices = arrays.vertices.size();
  for (std::size_t i = 0; i < arrays.faces.size(); ++i) {
    for (std::uint32_t index : arrays.faces[i]) {
      if (index < n_vertices) continue;
      const std::size_t polygon = arrays.source_faces.empty() ? i : arrays.source_faces[i];
      fail(ErrorCode::bad_mesh, origin,
           fmt::format("face {} refers to vertex {}, but there are {} vertices (counted from 0); export the file again",
                       polygon, index, n_vertices));
    }
  }
}

}  // namespace impinge::io
