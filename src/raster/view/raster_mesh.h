// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "base/kept_memory.h"
#include "raster/view/raster_view.h"
#include "scene/world.h"

namespace impinge {

/// Where a corner lies on the lattice of a view. Corners that faces share are rounded alike, so that no gap opens.
struct RasterCorner {
  std::int32_t x, y, z;
};

/// A triangle on the lattice; x and y may need 64 bits where a face reaches far beyond the window.
struct RasterTriangle {
  std::int64_t x[3], y[3];
  std::int32_t z[3];
};

/// A face of an object on the lattice of a view, for callers that need only a few.
RasterTriangle lattice_triangle(const RasterView& view, const WorldObject& object, std::uint32_t face);

/// The vertices of a mesh on the lattice of a view.
class RasterMesh {
 public:
  RasterMesh(const RasterView& view, const WorldObject& object);

  const RasterView& view() const { return *view_; }
  std::span<const Face> faces() const { return object_->faces; }
  std::size_t face_count() const { return object_->faces.size(); }
  const KeptVector<RasterCorner>& corners() const { return corners_; }
  /// The corner lies too far off for 32 bits; ask triangle().
  static bool far(const RasterCorner& c) { return c.x == kFar; }
  static constexpr std::int64_t kNear = 1 << 29;  ///< steps: below, products of two differences fit 64 bits
  RasterTriangle triangle(std::uint32_t face) const;

 private:
  static constexpr std::int32_t kFar = INT32_MIN;
  const RasterView* view_;
  const WorldObject* object_;
  KeptVector<RasterCorner> corners_;
};

}  // namespace impinge
