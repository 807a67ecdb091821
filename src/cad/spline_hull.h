// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bounds on the derivatives of splines by their control points; knows nothing of the kernel.

#include <array>
#include <functional>
#include <vector>

namespace impinge::cad {

using Vec4 = std::array<double, 4>;  ///< x w, y w, z w, w

/// A rational spline curve; knots as many as points + degree + 1. In the plane z is 0.
struct SplineCurve {
  int degree = 0;
  std::vector<double> knots;
  std::vector<Vec4> points;
  bool empty() const { return points.empty(); }
};

/// A rational spline surface: points[iu * count_v + iv].
struct SplineNet {
  int degree_u = 0, degree_v = 0;
  std::vector<double> knots_u, knots_v;
  std::vector<Vec4> points;
  bool empty() const { return points.empty(); }
};

/// Bounds on the lengths of the first and second derivatives of a curve.
struct CurveBounds {
  double d1 = 0, d2 = 0;
  double jump = 0;  ///< of the first derivative, at knots within, all together
};

/// The same of a surface.
struct SurfaceBounds {
  double u = 0, v = 0, uu = 0, uv = 0, vv = 0;
  double jump_u = 0, jump_v = 0;
};

/// Calls with the Bézier points of each patch between knots, and its degrees.
void for_each_patch(const SplineNet& net, const std::function<void(const std::vector<Vec4>& b, int p, int q)>& patch);

CurveBounds bounds_of(const SplineCurve& curve, double t0, double t1);
SurfaceBounds bounds_of(const SplineNet& net, double u0, double u1, double v0, double v1);

}  // namespace impinge::cad
