// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// An orthographic view with everything on integers: x and y in 1/256 of a cell, depth in 1/2^29 of the range that is seen.

#include <cstdint>
#include <span>

#include "base/box.h"

namespace impinge {

inline constexpr int kSubcells = 256;                 ///< lattice steps in a cell
inline constexpr int kMaxResolution = 8192;           ///< cells along the longer side
inline constexpr std::int32_t kDepthSteps = 1 << 29;  ///< lattice steps in the range of depths

/// Three unit vectors, right x up = forward; lines run along forward.
struct ViewFrame {
  Vec3 right = Vec3::UnitX(), up = Vec3::UnitY(), forward = Vec3::UnitZ();

  /// Exact for the axes. Throws Error (bad_argument) for a direction that is zero, NaN or infinite.
  static ViewFrame along(const Vec3& direction);

  /// The coordinates of a point in the frame, always by the same operations.
  Vec3 seen(const Vec3& p) const {
    return {(right.x() * p.x() + right.y() * p.y()) + right.z() * p.z(), (up.x() * p.x() + up.y() * p.y()) + up.z() * p.z(),
            (forward.x() * p.x() + forward.y() * p.y()) + forward.z() * p.z()};
  }
  Vec3 world(const Vec3& seen) const { return right * seen.x() + up * seen.y() + forward * seen.z(); }
};

/// The numbers behind x_steps, y_steps and z_steps, for those who repeat their operations elsewhere.
struct RasterLattice {
  double low_x, low_y, low_z, steps_per_x, steps_per_z, column_steps, row_steps;
  bool operator==(const RasterLattice&) const = default;
};

/// A frame with a window of cells and a lattice of depths.
class RasterView {
 public:
  /// A window of at most `resolution` cells a side that holds `window` (x and y in the frame). Depths of `extent` are told
  /// apart; `extent` holds everything that will be drawn, and everything in it fits the lattice.
  RasterView(const ViewFrame& frame, const Box& window, const Box& extent, int resolution);

  /// The same view of some rows and columns only, on the same lattice.
  RasterView part(int row_begin, int row_end, int column_begin, int column_end) const {
    RasterView v = *this;
    v.first_row_ += row_begin;
    v.rows_ = row_end - row_begin;
    v.first_column_ += column_begin;
    v.columns_ = column_end - column_begin;
    return v;
  }
  /// The same view with cells this many times smaller.
  RasterView finer(int times) const {
    RasterView v = *this;
    v.cell_ /= times;
    v.steps_per_x_ *= times;
    v.columns_ *= times;
    v.rows_ *= times;
    v.first_column_ *= times;
    v.first_row_ *= times;
    return v;
  }
  /// How many times finer it may be: beyond, rounding in the frame would move a point by more than a lattice step.
  double finest() const { return cell_ / least_cell_; }
  RasterView part(int row_begin, int row_end) const { return part(row_begin, row_end, 0, columns_); }

  const ViewFrame& frame() const { return frame_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::size_t cells() const { return static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_); }
  double cell() const { return cell_; }
  double cell_area() const { return cell_ * cell_; }
  double depth_step() const { return depth_step_; }
  /// Steps that rounding in the frame's operations may have moved a depth by; x and y are moved by far less than a step.
  std::int32_t depth_rounding() const { return depth_rounding_; }

  /// Lattice coordinates, rounded to the nearest; x and y may lie far outside the window.
  double x_steps(double x) const { return (x - low_x_) * steps_per_x_ - double(first_column_) * kSubcells; }
  double y_steps(double y) const { return (y - low_y_) * steps_per_x_ - double(first_row_) * kSubcells; }
  double z_steps(double z) const { return (z - low_z_) * steps_per_z_; }

  RasterLattice lattice() const {
    return {low_x_,
            low_y_,
            low_z_,
            steps_per_x_,
            steps_per_z_,
            double(first_column_) * kSubcells,
            double(first_row_) * kSubcells};
  }

  double depth(double z_steps) const { return low_z_ + z_steps * depth_step_; }
  /// Middle of a cell in the frame, at depth 0.
  double x_of(int column) const { return low_x_ + (first_column_ + column + 0.5) * cell_; }
  double y_of(int row) const { return low_y_ + (first_row_ + row + 0.5) * cell_; }
  Vec3 origin() const { return frame_.world({x_of(0) - cell_ / 2, y_of(0) - cell_ / 2, 0}); }
  Vec3 point(int column, int row, double z_steps) const { return frame_.world({x_of(column), y_of(row), depth(z_steps)}); }

 private:
  ViewFrame frame_;
  double low_x_, low_y_, low_z_, cell_, least_cell_, steps_per_x_, steps_per_z_, depth_step_;
  int columns_, rows_, first_column_ = 0, first_row_ = 0;
  std::int32_t depth_rounding_;
};

/// Box of points in the frame.
Box seen_box(const ViewFrame& frame, const Box& world);

}  // namespace impinge
