// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance between complex objects
// in three-dimensional space, 1988. Supports come from the vertex maps; the nearest point of a simplex is searched over all
// its faces, which is slower than the usual decisions and has no weak spots.
#include "localise/polar_newton/convex_gjk.h"

#include <Eigen/Geometry>
#include <cmath>

namespace impinge {

namespace {

constexpr int kMostIterations = 128;
constexpr double kAgreed = 1e-12;

// Weights of the point nearest to the origin on the plane of the chosen points; false if one is not positive.
bool weights_of(const DifferenceSimplex& s, const int* chosen, int n, double* weight) {
  const Vec3& p = s.point[chosen[0]];
  if (n == 1) {
    weight[0] = 1;
    return true;
  }
  const Vec3 e = s.point[chosen[1]] - p;
  if (n == 2) {
    const double t = -p.dot(e) / e.squaredNorm();
    weight[0] = 1 - t;
    weight[1] = t;
    return t > 0 && t < 1;
  }
  const Vec3 f = s.point[chosen[2]] - p;
  if (n == 3) {
    const double ee = e.dot(e), ef = e.dot(f), ff = f.dot(f), det = ee * ff - ef * ef, pe = -p.dot(e), pf = -p.dot(f);
    if (!(det > 0)) return false;
    weight[1] = (pe * ff - pf * ef) / det;
    weight[2] = (pf * ee - pe * ef) / det;
    weight[0] = 1 - weight[1] - weight[2];
    return weight[0] > 0 && weight[1] > 0 && weight[2] > 0;
  }
  const Vec3 g = s.point[chosen[3]] - p;
  const double det = e.cross(f).dot(g);
  if (det == 0) return false;
  weight[1] = -p.cross(f).dot(g) / det;
  weight[2] = -e.cross(p).dot(g) / det;
  weight[3] = -e.cross(f).dot(p) / det;
  weight[0] = 1 - weight[1] - weight[2] - weight[3];
  return weight[0] > 0 && weight[1] > 0 && weight[2] > 0 && weight[3] > 0;
}

}  // namespace

bool reduce(DifferenceSimplex& s) {
  double best = HUGE_VAL, best_weight[4] = {1, 0, 0, 0};
  int best_chosen[4] = {0, 0, 0, 0}, best_n = 1;
  for (int set = 1; set < 1 << s.size; ++set) {
    int chosen[4] = {0, 0, 0, 0}, n = 0;
    for (int i = 0; i < s.size; ++i)
      if ((set >> i & 1) != 0) chosen[n++] = i;
    double weight[4];
    if (!weights_of(s, chosen, n, weight)) continue;
    Vec3 p = Vec3::Zero();
    for (int i = 0; i < n; ++i) p += weight[i] * s.point[chosen[i]];
    const double size = n == 4 ? 0 : p.squaredNorm();
    if (size < best || (n == 4)) {
      best = size;
      best_n = n;
      std::copy(chosen, chosen + n, best_chosen);
      std::copy(weight, weight + n, best_weight);
    }
  }
  DifferenceSimplex kept;
  kept.size = best_n;
  for (int i = 0; i < best_n; ++i) {
    kept.point[i] = s.point[best_chosen[i]];
    kept.a_point[i] = s.a_point[best_chosen[i]];
    kept.weight[i] = best_weight[i];
  }
  s = kept;
  return best_n == 4;
}

GjkResult gjk(const ConvexFrame& frame, const Vec3& first_normal, double enough, double scale) {
  const FullSide a(frame.a, frame.a_pose), b(frame.b, frame.b_pose);
  GjkResult r{{}, first_normal, HUGE_VAL, -HUGE_VAL, false, 0};
  for (; r.iterations < kMostIterations; ++r.iterations) {
    const Vec3 a_point = scale * a.support_point(r.normal);
    const Vec3 w = frame.b_centre + scale * b.support_point(-r.normal) - a_point;
    const double length = r.normal.norm(), reached = r.normal.dot(w) / length;
    r.lower = std::fmax(r.lower, reached);
    if (r.lower > enough) return r;
    // No point of the difference is nearer in this direction than the simplex already is.
    if (r.simplex.size > 0 && length - reached <= kAgreed * length) return r;
    for (int i = 0; i < r.simplex.size; ++i)
      if (r.simplex.point[i] == w) return r;
    r.simplex.point[r.simplex.size] = w;
    r.simplex.a_point[r.simplex.size++] = a_point;
    r.holds_origin = reduce(r.simplex);
    const Vec3 nearest = r.simplex.nearest();
    const double distance = nearest.norm();
    if (r.holds_origin || distance <= frame.error || !(distance < r.distance)) {
      if (r.holds_origin) r.distance = 0;
      r.distance = std::fmin(r.distance, distance);
      return r;
    }
    r.distance = distance;
    r.normal = nearest;
  }
  return r;
}

}  // namespace impinge
