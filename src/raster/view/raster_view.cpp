// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/view/raster_view.h"

#include <impinge/error.h>

#include <cmath>

namespace impinge {

namespace {

constexpr double kFarthest = 0x1p50;  // lattice steps from the window's corner that integers of 64 bits can still multiply

}  // namespace

ViewFrame ViewFrame::along(const Vec3& direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest))
    throw Error(ErrorCode::bad_argument,
                "a viewing direction must be finite and not zero; give three numbers such as 0,0,1");
  ViewFrame frame;
  const Vec3 scaled = direction / largest;
  frame.forward = scaled / scaled.norm();
  // Maps stand upright: z is up, or y where the lines run along z rather. For the axes themselves every step is exact.
  int most = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(frame.forward[k]) > std::abs(frame.forward[most])) most = k;
  const Vec3 side = cross(Vec3::Unit(most == 2 ? 1 : 2), frame.forward);
  frame.right = side / side.norm();
  frame.up = cross(frame.forward, frame.right);
  return frame;
}

RasterView::RasterView(const ViewFrame& frame, const Box& window, const Box& extent, int resolution) : frame_(frame) {
  if (resolution < 1 || resolution > kMaxResolution)
    throw Error(ErrorCode::bad_argument,
                "the resolution must be between 1 and 8192 cells, not " + std::to_string(resolution));
  const double width = window.high.x() - window.low.x(), height = window.high.y() - window.low.y();
  double reach = 0;  // from the window's corner to the farthest coordinate
  for (int k = 0; k < 2; ++k)
    reach = std::max({reach, std::abs(extent.high[k] - window.low[k]), std::abs(window.low[k] - extent.low[k])});
  const double coordinate = largest_coordinate(extent);
  least_cell_ = std::max({reach * kSubcells / kFarthest, coordinate * 0x1p-40, 0x1p-900});
  cell_ = std::max(std::max(width, height) / resolution, least_cell_);
  columns_ = std::clamp(static_cast<int>(std::ceil(width / cell_)), 1, resolution);
  rows_ = std::clamp(static_cast<int>(std::ceil(height / cell_)), 1, resolution);
  // What is left over lies half on each side.
  low_x_ = window.low.x() - (columns_ * cell_ - width) / 2;
  low_y_ = window.low.y() - (rows_ * cell_ - height) / 2;
  steps_per_x_ = kSubcells / cell_;
  low_z_ = extent.low.z();
  const double range = std::max({extent.high.z() - extent.low.z(), coordinate * 0x1p-40, 0x1p-900});
  depth_step_ = range / kDepthSteps;
  steps_per_z_ = kDepthSteps / range;
  // Five roundings of a sum of three products, each below 2^-52 of the largest coordinate times 3.
  depth_rounding_ = static_cast<std::int32_t>(std::ceil(coordinate * 0x1p-48 / depth_step_));
}

Box seen_box(const ViewFrame& frame, const Box& world) {
  Box box;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 p(corner & 1 ? world.high.x() : world.low.x(), corner & 2 ? world.high.y() : world.low.y(),
                 corner & 4 ? world.high.z() : world.low.z());
    box.add(frame.seen(p));
  }
  return box;
}

}  // namespace impinge
