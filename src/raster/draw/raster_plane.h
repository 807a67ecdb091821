// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Depth of a triangle over the lattice, with a bound on what rounding its corners to the lattice may have changed.
//
// The rounded triangle maps onto the true one with the same barycentric coordinates, which moves a point by at most half a
// step in x and y, 0.71 steps in all. Where the least height of the triangle is at least 8 steps, the gradient of the true
// plane is at most 1.55 times that of the rounded one, so that the depth at a line is off by less than 1.1 gradients; 2
// leave room for the rounding of doubles, and 2 more steps for that of the depths. Thinner triangles get their whole range.

#include <cmath>

#include "raster/view/raster_mesh.h"

namespace impinge {

struct RasterPlane {
  double ax = 0, ay = 0;               ///< depth steps a step in x and y
  double x0 = 0, y0 = 0, z0 = 0;       ///< a corner
  std::int32_t z_low = 0, z_high = 0;  ///< range of the corners
  std::int32_t error = 0;              ///< of a depth, in steps
  bool thin = false;                   ///< too thin for its plane to mean anything

  /// `area` is twice the signed area, not zero; `rounding` is that of the view's depths.
  RasterPlane(const RasterTriangle& t, double area, std::int32_t rounding) {
    const double dx1 = static_cast<double>(t.x[1] - t.x[0]), dy1 = static_cast<double>(t.y[1] - t.y[0]);
    const double dx2 = static_cast<double>(t.x[2] - t.x[0]), dy2 = static_cast<double>(t.y[2] - t.y[0]);
    const double dz1 = t.z[1] - t.z[0], dz2 = t.z[2] - t.z[0];
    const double inverse = 1 / area;
    ax = (dz1 * dy2 - dz2 * dy1) * inverse;
    ay = (dx1 * dz2 - dx2 * dz1) * inverse;
    x0 = static_cast<double>(t.x[0]);
    y0 = static_cast<double>(t.y[0]);
    z0 = t.z[0];
    z_low = std::min({t.z[0], t.z[1], t.z[2]});
    z_high = std::max({t.z[0], t.z[1], t.z[2]});
    const double range = z_high - z_low;
    // The longest edge is at most the sum of its components.
    const double extent = std::max({std::abs(dx1), std::abs(dx2), std::abs(dx2 - dx1)}) +
                          std::max({std::abs(dy1), std::abs(dy2), std::abs(dy2 - dy1)});
    thin = std::abs(area) < 8 * extent;
    const double slope = std::abs(ax) + std::abs(ay);
    const double bound = thin ? range : slope * (2 + extent * 0x1p-40) + 2;
    error = static_cast<std::int32_t>(std::min(std::ceil(bound), range + 1)) + rounding;
  }

  /// Depth at a point, kept in the triangle's range.
  std::int32_t at(double x, double y) const {
    const double z = z0 + ((x - x0) * ax + (y - y0) * ay);
    return static_cast<std::int32_t>(std::clamp(z, double(z_low), double(z_high)) + 0.5);
  }
  std::int32_t at_cell(int column, int row) const {
    return at(column * kSubcells + kSubcells / 2, row * kSubcells + kSubcells / 2);
  }
};

}  // namespace impinge
