// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>

#include <functional>
#include <vector>

#include "shape/convex/cube_map.h"

namespace impinge {

/// A value of a function of degree one, and its slope.
using Slope = SurfaceSlope;

/// A convex function of degree one (f(t x) = t f(x)), bounded from above by what it is at the corners of a cube's cells: a
/// point of a cell is a mean of the cell's corners with bilinear weights, and a convex function is at most the mean of its
/// values there. Small enough to stay in the cache whatever the body.
class ConvexTable {
 public:
  ConvexTable() = default;
  /// `upper(direction)` is at least the function there.
  ConvexTable(int cells, const std::function<double(const Vec3& direction)>& upper);

  /// An upper bound, and the slope of that bound; `x` is not zero.
  Slope at(const Vec3& x) const {
    const Cell c = cell(x);
    const double low = c.f[0] + (c.f[1] - c.f[0]) * c.s, high = c.f[2] + (c.f[3] - c.f[2]) * c.s;
    const double value = low + (high - low) * c.t;
    const double along_u = ((c.f[1] - c.f[0]) + ((c.f[3] - c.f[2]) - (c.f[1] - c.f[0])) * c.t) * half_cells_;
    const double along_v = (high - low) * half_cells_;
    const double across = value - c.p.u * along_u - c.p.v * along_v;
    Slope slope;
    slope.value = value * c.p.size;
    slope.gradient[c.p.axis] = c.p.back ? -across : across;
    slope.gradient[kNext[c.p.axis]] = along_u;
    slope.gradient[kNext[c.p.axis + 1]] = along_v;
    return slope;
  }

  /// Only the bound.
  double value(const Vec3& x) const {
    const Cell c = cell(x);
    const double low = c.f[0] + (c.f[1] - c.f[0]) * c.s, high = c.f[2] + (c.f[3] - c.f[2]) * c.s;
    return (low + (high - low) * c.t) * c.p.size;
  }

  std::uint64_t bytes() const { return corners_.size() * sizeof(float); }
  /// The least and the greatest value per length of the direction, at the corners.
  double least() const { return least_; }
  double greatest() const { return greatest_; }

 private:
  static constexpr int kNext[4] = {1, 2, 0, 1};

  struct Cell {
    CubePoint p;
    double s, t;  // place in the cell, 0 to 1
    double f[4];  // at its corners
  };

  Cell cell(const Vec3& x) const {
    Cell c;
    c.p = cube_point(x);
    const double s = (c.p.u + 1) * half_cells_, t = (c.p.v + 1) * half_cells_;
    // NaN, from a direction of no length, takes the last cell and stays NaN, which proves nothing.
    const int column = s < cells_ ? static_cast<int>(s) : cells_ - 1, row = t < cells_ ? static_cast<int>(t) : cells_ - 1;
    c.s = s - column;
    c.t = t - row;
    const int stride = cells_ + 1;
    const float* f = corners_.data() + ((c.p.side() * stride + row) * stride + column);
    c.f[0] = f[0];
    c.f[1] = f[1];
    c.f[2] = f[stride];
    c.f[3] = f[stride + 1];
    return c;
  }

  int cells_ = 0;
  double half_cells_ = 0;
  double least_ = 0, greatest_ = 0;
  std::vector<float> corners_;  // rounded up
};

/// A body between two bounds: what surely is inside (by the gauge from above) and what surely is outside (by the support
/// from above). Both are taken in a frame in which the body is about as round as it can be made by stretching, so that
/// needles and plates are bounded as well as balls.
struct BoundTables {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< rows: the axes of stretching in the body's frame
  bool aligned = true;                                 ///< they are the body's own
  Vec3 stretch = Vec3::Ones();                         ///< along them, for points
  Vec3 shrink = Vec3::Ones();                          ///< the inverse, for normals
  ConvexTable gauge;                                   ///< of stretched points
  ConvexTable support;                                 ///< of shrunk normals
  double inner_radius = 0;                             ///< a ball around the inner point that lies in the body

  std::uint64_t bytes() const { return gauge.bytes() + support.bytes(); }
};

/// `gauge` and `support` are upper bounds for offsets from the inner point and normals in the body's frame; `spread` is the
/// mean of offset * offset^T over the body, up to a factor.
BoundTables make_bound_tables(int cells, const Eigen::Matrix3d& spread, const std::function<double(const Vec3&)>& gauge,
                              const std::function<double(const Vec3&)>& support);

}  // namespace impinge
