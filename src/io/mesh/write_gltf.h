// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>

#include <filesystem>
#include <span>
#include <string_view>

namespace impinge::io {

/// Writes glTF 2.0: .glb, or .gltf with its buffer inside. Each part is a node with a mesh of its own. `units` are those of
/// the coordinates; the file is in metres. Throws Error: bad_argument for a coordinate that is no float, too_large for more
/// than 4 GB, write_failed.
void write_gltf(std::span<const MeshPart> parts, const std::filesystem::path& file, std::string_view units);

}  // namespace impinge::io
