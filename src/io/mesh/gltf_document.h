// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tiny_gltf.h>

#include <filesystem>
#include <string_view>

#include "io/file/bytes.h"

namespace impinge::io {

/// Reads .gltf or .glb into tinygltf's model, of geometry alone: pictures, materials, animations and the like are left out.
/// tinygltf trusts its input, so the JSON is examined first (size, depth, buffers, types), and files that buffers name are
/// opened here. Throws Error: file_format, file_missing, too_large, or unsupported for compressed geometry.
tinygltf::Model load_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder);

}  // namespace impinge::io
