// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/bands/band_drawing.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace impinge {

namespace {

constexpr double kTiny = 1.5;  // faces a cell: from there on most of them cover no centre, and few more than one

}  // namespace

BandDrawing::BandDrawing(const RasterView& view, std::span<const RasterObject> objects, const Control& control)
    : view_(view), objects_(objects), control_(control), bands_(view), meshes_(objects.size()), tiny_(objects.size()) {
  for (std::size_t o = 0; o < objects.size(); ++o) {
    control.poll();
    if (objects[o].shape != nullptr) continue;
    RasterMesh mesh(view_, *objects[o].mesh);
    if (static_cast<double>(mesh.face_count()) > kTiny * static_cast<double>(view.cells())) {
      tiny_[o] = draw_tiny(mesh);
      continue;
    }
    BandFaces faces(mesh, bands_);
    meshes_[o] = std::make_unique<PlacedMesh>(PlacedMesh{std::move(mesh), std::move(faces)});
  }
}

// Isolated: a thread that waits here, or in the user's shape, must not begin another band, whose lists are in the same
// memory.
std::vector<BandDrawing::RowCrossings> BandDrawing::cross_rows(std::uint32_t object, int row_begin, int row_end) const {
  std::vector<RowCrossings> rows(static_cast<std::size_t>(row_end - row_begin));
  tbb::this_task_arena::isolate([&] {
    draw_lines(view_, objects_[object], row_begin, row_end, control_, [&](int column, int row, const Fragment& f) {
      RowCrossings& mine = rows[static_cast<std::size_t>(row - row_begin)];
      mine.found.push_back(f);
      mine.columns.push_back(static_cast<std::uint32_t>(column));
    });
  });
  return rows;
}

std::unique_ptr<BandDrawing::TinyBands> BandDrawing::draw_tiny(const RasterMesh& mesh) const {
  auto bands = std::make_unique<TinyBands>(view_);
  const auto count = static_cast<std::uint32_t>(mesh.face_count());
  tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, count, 4096), [&](const auto& range) {
    control_.poll();
    TinyBands::Writer& writer = bands->local();
    impinge::draw(mesh, range.begin(), range.end(), 0, view_.rows(), [&](const RasterHit& hit) {
      const auto z = static_cast<std::uint32_t>(hit.z);
      writer.put(hit.column, hit.row, {z << 1 | std::uint32_t{hit.entry}, hit.face, hit.error});
    });
  });
  return bands;
}

}  // namespace impinge
