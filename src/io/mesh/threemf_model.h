// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <impinge/mesh.h>

#include "io/file/zip_archive.h"
#include "io/mesh/affine.h"

namespace impinge::io {

/// A placed object: a build item, or a component of another object.
struct ThreemfUse {
  std::string path;  ///< the part of the archive that defines it; empty for the same part
  std::uint32_t object = 0;
  Affine placement;
};

struct ThreemfObject {
  std::string name;
  std::vector<Vec3> vertices;
  std::vector<Face> triangles;
  std::vector<ThreemfUse> components;
};

/// One model part of a 3MF archive.
struct ThreemfModel {
  std::string unit;  ///< a word of LoadOptions::units
  std::unordered_map<std::uint32_t, ThreemfObject> objects;
  std::vector<ThreemfUse> items;
};

/// Throws Error (file_format, unsupported) that names the file, the part and the line.
ThreemfModel read_3mf_model(std::string_view xml, const std::string& origin);

}  // namespace impinge::io
