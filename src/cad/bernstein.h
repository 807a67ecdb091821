// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Polynomials of two variables over the unit square, in the basis of Bernstein.

#include <array>
#include <vector>

#include "cad/spline_hull.h"

namespace impinge::cad {

/// Adds the bounds of a rational patch, b[i * (q + 1) + j], whose derivatives are taken times `rate`; weights are at least
/// `least_weight`, which is positive.
void add_patch_bounds(const std::vector<Vec4>& b, int p, int q, const std::array<double, 2>& rate, double least_weight,
                      SurfaceBounds& bounds);

/// How much the derivative across the border of two patches, the first before the second in u, jumps; `rates` are those of
/// both. Weights are at least `least_weight`.
double jump_between(const std::vector<Vec4>& before, const std::vector<Vec4>& after, int p, int q,
                    const std::array<double, 2>& rates, double least_weight);

/// No point of the surface is farther than this from a plane; from a sphere, or with an axis of length 1 from a cylinder.
double plane_gap(const SplineNet& net, const std::array<double, 3>& origin, const std::array<double, 3>& normal);
double round_gap(const SplineNet& net, const std::array<double, 3>& centre, const std::array<double, 3>& axis,
                 double radius);

/// The same from a cone, whose tip and axis, of length 1 and away from the tip, are given; from a ring torus.
double cone_gap(const SplineNet& net, const std::array<double, 3>& tip, const std::array<double, 3>& axis, double angle);
double torus_gap(const SplineNet& net, const std::array<double, 3>& centre, const std::array<double, 3>& axis, double ring,
                 double tube);

}  // namespace impinge::cad
