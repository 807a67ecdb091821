// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Surfaces of revolution as rational splines of degree 2: a circle is four arcs, each with the weights 1, sqrt(1/2), 1.
#include <cmath>

#include <impinge/shapes.h>

#include "shape/make/generator.h"

namespace impinge {
namespace {

const double kCorner = std::sqrt(0.5);  // weight of the corner of a quarter

struct ArcPoint {
  double x, y, weight;
};

// A point of the square around the unit circle: corners and middles of its edges in turn, eighths of a turn apart.
ArcPoint square_point(int eighth) {
  static constexpr int kX[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  const int i = eighth & 7;
  return {static_cast<double>(kX[i]), static_cast<double>(kX[(i + 6) & 7]), i % 2 == 0 ? 1 : kCorner};
}

std::vector<double> quarter_knots(int quarters) {
  std::vector<double> knots = {0};
  for (int i = 0; i <= quarters; ++i) knots.insert(knots.end(), {static_cast<double>(i), static_cast<double>(i)});
  knots.push_back(quarters);
  return knots;
}

// A profile in the plane of z and the distance from it, turned around z.
NurbsSurface revolved(const std::vector<ArcPoint>& profile) {
  NurbsSurface s;
  s.degree_u = s.degree_v = 2;
  s.knots_u = quarter_knots(4);
  s.knots_v = quarter_knots(static_cast<int>(profile.size()) / 2);
  for (int i = 0; i <= 8; ++i) {
    const ArcPoint around = square_point(i);
    for (const ArcPoint& p : profile) {
      s.points.emplace_back(p.x * around.x, p.x * around.y, p.y);
      s.weights.push_back(p.weight * around.weight);
    }
  }
  return s;
}

}  // namespace

NurbsSurface make_nurbs_sphere(double radius) {
  require_length("nurbs sphere", "radius", radius);
  std::vector<ArcPoint> profile;
  for (int i = -2; i <= 2; ++i) {
    const ArcPoint p = square_point(i + 8);
    profile.push_back({radius * p.x, radius * p.y, p.weight});
  }
  return revolved(profile);
}

NurbsSurface make_nurbs_torus(double ring, double tube) {
  require_length("nurbs torus", "ring", ring);
  require_length("nurbs torus", "tube", tube);
  require_range("nurbs torus", "tube", tube, 1e-6 * ring, 0.999999 * ring);
  std::vector<ArcPoint> profile;
  for (int i = 0; i <= 8; ++i) {
    const ArcPoint p = square_point(i);
    profile.push_back({ring + tube * p.x, tube * p.y, p.weight});
  }
  return revolved(profile);
}

}  // namespace impinge
