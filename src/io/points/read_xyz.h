// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>

#include "io/file/bytes.h"

namespace impinge::io {

/// True for a file that is read as one point a line: by its ending, or by a first line of numbers where no format of meshes
/// is known.
bool is_xyz(const std::filesystem::path& file, Bytes bytes);

/// A point in each line, see load_points. Throws Error (file_format, bad_mesh) that names the line.
std::vector<Vec3> read_xyz(Bytes bytes, std::string_view origin);

}  // namespace impinge::io
