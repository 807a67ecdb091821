// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include "shape/line/near_line.h"
#include "shape/line/nurbs_patch.h"

namespace impinge {

/// A place where a line passes through a patch.
struct PatchCrossing {
  double low, high;  ///< the parameter of the line
  int turn;          ///< 1 where the line runs with the normal (u x v), -1 against it
  int side;          ///< of the patch, as given with it
  double slope;      ///< how far the crossing moves for each unit that the line is moved sideways, at most
};

/// Finds where one line passes through Bézier patches: subdivision until a piece can hold one crossing at most, then
/// Newton's method. What stays unclear down to rounding (grazing lines, poles) is listed apart.
class PatchSearch {
 public:
  /// Shapes are at most `size` wide.
  PatchSearch(const NearLine& line, double size);

  /// Looks at one patch.
  void add(std::span<const Eigen::Vector4d> points, int rows, int columns, int side);

  /// The same line, moved sideways.
  void move(double right, double up);

  std::vector<PatchCrossing> found;
  std::vector<Span> unclear;  ///< where crossings may be that could not be told apart

 private:
  using Net = std::span<Eigen::Vector4d>;
  struct Bounds;

  void search(Net net, int depth);
  bool solve(Net net, const Bounds& bounds);

  Vec3 origin_, right_, up_, along_;
  double size_;
  int rows_ = 0, columns_ = 0, side_ = 0;
};

}  // namespace impinge
