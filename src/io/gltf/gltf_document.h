// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <string_view>

#include "io/gltf/gltf_model.h"

namespace impinge::io {

/// Reads .gltf or .glb. Its buffers may point into `bytes`, which must outlive the model; files that buffers name are opened
/// in `folder`. Throws Error: file_format, file_missing, too_large, or unsupported for compressed geometry.
GltfModel load_gltf(Bytes bytes, std::string_view origin, const std::filesystem::path& folder);

}  // namespace impinge::io
