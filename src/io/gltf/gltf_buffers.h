// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "io/gltf/gltf_model.h"
#include "io/gltf/gltf_object.h"

namespace impinge::io {

/// Finds the bytes of buffers: as many as they state, no more and no fewer.
class GltfBuffers {
 public:
  /// `binary` is the second chunk of a GLB file, empty for others.
  GltfBuffers(Bytes binary, const std::filesystem::path& folder, std::string_view origin)
      : binary_(binary), folder_(folder), origin_(origin) {}

  GltfModel::Buffer open(const GltfObject& buffer, std::size_t index);

 private:
  GltfModel::Buffer open_file(const GltfObject& buffer, const std::string& uri);

  Bytes binary_;
  std::filesystem::path folder_;
  std::string_view origin_;
  std::set<std::string> names_;
};

}  // namespace impinge::io
