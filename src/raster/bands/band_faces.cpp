// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/bands/band_faces.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "raster/draw/raster_faces.h"

namespace impinge {

namespace {

constexpr std::uint32_t kLeastPiece = 8192;  // faces that are worth a task

}  // namespace

BandFaces::Reach BandFaces::reach(std::int32_t row_from, std::int32_t row_to) const {
  if (row_from >= row_to) return {1, 0};
  std::size_t first = static_cast<std::size_t>(row_from >> shift_), last = static_cast<std::size_t>((row_to - 1) >> shift_);
  if (last - first > kTall) {
    first = group(first);
    last = group(last);
  }
  return {static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)};
}

// Sorted by counting, in pieces that keep their order whatever thread has them.
BandFaces::BandFaces(const RasterMesh& mesh, const RowBands& bands)
    : bands_(static_cast<std::size_t>(bands.count)), shift_(bands.shift) {
  const auto count = static_cast<std::uint32_t>(mesh.face_count());
  const std::size_t lists = group(bands_ - 1) + 1;
  const int threads = tbb::this_task_arena::max_concurrency();
  const std::size_t pieces = threads == 1 ? 1 : std::clamp<std::size_t>(count / kLeastPiece, 1, 4 * std::size_t(threads));
  const auto piece_begin = [&](std::size_t piece) { return static_cast<std::uint32_t>(piece * count / pieces); };
  KeptVector<Reach> reaches(count);
  std::vector<std::size_t> next(pieces * lists, 0);
  const FaceWindow window{bands.columns, 0, bands.rows, 0};
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    std::size_t* const counts = next.data() + piece * lists;
    FaceRows rows;
    const std::uint32_t end = piece_begin(piece + 1);
    for (std::uint32_t f = piece_begin(piece); f < end; f += FaceBlock::kFaces) {
      const std::uint32_t last = std::min<std::uint32_t>(end, f + FaceBlock::kFaces);
      find_face_rows(mesh, f, last, window, rows);
      for (std::uint32_t i = 0; i < last - f; ++i) {
        const Reach r = reaches[f + i] = reach(rows.from[i], rows.to[i]);
        for (std::size_t l = r.first; l <= r.last; ++l) ++counts[l];
      }
    }
  });
  begin_.resize(lists + 1);
  std::size_t sum = 0;
  for (std::size_t l = 0; l < lists; ++l) {
    begin_[l] = sum;
    for (std::size_t piece = 0; piece < pieces; ++piece) sum += std::exchange(next[piece * lists + l], sum);
  }
  begin_[lists] = sum;
  faces_.resize(sum);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    std::size_t* const places = next.data() + piece * lists;
    for (std::uint32_t f = piece_begin(piece); f < piece_begin(piece + 1); ++f)
      for (std::size_t l = reaches[f].first; l <= reaches[f].last; ++l) faces_[places[l]++] = f;
  });
}

}  // namespace impinge
