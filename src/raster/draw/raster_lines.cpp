// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/draw/raster_lines.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <cmath>

namespace impinge {

ShapeLines::ShapeLines(const RasterView& view, const RasterObject& object)
    : view_(view),
      object_(object),
      back_(object.pose.rotation.transpose()),
      direction_(back_ * view.frame().forward),
      box_(object.seen(view.frame())) {}

void ShapeLines::cross(int column, int row, std::vector<Fragment>& out) {
  const double x = view_.x_of(column), y = view_.y_of(row);
  if (x < box_.low.x() || x > box_.high.x() || y < box_.low.y() || y > box_.high.y()) return;
  // The line starts at the middle of the shape's depths, where a parameter has most digits.
  const double z = box_.low.z() / 2 + box_.high.z() / 2;
  crossings_.clear();
  object_.shape->crossings(back_ * (view_.frame().world({x, y, z}) - object_.pose.position), direction_, crossings_);
  for (const Crossing& c : crossings_) {
    const double low = view_.z_steps(z + c.t_low), high = view_.z_steps(z + c.t_high);
    if (!std::isfinite(low) || !std::isfinite(high))
      throw Error(ErrorCode::bad_scene,
                  fmt::format("shape '{}' gave a crossing that is not a number; check its function", object_.shape->name()));
    const double middle = std::clamp(std::round(low / 2 + high / 2), 0.0, double{kDepthSteps});
    const double error = std::min(std::ceil(std::abs(high - low) / 2) + 2 + view_.depth_rounding(), double{kDepthSteps});
    out.push_back(
        {static_cast<std::int32_t>(middle), static_cast<std::int32_t>(error), c.sign > 0 ? Fragment::kEntry : 0, kNoFace});
  }
}

}  // namespace impinge
