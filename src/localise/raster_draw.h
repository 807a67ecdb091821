// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "localise/raster_plane.h"
#include "localise/raster_spans.h"

namespace impinge {

/// Where a line through the middle of a cell meets a face.
struct RasterHit {
  int column, row;
  std::int32_t z, error;  ///< depth in steps, and how far off it may be
  std::uint32_t face;
  bool entry;  ///< the line goes into the body here
};

/// Twice the signed area; positive where the face looks along the view, so that a line comes out there.
template <typename Int>
Int doubled_area(const RasterTriangle& t) {
  return static_cast<Int>(t.x[1] - t.x[0]) * static_cast<Int>(t.y[2] - t.y[0]) -
         static_cast<Int>(t.x[2] - t.x[0]) * static_cast<Int>(t.y[1] - t.y[0]);
}

template <typename Int, typename OnHit>
void draw_triangle(const RasterTriangle& t, std::uint32_t face, const RasterView& view, int row_begin, int row_end,
                   const OnHit& on_hit) {
  const Int area = doubled_area<Int>(t);
  if (area == 0) return;
  const RasterPlane plane(t, static_cast<double>(area), view.depth_rounding());
  for_each_span<Int>(t, view.columns(), row_begin, row_end, [&](int row, int begin, int end) {
    for (int column = begin; column < end; ++column)
      on_hit(RasterHit{column, row, plane.at_cell(column, row), plane.error, face, area < 0});
  });
}

/// Calls on_hit for every cell centre in rows [row_begin, row_end) that faces [face_begin, face_end) cover.
template <typename OnHit>
void draw(const RasterMesh& mesh, std::uint32_t face_begin, std::uint32_t face_end, int row_begin, int row_end,
          const OnHit& on_hit) {
  const RasterView& view = mesh.view();
  const int columns = view.columns();
  const RasterCorner* const corners = mesh.corners().data();
  const Face* const faces = mesh.faces().data();
  for (std::uint32_t f = face_begin; f < face_end; ++f) {
    const RasterCorner &a = corners[faces[f][0]], &b = corners[faces[f][1]], &c = corners[faces[f][2]];
    if (RasterMesh::far(a) || RasterMesh::far(b) || RasterMesh::far(c)) {
      draw_triangle<Int128>(mesh.triangle(f), f, view, row_begin, row_end, on_hit);
      continue;
    }
    // No centre between the least and the greatest coordinate: nothing to draw.
    const std::int64_t row0 = first_centre(std::min({a.y, b.y, c.y})), row1 = first_centre(std::max({a.y, b.y, c.y}));
    const std::int64_t col0 = first_centre(std::min({a.x, b.x, c.x})), col1 = first_centre(std::max({a.x, b.x, c.x}));
    if (row0 >= row1 || col0 >= col1 || row1 <= row_begin || row0 >= row_end || col1 <= 0 || col0 >= columns) continue;
    const RasterTriangle t{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
    draw_triangle<std::int64_t>(t, f, view, row_begin, row_end, on_hit);
  }
}

}  // namespace impinge
