// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "backend/gl/gl_device.h"
#include "backend/gl/gl_program.h"
#include "raster/device/face_painter.h"

namespace impinge::gl {

/// Faces of a picture drawn off screen.
class GlFacePainter {
 public:
  explicit GlFacePainter(GlDevice& device);
  void run(std::span<const PaintedFace> faces, int width, int height, const PaintedSamples& samples);

 private:
  GlDevice& device_;
  Program program_;
  Handle<VertexArrayKind> no_vertices_;
  Buffer faces_;
};

}  // namespace impinge::gl
