// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <impinge/mesh.h>

#include "io/file/fail.h"

namespace impinge::io {

/// What a reader makes of a file; the arguments of the Mesh constructor.
struct MeshArrays {
  std::vector<Vec3> vertices;
  std::vector<Face> faces;
  std::vector<std::uint32_t> source_faces;  ///< empty while all polygons are triangles
  PolygonReport polygons;                   ///< what is wrong with them
};

/// A part of a file that has parts.
struct PartArrays {
  std::string name;
  MeshArrays arrays;
};

/// How many triangles a file of that size may have. Larger than any honest file needs; it bounds the memory of files that
/// expand, by huge polygons or by many instances, to 64 MB and 16 times their size.
inline std::uint64_t max_triangles(std::uint64_t bytes) { return 500'000 + bytes / 5; }

/// Fans polygons into triangles in file order and keeps count of where each came from. Vertices may come later in the file,
/// so cut_polygons looks at the fans when all is read.
class PolygonFan {
 public:
  PolygonFan(MeshArrays& arrays, std::uint64_t bytes, std::string_view origin)
      : arrays_(arrays), limit_(max_triangles(bytes)), origin_(origin) {}

  /// Polygons so far; the number of the next one.
  std::uint32_t polygons() const noexcept { return polygons_; }

  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (arrays_.faces.size() >= limit_) refuse();
    arrays_.faces.push_back({a, b, c});
    if (!arrays_.source_faces.empty()) arrays_.source_faces.push_back(polygons_);
    ++polygons_;
  }

  /// At least three corners.
  void add(std::span<const std::uint32_t> corners) {
    if (corners.size() == 3) return add_triangle(corners[0], corners[1], corners[2]);
    const std::size_t triangles = corners.size() - 2;
    if (arrays_.faces.size() + triangles > limit_) refuse();
    if (arrays_.source_faces.empty()) begin_sources();
    for (std::size_t i = 0; i < triangles; ++i) {
      arrays_.faces.push_back({corners[0], corners[i + 1], corners[i + 2]});
      arrays_.source_faces.push_back(polygons_);
    }
    ++polygons_;
  }

 private:
  void begin_sources() {
    arrays_.source_faces.resize(arrays_.faces.size());
    for (std::uint32_t i = 0; i < arrays_.source_faces.size(); ++i) arrays_.source_faces[i] = i;
  }

  [[noreturn]] void refuse() const {
    fail(ErrorCode::too_large, origin_,
         "its polygons expand to more than " + std::to_string(limit_) +
             " triangles, more than a file of this size can plausibly hold; export it as triangles");
  }

  MeshArrays& arrays_;
  std::uint64_t limit_;
  std::string_view origin_;
  std::uint32_t polygons_ = 0;
};

/// Throws Error (bad_mesh) naming the polygon if a face names a vertex that does not exist.
void require_indices(const MeshArrays& arrays, std::string_view origin);

}  // namespace impinge::io
