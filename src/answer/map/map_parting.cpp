// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/interference_map.h"
#include "raster/depth_count/depth_count.h"

namespace impinge {

namespace {

constexpr std::size_t kTile = 1u << 21;  // cells that are in memory at a time

}  // namespace

bool first_is_below(const Box& a, const Box& b) { return a.low.z() + a.high.z() <= b.low.z() + b.high.z(); }

Parting parting_of(const ViewFrame& frame, const PartingWays& ways, bool solids, bool a_below, double depth_step) {
  // Surfaces have no inside that would tell how far they overlap: each goes back to its side.
  const bool back = solids ? ways.against < ways.along : !a_below;
  return {back ? Vec3(-frame.forward) : frame.forward, static_cast<double>(back ? ways.against : ways.along) * depth_step};
}

Parting find_parting(const RasterObject& a, const RasterObject& b, const Vec3& direction, int resolution,
                     const Progress& progress, RasterDevice* device) {
  const ViewFrame frame = ViewFrame::along(direction);
  const Box box_a = a.seen(frame), box_b = b.seen(frame);
  Box extent = box_a;
  extent.add(box_b);
  Box shadow = intersection(box_a, box_b);
  shadow.low.z() = extent.low.z();
  shadow.high.z() = extent.high.z();
  if (shadow.empty()) return {frame.forward, 0};
  const RasterView view(frame, shadow, extent, resolution);
  const int height = std::max(1, static_cast<int>(kTile / static_cast<std::size_t>(view.columns())));
  PartingWays ways;
  for (int row = 0; row < view.rows(); row += height) {
    progress.poll();
    const RasterView part = view.part(row, std::min(view.rows(), row + height));
    const DepthMaps of_a = draw_depth_maps(part, a, progress.control(), device);
    const DepthMaps of_b = draw_depth_maps(part, b, progress.control(), device);
    for (std::size_t i = 0; i < part.cells(); ++i) {
      const DepthMaps::Cell &x = of_a.cells[i], &y = of_b.cells[i];
      if (x.layers == 0 || y.layers == 0) continue;
      ways.add({std::int64_t{x.z_max} - y.z_min, std::int64_t{y.z_max} - x.z_min});
    }
    progress.share(std::min(1.0, static_cast<double>(row + height) / view.rows()));
  }
  return parting_of(frame, ways, a.closed && b.closed, first_is_below(box_a, box_b), view.depth_step());
}

}  // namespace impinge
