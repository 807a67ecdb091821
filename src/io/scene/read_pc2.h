// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <vector>

#include <impinge/mesh.h>

namespace impinge::io {

/// Reads a vertex cache (.pc2): for each sample the place of every vertex. Throws Error that names the file.
std::vector<std::vector<Vec3>> read_pc2(const std::filesystem::path& file);

}  // namespace impinge::io
