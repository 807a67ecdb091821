// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/cut_polygons.h"

#include <fmt/format.h>

#include <algorithm>

#include "shape/polygon/polygon_plane.h"
#include "shape/polygon/triangulate_polygon.h"

namespace impinge::io {
namespace {

class PolygonCutter {
 public:
  PolygonCutter(MeshArrays& arrays, std::string_view origin) : arrays_(arrays), origin_(origin) {}

  /// `fan` has two triangles or more.
  void cut(std::span<Face> fan, std::uint32_t polygon) {
    if (fan.size() == 2) {
      if (const auto off_plane = convex_quadrilateral(arrays_.vertices, {fan[0][0], fan[0][1], fan[0][2], fan[1][2]})) {
        if (*off_plane > 0) note_bent(polygon, *off_plane);
        return;
      }
    }
    corners_.assign({fan[0][0], fan[0][1]});
    for (const Face& face : fan) corners_.push_back(face[2]);
    const auto finite = [&](std::uint32_t c) { return arrays_.vertices[c].allFinite(); };
    if (!std::all_of(corners_.begin(), corners_.end(), finite)) return;  // the doctor refuses it
    const auto [clipped, off_plane] = triangulator_.triangulate(arrays_.vertices, corners_, fan);
    if (off_plane > 0) note_bent(polygon, off_plane);
    if (clipped == Clipped::too_long) refuse_long(polygon);
    PolygonReport& report = arrays_.polygons;
    if (clipped == Clipped::crossing && report.crossing++ == 0) report.first_crossing = polygon;
  }

 private:
  [[noreturn]] void refuse_long(std::uint32_t polygon) const {
    fail(ErrorCode::too_large, origin_,
         fmt::format("face {} has {} corners in an order that would take minutes to cut into triangles; export "
                     "the file as triangles",
                     polygon, corners_.size()));
  }

  void note_bent(std::uint32_t polygon, double off_plane) {
    PolygonReport& report = arrays_.polygons;
    if (report.bent++ == 0) report.first_bent = polygon;
    report.off_plane = std::max(report.off_plane, off_plane);
  }

  MeshArrays& arrays_;
  std::string_view origin_;
  PolygonTriangulator triangulator_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

void cut_polygons(MeshArrays& arrays, std::string_view origin) {
  PolygonCutter cutter(arrays, origin);
  const std::vector<std::uint32_t>& sources = arrays.source_faces;
  for (std::size_t first = 0, end = 0; first < sources.size(); first = end) {
    for (end = first + 1; end < sources.size() && sources[end] == sources[first];) ++end;
    if (end - first > 1) cutter.cut(std::span(arrays.faces).subspan(first, end - first), sources[first]);
  }
}

}  // namespace impinge::io
