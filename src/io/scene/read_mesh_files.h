// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <impinge/io.h>

#include "io/scene/scene_values.h"

namespace impinge::io {

/// "units" and "scale" of an object.
struct MeshScale {
  std::string units;  ///< empty if not given
  Vec3 scale = Vec3::Ones();
};

/// Reads a mesh file, or finds out what it holds.
using MeshReader = std::function<Mesh(const std::filesystem::path& file, const LoadOptions& options)>;

/// Reads the mesh files of a scene; one that several objects show in one size is read once.
class MeshFiles {
 public:
  MeshFiles(const SceneValues& values, const std::filesystem::path& folder, MeshReader read_mesh)
      : values_(values), folder_(folder), read_mesh_(std::move(read_mesh)) {}

  void set_units(const std::string& units) { units_ = units; }

  /// Both may be absent. A scale is one number, or three for the axes of the object; not 0.
  MeshScale read_scale(const Json& object, const std::string& path) const;

  Mesh read(const Json& file, const std::string& path, const MeshScale& scale);
  std::vector<MeshPart> read_parts(const Json& file, const std::string& path, const MeshScale& scale) const;

  /// What a generator made.
  Mesh scaled(const Mesh& mesh, const MeshScale& scale, const std::string& path) const;
  void apply(const MeshScale& scale, std::vector<Vec3>& vertices) const;

 private:
  LoadOptions options(const MeshScale& scale) const;

  const SceneValues& values_;
  std::filesystem::path folder_;
  MeshReader read_mesh_;
  std::string units_ = "mm";
  std::map<std::tuple<std::filesystem::path, std::string, std::array<double, 3>>, Mesh> meshes_;
};

}  // namespace impinge::io
