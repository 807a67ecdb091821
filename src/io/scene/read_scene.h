// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string_view>

#include <impinge/scene.h>

#include "io/scene/read_mesh_files.h"

namespace impinge::io {

/// As parse_scene(), with another way to the mesh files of objects; parts of files are read as ever.
Scene read_scene(std::string_view json, const std::filesystem::path& folder, std::string_view origin,
                 const MeshReader& read_mesh);

}  // namespace impinge::io
