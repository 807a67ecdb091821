// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "shape/convex/bound_tables.h"

#include <Eigen/Eigenvalues>
#include <limits>

namespace impinge {

namespace {

constexpr double kAligned = 1e-3;  // of the smallest axis: below, the body's own axes do as well and cost no product

float rounded_up(double x) { return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity()); }

}  // namespace

ConvexTable::ConvexTable(int cells, const std::function<double(const Vec3& direction)>& upper)
    : cells_(cells), half_cells_(0.5 * cells), least_(HUGE_VAL) {
  const auto stride = static_cast<std::size_t>(cells + 1);
  corners_.reserve(6 * stride * stride);
  for (int side = 0; side < 6; ++side)
    for (int row = 0; row <= cells; ++row)
      for (int column = 0; column <= cells; ++column) {
        const Vec3 d = cube_direction(side, 2.0 * column / cells - 1, 2.0 * row / cells - 1);
        const double value = upper(d) * (1 + 0x1p-40);
        corners_.push_back(rounded_up(value));
        least_ = std::min(least_, value / d.norm());
        greatest_ = std::max(greatest_, value / d.norm());
      }
}

BoundTables make_bound_tables(int cells, const Eigen::Matrix3d& spread, const std::function<double(const Vec3&)>& gauge,
                              const std::function<double(const Vec3&)>& support) {
  BoundTables s;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
  Vec3 size2 = solver.eigenvalues();
  const double tilt = std::max({std::fabs(spread(0, 1)), std::fabs(spread(0, 2)), std::fabs(spread(1, 2))});
  s.aligned = tilt <= kAligned * spread.diagonal().minCoeff();
  if (s.aligned)
    size2 = spread.diagonal();
  else
    s.axes = solver.eigenvectors().transpose();
  const double most = size2.maxCoeff();
  // Powers of two, so that stretching does not round.
  for (int i = 0; i < 3; ++i) {
    const double root = std::sqrt(std::max(size2[i], most * 0x1p-80));
    s.stretch[i] = std::exp2(-std::round(4 * std::log2(root)) / 4);
    s.shrink[i] = 1 / s.stretch[i];
  }
  s.gauge = ConvexTable(cells, [&](const Vec3& d) { return gauge(s.axes.transpose() * d.cwiseProduct(s.shrink)); });
  s.support = ConvexTable(cells, [&](const Vec3& d) { return support(s.axes.transpose() * d.cwiseProduct(s.stretch)); });
  // Points of the boundary lie in all directions, each no farther from the next than a cell's diagonal: their hull holds a
  // ball nearly as large as the nearest of them.
  const double angle = 2.0 / cells;  // more than half a diagonal of a cell
  s.inner_radius = std::cos(std::min(angle, 0.75)) / s.gauge.greatest() * s.shrink.minCoeff() * (1 - 1e-6);
  return s;
}

}  // namespace impinge
