// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "localise/raster_plane.h"
#include "localise/raster_spans.h"

namespace impinge {

inline constexpr int kSmall = 4;  // rows and columns of centres up to which every one is looked at

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

/// A triangle with few centres in its box: the signs of three edge functions at each of them. In 32 bits, from the first
/// centre.
template <typename OnHit>
void draw_small(const RasterTriangle& t, std::uint32_t face, const RasterView& view, int col0, int col1, int row0, int row1,
                const OnHit& on_hit) {
  const std::int64_t x0 = std::int64_t{col0} * kSubcells + kSubcells / 2,
                     y0 = std::int64_t{row0} * kSubcells + kSubcells / 2;
  std::int32_t x[3], y[3];
  for (int k = 0; k < 3; ++k) x[k] = static_cast<std::int32_t>(t.x[k] - x0), y[k] = static_cast<std::int32_t>(t.y[k] - y0);
  const std::int32_t area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  if (area == 0) return;
  // A centre is in where all three are positive; on an edge the half-open rule decides, by one more or not.
  const std::int32_t turn = area > 0 ? 1 : -1;
  std::int32_t value[3], step_x[3], step_y[3];
  for (int k = 0; k < 3; ++k) {
    const int next = k == 2 ? 0 : k + 1;
    const std::int32_t dx = (x[next] - x[k]) * turn, dy = (y[next] - y[k]) * turn;
    value[k] = dy * x[k] - dx * y[k] + (dy < 0 || (dy == 0 && dx > 0) ? 1 : 0);
    step_x[k] = -dy * kSubcells, step_y[k] = dx * kSubcells;
  }
  std::optional<RasterPlane> plane;
  for (int row = row0; row < row1; ++row) {
    std::int32_t e0 = value[0], e1 = value[1], e2 = value[2];
    for (int column = col0; column < col1; ++column) {
      if (e0 > 0 && e1 > 0 && e2 > 0) {
        if (!plane) plane.emplace(t, static_cast<double>(area), view.depth_rounding());
        on_hit(RasterHit{column, row, plane->at_cell(column, row), plane->error, face, area < 0});
      }
      e0 += step_x[0], e1 += step_x[1], e2 += step_x[2];
    }
    for (int k = 0; k < 3; ++k) value[k] += step_y[k];
  }
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
    if (row1 - row0 <= kSmall && col1 - col0 <= kSmall) {
      draw_small(t, f, view, std::max(static_cast<int>(col0), 0), std::min(static_cast<int>(col1), columns),
                 std::max(static_cast<int>(row0), row_begin), std::min(static_cast<int>(row1), row_end), on_hit);
      continue;
    }
    draw_triangle<std::int64_t>(t, f, view, row_begin, row_end, on_hit);
  }
}

}  // namespace impinge
