// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "shape/convex/cube_map.h"

namespace impinge {

/// The numbers of some points in the order of a curve over a cube around `middle` that fills its sides: neighbours in space
/// become neighbours in lists, so that memory is read in order.
inline std::vector<std::uint32_t> direction_order(std::span<const Vec3> points, const Vec3& middle) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> keys(points.size());
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    std::uint32_t key = 0;
    const Vec3 d = points[i] - middle;
    if (!d.isZero(0) && d.allFinite()) {
      const CubePoint p = cube_point(d);
      const auto x = static_cast<std::uint32_t>(cube_cell(p.u, 1024)), y = static_cast<std::uint32_t>(cube_cell(p.v, 1024));
      for (unsigned bit = 0; bit < 10; ++bit) key |= (x >> bit & 1) << (2 * bit) | (y >> bit & 1) << (2 * bit + 1);
      key |= static_cast<std::uint32_t>(p.side()) << 20;
    }
    keys[i] = {key, i};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order(keys.size());
  std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& k) { return k.second; });
  return order;
}

}  // namespace impinge
