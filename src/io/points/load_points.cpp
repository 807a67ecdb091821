// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>

#include <algorithm>
#include <new>

#include "io/file/fail.h"
#include "io/file/input_file.h"
#include "io/mesh/load_arrays.h"
#include "io/points/read_xyz.h"

namespace impinge {
namespace {

/// The points of a text, or nothing for a file of meshes.
std::optional<io::MeshArrays> load_text(const std::filesystem::path& file, const LoadOptions& options) {
  const io::InputFile input(file);
  if (!io::is_xyz(file, input.bytes())) return {};
  io::MeshArrays arrays;
  arrays.vertices = io::read_xyz(input.bytes(), file.string());
  io::require_good(options);
  io::scale_arrays(arrays, options, false);
  return arrays;
}

void require_points(const PointCloud& cloud) {
  if (cloud.points.empty()) io::fail(ErrorCode::bad_mesh, cloud.origin, "has no points");
  const auto bad = std::find_if(cloud.points.begin(), cloud.points.end(), [](const Vec3& p) { return !p.allFinite(); });
  if (bad == cloud.points.end()) return;
  io::fail(ErrorCode::bad_mesh, cloud.origin,
           fmt::format("point {} is ({}, {}, {}); coordinates must be finite", bad - cloud.points.begin(), bad->x(),
                       bad->y(), bad->z()));
}

}  // namespace

PointCloud load_points(const std::filesystem::path& file, const LoadOptions& options) {
  PointCloud cloud;
  cloud.origin = file.string();
  try {
    std::optional<io::MeshArrays> arrays = load_text(file, options);
    if (!arrays) {
      io::LoadedArrays loaded = io::load_arrays(file, options, false);
      if (!loaded.parts.empty()) arrays = std::move(loaded.parts.front().arrays);
    }
    if (arrays) {
      cloud.points = std::move(arrays->vertices);
      cloud.faces = std::move(arrays->faces);
    }
  } catch (const std::bad_alloc&) {
    io::fail(ErrorCode::too_large, cloud.origin, "there is not enough memory to load it; split the file");
  }
  require_points(cloud);
  return cloud;
}

}  // namespace impinge
