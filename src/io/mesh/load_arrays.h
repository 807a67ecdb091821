// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <vector>

#include <impinge/io.h>

#include "io/mesh/mesh_arrays.h"

namespace impinge::io {

/// What is in a file, in the units and the scale that are asked for, polygons cut into triangles.
struct LoadedArrays {
  std::vector<PartArrays> parts;
  bool has_unit = false;  ///< the format says what its numbers are in
};

/// Throws Error as load_mesh does, but for what a mesh refuses.
LoadedArrays load_arrays(const std::filesystem::path& file, const LoadOptions& options, bool in_parts,
                         bool keep_axes = false);

/// As load_mesh, but axes stay as they are in the file whichever it says is up, as tools for robots have it.
Mesh load_link_mesh(const std::filesystem::path& file, const LoadOptions& options);

/// Units and scale of the options; `has_unit` where the reader has converted the units already.
void scale_arrays(MeshArrays& arrays, const LoadOptions& options, bool has_unit);

/// Throws Error (bad_argument) for units or a scale that make no sense.
void require_good(const LoadOptions& options);

}  // namespace impinge::io
