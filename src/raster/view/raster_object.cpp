// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/view/raster_object.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

namespace impinge {

Box RasterObject::seen(const ViewFrame& frame) const {
  if (shape == nullptr)
    return tbb::parallel_reduce(
        tbb::blocked_range<std::size_t>(0, mesh->local.size(), 16384), Box{},
        [&](const auto& range, Box box) {
          for (std::size_t v = range.begin(); v < range.end(); ++v)
            box.add(frame.seen(mesh->vertex(static_cast<std::uint32_t>(v))));
          return box;
        },
        [](Box x, const Box& y) {
          x.add(y);
          return x;
        });
  const std::array<Vec3, 2> b = shape->bounds();
  Box box;
  for (int corner = 0; corner < 8; ++corner)
    box.add(frame.seen(placed_point(pose, {b[corner & 1].x(), b[corner >> 1 & 1].y(), b[corner >> 2].z()})));
  return box;
}

}  // namespace impinge
