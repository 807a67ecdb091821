// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>
#include <vector>

#include <impinge/overlap.h>

#include "base/triangle.h"

namespace impinge {

/// What a line along the first row of a frame meets of a lump, first to last; y and z say where, along the other rows.
struct Column {
  double y = 0, z = 0;
  double low = 0, high = 0;
  double depth() const { return high - low; }
};

/// The faces of a lump seen along the first row of a frame, in square cells.
class ShadowGrid {
 public:
  ShadowGrid(const OverlapSolid& solid, const Lump& lump, const Eigen::Matrix3d& frame);

  /// Corners of the faces in the frame, ordered by y, then z; columns through several of them come once.
  const std::vector<Vec3>& corners() const { return corners_; }

  /// Nothing if the line misses the lump.
  std::optional<Column> column_at(double y, double z) const;

 private:
  std::size_t cell(double x, int axis) const;

  std::vector<Triangle> faces_;
  std::vector<Vec3> corners_;
  std::vector<std::vector<std::uint32_t>> cells_;  // faces over each
  Vec3 low_, step_;
  double slack_ = 0;  // a line so near to a face meets it
  std::size_t side_ = 1;
};

}  // namespace impinge
