// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <string>

#include <impinge/shapes.h>

#include "base/box.h"
#include "shape/line/line_bracket.h"

namespace impinge {

/// What is known of a function: bounds on its derivatives along unit directions, its error, the resolution asked for.
struct FunctionBounds {
  Box box;
  double lipschitz = 0;  ///< 0: not known
  double curvature = 0;  ///< 0: not known
  double error = 0;
  double resolution = 0;
};

/// Throws Error (bad_argument) that names the shape and the place where its function is NaN or infinite.
[[noreturn]] void refuse_value(const std::string& name, const Vec3& point, double value);

/// A function along a line, known between two samples by its bounds. Function: double operator()(const Vec3&).
template <class Function>
struct FunctionCurve {
  const Function& function;
  const FunctionBounds& bounds;
  const NearLine& line;
  const std::string& name;
  const std::function<double(const Vec3&, const Vec3&)>* slope_bound = nullptr;

  BoundedValue value(double t) const {
    const Vec3 p = line.at(t);
    const double f = function(p);
    if (!std::isfinite(f)) refuse_value(name, p, f);
    return {f, bounds.error};
  }

  Stretch stretch(double a, double fa, double b, double fb) const {
    const double width = b - a, error = bounds.error;
    const bool same = (fa < 0) == (fb < 0);
    double slope = bounds.lipschitz > 0 ? bounds.lipschitz : std::numeric_limits<double>::infinity();
    // What both ends cannot reach by falling as fast as they may.
    if (same && std::fabs(fa) + std::fabs(fb) - 2 * error > slope * width) return Stretch::no_root;
    if (bounds.curvature > 0) {
      if (same && std::min(std::fabs(fa), std::fabs(fb)) - error > bounds.curvature * width * width / 8)
        return Stretch::no_root;
      // Somewhere the slope is that of the chord; elsewhere it differs by what the curvature allows.
      if (std::fabs(fb - fa) - 2 * error > bounds.curvature * width * width) return Stretch::one_at_most;
    }
    if (slope_bound != nullptr && *slope_bound && same) {
      const Vec3 p = line.at(a), q = line.at(b);
      const double local = (*slope_bound)(p.cwiseMin(q), p.cwiseMax(q));
      if (std::isfinite(local) && std::fabs(fa) + std::fabs(fb) - 2 * error > local * width) return Stretch::no_root;
    }
    return Stretch::unclear;
  }
};

/// The crossings of {function < 0} inside the box with a line.
template <class Function>
void function_crossings(const Function& function, const FunctionBounds& bounds, const std::string& name,
                        const std::function<double(const Vec3&, const Vec3&)>* slope_bound, const Vec3& origin,
                        const Vec3& direction, std::vector<Crossing>& out) {
  const NearLine line(origin, direction, (bounds.box.low + bounds.box.high) / 2);
  const auto span = clipped(line.origin, direction, bounds.box);
  if (!span || !(span->low < span->high)) return;
  const FunctionCurve<Function> curve{function, bounds, line, name, slope_bound};
  Bracketing(curve, line, *span, bounds.resolution, out).run();
}

}  // namespace impinge
