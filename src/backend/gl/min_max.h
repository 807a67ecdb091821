// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>

#include "backend/gl/drawn_faces.h"
#include "backend/gl/gl_device.h"
#include "raster/device/raster_device.h"

namespace impinge::gl {

/// First and last crossings with their faces, by the card's depth test.
class GlMinMax {
 public:
  explicit GlMinMax(GlDevice& device);
  /// `cells`, if not empty, gets the extremes; returns on how many lines they overlap.
  std::uint64_t run(Bodies& bodies, const RasterView& view, std::span<const RasterObject> objects,
                    std::span<LineExtremes> cells);

 private:
  void resize(const RasterView& view);

  GlDevice& device_;
  Program draw_, compare_;
  int columns_ = 0, rows_ = 0;
  std::array<DrawnFaces, 2> bodies_;
  std::array<Texture, 4> depths_, faces_;
  std::array<Handle<FramebufferKind>, 4> targets_;
  Handle<VertexArrayKind> no_vertices_;
  Buffer extremes_, lines_;
};

}  // namespace impinge::gl
