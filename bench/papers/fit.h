// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace impinge::bench::papers {

struct Point {
  double x, y;
};

/// y = at_zero + slope * x by least squares, and the share of the variance that it explains.
struct Line {
  double at_zero = 0, slope = 0, explained = 0;
};

inline Line fit_line(std::span<const Point> points) {
  const auto n = static_cast<double>(points.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;
  for (const Point& p : points) {
    sx += p.x;
    sy += p.y;
    sxx += p.x * p.x;
    sxy += p.x * p.y;
    syy += p.y * p.y;
  }
  const double vx = sxx - sx * sx / n, vy = syy - sy * sy / n, c = sxy - sx * sy / n;
  Line line;
  line.slope = c / vx;
  line.at_zero = (sy - line.slope * sx) / n;
  line.explained = vy > 0 ? c * c / (vx * vy) : 1;
  return line;
}

/// The power p of y = c x^p: the slope between logarithms.
inline double fit_power(std::span<const Point> points) {
  std::vector<Point> logs;
  for (const Point& p : points) logs.push_back({std::log(p.x), std::log(p.y)});
  return fit_line(logs).slope;
}

/// Measures a curve that should be a line: again, up to three times in all, where it is not, since what else the machine
/// does bends it. `measure` gives the points.
template <typename Measure>
std::vector<Point> measured_line(const Measure& measure) {
  std::vector<Point> points = measure();
  for (int attempt = 1; attempt < 3 && fit_line(points).explained < 0.95; ++attempt) points = measure();
  return points;
}

}  // namespace impinge::bench::papers
