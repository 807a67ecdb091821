// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>

#include "base/control.h"
#include "localise/band_faces.h"
#include "localise/band_lists.h"
#include "localise/raster_lines.h"

namespace impinge {

/// Objects on the lattice of a view, to be drawn a band of rows at a time.
class BandDrawing {
 public:
  BandDrawing(const RasterView& view, std::span<const RasterObject> objects, const Control& control);

  const RasterView& view() const { return view_; }
  const RowBands& bands() const { return bands_; }

  /// Calls on_crossing(cell, z, face, entry) for every crossing of the lines of a band with an object, cells counted from
  /// the first one of the band, and on_error(face, error) once or more for each face that is crossed. Shapes without faces
  /// give the error in place of the face.
  template <typename OnCrossing, typename OnError>
  void draw(std::uint32_t object, int band, const OnCrossing& on_crossing, const OnError& on_error) const {
    control_.poll();
    const int row_begin = bands_.begin(band), row_end = bands_.end(band);
    if (!meshes_[object]) return draw_shape(object, row_begin, row_end, on_crossing);
    const RasterMesh& mesh = meshes_[object]->mesh;
    const BandPlaces places(row_begin, bands_.columns);
    const auto on_block = [&](const FaceBlock& block) {
      for (int i = 0; i < block.count; ++i) on_error(block.face[i], block.error[i]);
      places.for_each(block, on_crossing);
    };
    const auto on_span = [&](const RasterSpan& span) {
      on_error(span.face, span.plane.error);
      const std::size_t first = places.at(0, span.row);
      span.for_each_depth([&](int column, std::int32_t z) {
        on_crossing(first + static_cast<std::size_t>(column), z, span.face, std::uint32_t{span.entry});
      });
    };
    const DrawTo draw_to{on_block, on_span};
    impinge::draw(mesh, meshes_[object]->faces.of_band(band), row_begin, row_end, draw_to);
    impinge::draw(mesh, meshes_[object]->faces.tall(band), row_begin, row_end, draw_to);
  }

 private:
  struct PlacedMesh {
    RasterMesh mesh;
    BandFaces faces;
  };

  template <typename OnCrossing>
  void draw_shape(std::uint32_t object, int row_begin, int row_end, const OnCrossing& on_crossing) const {
    ShapeLines lines(view_, objects_[object]);
    std::vector<Fragment> found;
    std::size_t cell = 0;
    for (int row = row_begin; row < row_end; ++row)
      for (int column = 0; column < bands_.columns; ++column, ++cell) {
        found.clear();
        lines.cross(column, row, found);
        for (const Fragment& f : found)
          on_crossing(cell, f.z, static_cast<std::uint32_t>(f.error), std::uint32_t{f.entry()});
      }
  }

  RasterView view_;
  std::span<const RasterObject> objects_;
  const Control& control_;
  RowBands bands_;
  std::vector<std::unique_ptr<PlacedMesh>> meshes_;  // none for other shapes
};

}  // namespace impinge
