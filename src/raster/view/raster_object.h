// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/shapes.h>

#include "raster/view/raster_mesh.h"

namespace impinge {

/// What can be drawn: a mesh, or a shape that lists its crossings with a line.
struct RasterObject {
  const WorldObject* mesh = nullptr;  ///< where it is one
  const LineShape* shape = nullptr;   ///< otherwise
  Pose pose{};                        ///< of the shape
  bool closed = true;
  const SceneObject* source = nullptr;  ///< by which a device recognises it; null: it is sent again each time

  /// Box in the frame of a view: of the vertices, or of the corners of the shape's box.
  Box seen(const ViewFrame& frame) const;
};

/// The face that a hit on a shape without faces names.
inline constexpr std::uint32_t kNoFace = UINT32_MAX;

}  // namespace impinge
