// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Faces made ready to be drawn, a block at a time with one face a lane: which centres a small face covers, and its plane.
// The operations are those of raster_spans.h and raster_plane.h, so that every path gives the same numbers.

#include <span>

#include "raster/view/raster_mesh.h"

namespace impinge {

inline constexpr int kFaceTile = 8;  ///< rows and columns of centres up to which a face is small

/// Rows and columns that are drawn.
struct FaceWindow {
  int columns, row_begin, row_end;
  std::int32_t depth_rounding;
};

/// The faces of a block that are drawn.
struct FaceBlock {
  static constexpr int kFaces = 128;

  int count = 0;                  ///< small faces that cover a centre
  std::uint32_t face[kFaces];     ///< which
  std::uint64_t centres[kFaces];  ///< bit 8 row + column, from the first centre on
  std::int32_t first_column[kFaces], first_row[kFaces];
  double ax[kFaces], ay[kFaces];              ///< as in RasterPlane
  double dx[kFaces], dy[kFaces], z0[kFaces];  ///< from the first corner to the first centre, and its depth
  double z_low[kFaces], z_high[kFaces];
  std::int32_t error[kFaces];
  std::uint32_t entry[kFaces];  ///< 1 where a line goes in

  int large_count = 0;  ///< others that reach into the window
  std::uint32_t large[kFaces];
};

/// The first FaceBlock::kFaces of the chosen ones of `faces`; those behind them are called into the cache.
void set_up_faces(const RasterCorner* corners, const Face* faces, std::span<const std::uint32_t> chosen,
                  const FaceWindow& window, FaceBlock& block);

/// Rows [from, to) of the window in which faces have a centre in their box; none where from is not below to.
struct FaceRows {
  std::int32_t from[FaceBlock::kFaces], to[FaceBlock::kFaces];
};
/// Those of faces [begin, end), at most FaceBlock::kFaces of them.
void find_face_rows(const RasterMesh& mesh, std::uint32_t begin, std::uint32_t end, const FaceWindow& window,
                    FaceRows& rows);

}  // namespace impinge
