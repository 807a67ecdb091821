// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>
#include <nlohmann/json.hpp>

#include "io/report/mesh_codec.h"

namespace impinge::io {

/// Keys stay in the order in which they are written.
using OrderedJson = nlohmann::ordered_json;

/// Three numbers.
OrderedJson point_json(const Vec3& point);

/// Collects what a page shows, and writes it: the page as it was bundled, with the data in it as compressed text.
class ReportPage {
 public:
  /// Adds bytes to the last block, or begins a new one where that is full. Gives block and offset.
  OrderedJson add_bytes(std::string_view bytes);

  /// Adds a mesh, or points in their order: [block, offset, points, faces, symbols, references, x, y, z, step].
  OrderedJson add_mesh(const EncodedMesh& mesh, const GridMesh& grid);

  /// Writes the page; nothing is left of it where that fails. Throws Error (write_failed).
  void write(const OrderedJson& document, const std::filesystem::path& file) const;

 private:
  std::vector<std::string> blocks_;
};

}  // namespace impinge::io
