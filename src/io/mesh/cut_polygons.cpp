// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/mesh/cut_polygons.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/mesh/ear_clipping.h"
#include "io/mesh/polygon_plane.h"

namespace impinge::io {
namespace {

bool runs_up(const PlanePoint& a, const PlanePoint& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

/// Every corner turns left, and all of them together turn once.
bool is_convex(std::span<const PlanePoint> points) {
  const std::size_t n = points.size();
  PlanePoint a = points[n - 2], b = points[n - 1];
  int bends = 0;
  for (const PlanePoint& c : points) {
    if (turn(a, b, c) <= 0) return false;
    bends += int{runs_up(a, b) != runs_up(b, c)};
    a = b;
    b = c;
  }
  return bends == 2;
}

class PolygonCutter {
 public:
  PolygonCutter(MeshArrays& arrays, std::string_view origin) : arrays_(arrays), origin_(origin) {}

  /// `fan` has two triangles or more.
  void cut(std::span<Face> fan, std::uint32_t polygon) {
    corners_.assign({fan[0][0], fan[0][1]});
    for (const Face& face : fan) corners_.push_back(face[2]);
    const auto finite = [&](std::uint32_t c) { return arrays_.vertices[c].allFinite(); };
    if (!std::all_of(corners_.begin(), corners_.end(), finite)) return;  // the doctor refuses it
    const PolygonView view = view_polygon(arrays_.vertices, corners_);
    if (view.off_plane > 0) note_bent(polygon, view.off_plane);
    points_.clear();
    for (const std::uint32_t c : corners_) points_.push_back(view(arrays_.vertices[c]));
    if (!is_convex(points_)) clip(fan, polygon);
  }

 private:
  void clip(std::span<Face> fan, std::uint32_t polygon) {
    const Clipped clipped = clipper_.clip(points_, fan);
    if (clipped == Clipped::too_long) {
      fail(ErrorCode::too_large, origin_,
           fmt::format("face {} has {} corners in such an order that it would take minutes to cut it into triangles; export "
                       "the file as triangles",
                       polygon, corners_.size()));
    }
    for (Face& face : fan)
      for (std::uint32_t& corner : face) corner = corners_[corner];
    PolygonReport& report = arrays_.polygons;
    if (clipped == Clipped::crossing && report.crossing++ == 0) report.first_crossing = polygon;
  }

  void note_bent(std::uint32_t polygon, double off_plane) {
    PolygonReport& report = arrays_.polygons;
    if (report.bent++ == 0) report.first_bent = polygon;
    report.off_plane = std::max(report.off_plane, off_plane);
  }

  MeshArrays& arrays_;
  std::string_view origin_;
  EarClipper clipper_;
  std::vector<std::uint32_t> corners_;
  std::vector<PlanePoint> points_;
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
