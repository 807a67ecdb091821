// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>

#include "base/control.h"
#include "raster/bands/band_faces.h"
#include "raster/bands/band_lists.h"
#include "raster/bands/banded_items.h"
#include "raster/draw/raster_lines.h"

namespace impinge {

/// Objects on the lattice of a view, to be drawn a band of rows at a time.
class BandDrawing {
 public:
  BandDrawing(const RasterView& view, std::span<const RasterObject> objects, const Control& control);

  const RasterView& view() const { return view_; }
  const RowBands& bands() const { return bands_; }

  /// Puts every crossing of the lines of a band with an object, cells counted from the first one of the band, to a writer of
  /// BandLists; base(face, entry) is the key of a crossing at depth 0. Calls on_error(face, error) for each face that is
  /// crossed. Shapes without faces give the error in place of the face.
  template <typename Writer, typename Base, typename OnError>
  void draw(std::uint32_t object, int band, Writer& writer, const Base& base, const OnError& on_error) const {
    control_.poll();
    const int row_begin = bands_.begin(band), row_end = bands_.end(band);
    if (objects_[object].shape != nullptr) return draw_shape(object, row_begin, row_end, writer, base);
    if (tiny_[object]) {
      tiny_[object]->for_each_item(band, [&](std::size_t cell, const TinyCrossing& c) {
        on_error(c.face, c.error);
        writer.put(cell, key_at(base(c.face, c.z_entry & 1), static_cast<std::int32_t>(c.z_entry >> 1)));
      });
      return;
    }
    const BandPlaces places(row_begin, bands_.columns);
    const auto on_block = [&](const FaceBlock& block) {
      for (int i = 0; i < block.count; ++i) on_error(block.face[i], block.error[i]);
      places.for_each(block, base, writer);
    };
    const auto on_span = [&](const RasterSpan& span) {
      on_error(span.face, span.plane.error);
      writer.put_run({span, places.at(0, span.row), base(span.face, std::uint32_t{span.entry})});
    };
    const DrawTo draw_to{on_block, on_span};
    const PlacedMesh& placed = *meshes_[object];
    impinge::draw(placed.mesh, placed.faces.of_band(band), row_begin, row_end, draw_to);
    impinge::draw(placed.mesh, placed.faces.tall(band), row_begin, row_end, draw_to);
  }

 private:
  struct PlacedMesh {
    RasterMesh mesh;
    BandFaces faces;
  };
  // A crossing on its way to its band: cheaper than the face where faces are smaller than cells.
  struct TinyCrossing {
    std::uint32_t z_entry;  // depth, and 1 in the last bit where the line enters
    std::uint32_t face;
    std::int32_t error;
  };
  using TinyBands = BandedItems<TinyCrossing>;
  std::unique_ptr<TinyBands> draw_tiny(const RasterMesh& mesh) const;

  template <typename Writer, typename Base>
  void draw_shape(std::uint32_t object, int row_begin, int row_end, Writer& writer, const Base& base) const {
    const std::vector<RowCrossings> rows = cross_rows(object, row_begin, row_end);
    std::size_t cell = 0;
    for (const RowCrossings& row : rows) {
      for (std::size_t i = 0; i < row.found.size(); ++i) {
        const Fragment& f = row.found[i];
        writer.put(cell + row.columns[i], key_at(base(static_cast<std::uint32_t>(f.error), std::uint32_t{f.entry()}), f.z));
      }
      cell += static_cast<std::size_t>(bands_.columns);
    }
  }

  // What a shape gives on the lines of a row.
  struct RowCrossings {
    std::vector<Fragment> found;
    std::vector<std::uint32_t> columns;
  };
  // Row by row on all threads: shapes may be slow, and a band is the work of one.
  std::vector<RowCrossings> cross_rows(std::uint32_t object, int row_begin, int row_end) const;

  RasterView view_;
  std::span<const RasterObject> objects_;
  const Control& control_;
  RowBands bands_;
  // One of them for every mesh.
  std::vector<std::unique_ptr<PlacedMesh>> meshes_;
  std::vector<std::unique_ptr<TinyBands>> tiny_;
};

}  // namespace impinge
