// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/view/raster_mesh.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cmath>

namespace impinge {

namespace {

// Nearest integer, ties to even, for magnitudes below 2^51.
double rounded(double x) {
  constexpr double kShift = 0x1.8p52;
  return (x + kShift) - kShift;
}

}  // namespace

RasterTriangle lattice_triangle(const RasterView& view, const WorldObject& object, std::uint32_t face) {
  RasterTriangle t;
  for (int k = 0; k < 3; ++k) {
    const Vec3 p = view.frame().seen(object.vertex(object.faces[face][static_cast<std::size_t>(k)]));
    t.x[k] = static_cast<std::int64_t>(rounded(view.x_steps(p.x())));
    t.y[k] = static_cast<std::int64_t>(rounded(view.y_steps(p.y())));
    t.z[k] = static_cast<std::int32_t>(std::clamp(rounded(view.z_steps(p.z())), 0.0, double{kDepthSteps}));
  }
  return t;
}

RasterMesh::RasterMesh(const RasterView& view, const WorldObject& object) : view_(&view), object_(&object) {
  corners_.resize(object.local.size());
  const RasterView v = view;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, corners_.size(), 8192), [&](const auto& range) {
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      const Vec3 p = v.frame().seen(object.vertex(static_cast<std::uint32_t>(i)));
      const double x = rounded(v.x_steps(p.x())), y = rounded(v.y_steps(p.y())), z = rounded(v.z_steps(p.z()));
      const bool is_far = !(std::abs(x) < double(kNear)) || !(std::abs(y) < double(kNear));
      corners_[i] = {is_far ? kFar : static_cast<std::int32_t>(x), is_far ? 0 : static_cast<std::int32_t>(y),
                     static_cast<std::int32_t>(std::clamp(z, 0.0, double{kDepthSteps}))};
    }
  });
}

RasterTriangle RasterMesh::triangle(std::uint32_t face) const {
  const Face& f = object_->faces[face];
  RasterTriangle t;
  for (int k = 0; k < 3; ++k) {
    const RasterCorner& c = corners_[f[k]];
    t.z[k] = c.z;
    t.x[k] = c.x;
    t.y[k] = c.y;
    if (!far(c)) continue;
    const Vec3 p = view_->frame().seen(object_->vertex(f[k]));
    t.x[k] = static_cast<std::int64_t>(rounded(view_->x_steps(p.x())));
    t.y[k] = static_cast<std::int64_t>(rounded(view_->y_steps(p.y())));
  }
  return t;
}

}  // namespace impinge
