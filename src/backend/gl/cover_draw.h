// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Conservative lists by the card's own rasteriser: in its conservative mode where that holds for corners before they are
// snapped, else with faces grown by half a cell, so that they cover the centres of all cells that they meet.

#include <deque>

#include "backend/gl/drawn_faces.h"
#include "backend/gl/gl_device.h"

namespace impinge::gl {

class GlCoverDraw {
 public:
  explicit GlCoverDraw(GlDevice& device);

  /// One body into the lists that are bound: counted, or filled in.
  void draw(const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, bool fills, std::int32_t z_low,
            std::int32_t z_high);

 private:
  GlDevice& device_;
  Program count_, fill_;
  std::deque<DrawnFaces> faces_;  // of each object
  Handle<FramebufferKind> target_;
  Handle<VertexArrayKind> no_vertices_;
};

}  // namespace impinge::gl
