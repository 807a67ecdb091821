// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <type_traits>

#include "raster/draw/raster_faces.h"
#include "raster/draw/raster_plane.h"
#include "raster/draw/raster_spans.h"

namespace impinge {

/// Where a line through the middle of a cell meets a face.
struct RasterHit {
  int column, row;
  std::int32_t z, error;  ///< depth in steps, and how far off it may be
  std::uint32_t face;
  bool entry;  ///< the line goes into the body here
};

/// Neighbouring lines of a row that meet a face.
struct RasterSpan {
  int row, begin, end;  ///< columns [begin, end)
  const RasterPlane& plane;
  std::uint32_t face;
  bool entry;

  /// Calls on_depth(column, z) for each of them; the operations are those of RasterPlane::at.
  template <typename OnDepth>
  void for_each_depth(const OnDepth& on_depth) const {
    const RasterPlane p = plane;
    const double y = (row * kSubcells + kSubcells / 2 - p.y0) * p.ay, low = p.z_low, high = p.z_high;
    for (int column = begin; column < end; ++column) {
      const double z = p.z0 + ((column * kSubcells + kSubcells / 2 - p.x0) * p.ax + y);
      on_depth(column, static_cast<std::int32_t>(std::clamp(z, low, high) + 0.5));
    }
  }
};

/// Twice the signed area; positive where the face looks along the view, so that a line comes out there.
template <typename Int>
Int doubled_area(const RasterTriangle& t) {
  return static_cast<Int>(t.x[1] - t.x[0]) * static_cast<Int>(t.y[2] - t.y[0]) -
         static_cast<Int>(t.x[2] - t.x[0]) * static_cast<Int>(t.y[1] - t.y[0]);
}

template <typename Int, typename Edge, typename OnHit>
void draw_triangle(const RasterTriangle& t, std::uint32_t face, const RasterView& view, int row_begin, int row_end,
                   const OnHit& on_hit) {
  const Int area = doubled_area<Int>(t);
  if (area == 0) return;
  const RasterPlane plane(t, static_cast<double>(area), view.depth_rounding());
  for_each_span_by<Edge>(t, view.columns(), row_begin, row_end, [&](int row, int begin, int end) {
    const RasterSpan span{row, begin, end, plane, face, area < 0};
    if constexpr (std::is_invocable_v<OnHit, const RasterSpan&>)
      on_hit(span);
    else
      span.for_each_depth([&](int column, std::int32_t z) {
        on_hit(RasterHit{column, row, z, plane.error, face, span.entry});
      });
  });
}

/// A triangle of any size.
template <typename OnHit>
void draw_large(const RasterTriangle& t, std::uint32_t face, const RasterView& view, int row_begin, int row_end,
                const OnHit& on_hit) {
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  if (std::max({-x_low, x_high, -y_low, y_high}) >= RasterMesh::kNear)
    draw_triangle<Int128, RisingEdge<Int128>>(t, face, view, row_begin, row_end, on_hit);
  else if (std::max(x_high - x_low, y_high - y_low) <= ShortEdge::kLongest)
    draw_triangle<std::int64_t, ShortEdge>(t, face, view, row_begin, row_end, on_hit);
  else
    draw_triangle<std::int64_t, RisingEdge<std::int64_t>>(t, face, view, row_begin, row_end, on_hit);
}

/// The small faces of a block.
template <typename OnHit>
void draw_block(const FaceBlock& block, const OnHit& on_hit) {
  static constexpr double kSteps[kFaceTile] = {0, 256, 512, 768, 1024, 1280, 1536, 1792};
  for (int i = 0; i < block.count; ++i) {
    const double ax = block.ax[i], ay = block.ay[i], dx = block.dx[i], dy = block.dy[i], z0 = block.z0[i];
    const double z_low = block.z_low[i], z_high = block.z_high[i];
    const int column = block.first_column[i], row = block.first_row[i];
    const bool entry = block.entry[i] != 0;
    for (std::uint64_t centres = block.centres[i]; centres != 0; centres &= centres - 1) {
      const int bit = std::countr_zero(centres);
      const double z = z0 + ((dx + kSteps[bit & 7]) * ax + (dy + kSteps[bit >> 3]) * ay);
      on_hit(RasterHit{column + (bit & 7), row + (bit >> 3),
                       static_cast<std::int32_t>(std::min(std::max(z, z_low), z_high) + 0.5), block.error[i], block.face[i],
                       entry});
    }
  }
}

/// Several functions as one: draw() calls the one for a FaceBlock for small faces at once, the one for a RasterSpan for the
/// rows of large faces, and that for a RasterHit where these are missing.
template <typename... Functions>
struct DrawTo : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
DrawTo(Functions...) -> DrawTo<Functions...>;

/// Calls on_hit for every cell centre in rows [row_begin, row_end) that the chosen faces cover.
template <typename OnHit>
void draw(const RasterMesh& mesh, std::span<const std::uint32_t> chosen, int row_begin, int row_end, const OnHit& on_hit) {
  const RasterView& view = mesh.view();
  const FaceWindow window{view.columns(), row_begin, row_end, view.depth_rounding()};
  FaceBlock block;
  for (; !chosen.empty(); chosen = chosen.subspan(std::min<std::size_t>(chosen.size(), FaceBlock::kFaces))) {
    set_up_faces(mesh.corners().data(), mesh.faces().data(), chosen, window, block);
    if constexpr (std::is_invocable_v<OnHit, const FaceBlock&>)
      on_hit(block);
    else
      draw_block(block, on_hit);
    for (int i = 0; i < block.large_count; ++i)
      draw_large(mesh.triangle(block.large[i]), block.large[i], view, row_begin, row_end, on_hit);
  }
}

/// The same for faces [face_begin, face_end).
template <typename OnHit>
void draw(const RasterMesh& mesh, std::uint32_t face_begin, std::uint32_t face_end, int row_begin, int row_end,
          const OnHit& on_hit) {
  std::uint32_t chosen[FaceBlock::kFaces];
  for (std::uint32_t f = face_begin; f < face_end; f += FaceBlock::kFaces) {
    const std::uint32_t count = std::min<std::uint32_t>(face_end - f, FaceBlock::kFaces);
    std::iota(chosen, chosen + count, f);
    draw(mesh, std::span<const std::uint32_t>(chosen, count), row_begin, row_end, on_hit);
  }
}

}  // namespace impinge
