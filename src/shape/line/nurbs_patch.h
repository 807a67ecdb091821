// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include <impinge/shapes.h>
#include <Eigen/Core>

namespace impinge {

inline constexpr int kMaxSplineDegree = 15;
inline constexpr std::size_t kMaxPatches = std::size_t{1} << 15;      // of one shape
inline constexpr std::size_t kMaxPatchPoints = std::size_t{1} << 20;  // control points of all patches, 32 MB

/// A rational Bézier patch: control points (w x, w y, w z, w), those of one u after the other.
struct BezierPatch {
  int degree_u = 0, degree_v = 0;
  std::vector<Eigen::Vector4d> points;

  int rows() const { return degree_u + 1; }
  int columns() const { return degree_v + 1; }
  const Eigen::Vector4d& at(int i, int j) const { return points[static_cast<std::size_t>(i * columns() + j)]; }
};

/// The pieces of a surface between its knots. Throws Error (bad_argument) that starts with `where` if it is not a surface.
std::vector<BezierPatch> bezier_patches(const NurbsSurface& surface, const std::string& where);

/// Cuts a net of rows x columns points at its middle along u or v by de Casteljau's algorithm; low and high have its size.
void halve_net(std::span<const Eigen::Vector4d> net, int rows, int columns, bool along_u, std::span<Eigen::Vector4d> low,
               std::span<Eigen::Vector4d> high);

/// Bernstein polynomials of a degree at x, and their derivatives.
struct Bernstein {
  std::array<double, kMaxSplineDegree + 1> value, slope;
  Bernstein(int degree, double x);
};

/// The point of a patch, (w x, w y, w z, w), and its derivatives along u and v.
struct PatchPoint {
  Eigen::Vector4d value, along_u, along_v;
};
PatchPoint evaluate_net(std::span<const Eigen::Vector4d> net, int rows, int columns, double u, double v);

}  // namespace impinge
