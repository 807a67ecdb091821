// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/draw/raster_lines.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <cmath>

namespace impinge {

ShapeLines::ShapeLines(const RasterView& view, const RasterObject& object, bool by_rows)
    : view_(view),
      object_(object),
      back_(object.pose.rotation.transpose()),
      direction_(back_ * view.frame().forward),
      box_(object.seen(view.frame())),
      rows_(by_rows ? dynamic_cast<const LineRows*>(object.shape) : nullptr) {}

// The line starts at the middle of the shape's depths, where a parameter has most digits.
Vec3 ShapeLines::origin(int column, int row) const {
  const double z = box_.low.z() / 2 + box_.high.z() / 2;
  return back_ * (view_.frame().world({view_.x_of(column), view_.y_of(row), z}) - object_.pose.position);
}

void ShapeLines::cross(int column, int row, std::vector<Fragment>& out) {
  const double x = view_.x_of(column), y = view_.y_of(row);
  if (x < box_.low.x() || x > box_.high.x() || y < box_.low.y() || y > box_.high.y()) return;
  if (rows_ != nullptr) {
    if (row != row_) read_row(row);
    const std::span<const Crossing> all(crossings_);
    const auto i = static_cast<std::size_t>(column);
    return append(all.subspan(begin_[i], begin_[i + 1] - begin_[i]), out);
  }
  crossings_.clear();
  object_.shape->crossings(origin(column, row), direction_, crossings_);
  append(crossings_, out);
}

void ShapeLines::read_row(int row) {
  std::vector<Vec3> origins;
  std::vector<std::uint32_t> counts;
  std::vector<bool> asked(static_cast<std::size_t>(view_.columns()));
  for (int column = 0; column < view_.columns(); ++column) {
    const double x = view_.x_of(column);
    asked[static_cast<std::size_t>(column)] = x >= box_.low.x() && x <= box_.high.x();
    if (asked[static_cast<std::size_t>(column)]) origins.push_back(origin(column, row));
  }
  crossings_.clear();
  rows_->row_crossings(origins, direction_, crossings_, counts);
  begin_.assign(1, 0);
  std::size_t line = 0;
  for (const bool was_asked : asked) begin_.push_back(begin_.back() + (was_asked ? counts[line++] : 0));
  row_ = row;
}

void ShapeLines::append(std::span<const Crossing> crossings, std::vector<Fragment>& out) const {
  const double z = box_.low.z() / 2 + box_.high.z() / 2;
  for (const Crossing& c : crossings) {
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
