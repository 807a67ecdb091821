// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/interference_map.h"
#include "localise/depth_count.h"

namespace impinge {

Parting find_parting(const RasterObject& a, const RasterObject& b, const Vec3& direction, int resolution,
                     const Control& control) {
  const ViewFrame frame = ViewFrame::along(direction);
  const Box box_a = a.seen(frame), box_b = b.seen(frame);
  Box extent = box_a;
  extent.add(box_b);
  Parting parting{frame.forward, 0};
  Box shadow = intersection(box_a, box_b);
  shadow.low.z() = extent.low.z(), shadow.high.z() = extent.high.z();
  if (shadow.empty()) return parting;
  const RasterView view(frame, shadow, extent, resolution);
  const DepthMaps of_a = draw_depth_maps(view, a, control), of_b = draw_depth_maps(view, b, control);
  std::int64_t along = 0, against = 0;
  for (std::size_t i = 0; i < view.cells(); ++i) {
    const DepthMaps::Cell &x = of_a.cells[i], &y = of_b.cells[i];
    if (x.layers == 0 || y.layers == 0) continue;
    along = std::max(along, std::int64_t{x.z_max} - y.z_min);
    against = std::max(against, std::int64_t{y.z_max} - x.z_min);
  }
  if (against < along) parting.direction = -frame.forward;
  parting.distance = static_cast<double>(std::min(along, against)) * view.depth_step();
  return parting;
}

}  // namespace impinge
