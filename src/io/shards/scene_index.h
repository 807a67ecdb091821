// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "io/shards/content_hash.h"
#include "shape/deferred/defer_mesh.h"

namespace impinge::io {

/// What an index knows of one mesh file, read in one way.
struct IndexEntry {
  FileState state;
  std::string hash;
  MeshFacts facts;  ///< the origin is that of whoever reads it now
};

/// A file by its name in the scene, its unit, that of the scene, and the scale.
using IndexKey = std::tuple<std::string, std::string, std::string, std::array<double, 3>>;

/// The file beside a scene, `impinge.index/1`: JSON, and a hash of itself. One that is damaged, of another version, or not
/// there is empty: everything in it can be found out again.
struct SceneIndex {
  std::map<IndexKey, IndexEntry> entries;
  std::int64_t written = 0;  ///< when it was; files changed later than just before may have changed once more since

  static SceneIndex read(const std::filesystem::path& file);
  /// Throws Error (write_failed).
  void write(const std::filesystem::path& file) const;
};

}  // namespace impinge::io
