// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: T. Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, 2001, with margins so that rounding never loses a pair.
#include "base/triangle_box.h"

#include <cmath>

namespace impinge {

namespace {

// Bounds the rounding of a projection onto an axis of unit-scaled products: about twelve operations of 2^-53 each.
constexpr double kMargin = 0x1p-48;

struct Centred {
  Vec3 p[3];
  Vec3 half;
  double error;  // absolute error of the centred coordinates
};

// Separated along e x (unit axis k), where e is an edge direction: the projections of the corners against that of the box.
bool edge_separates(const Centred& c, const Vec3& e, int k) {
  const int u = (k + 1) % 3, v = (k + 2) % 3;
  const double eu = e[u], ev = e[v];
  const double reach = c.half[u] * std::fabs(ev) + c.half[v] * std::fabs(eu);
  double low = INFINITY, high = -INFINITY, size = reach;
  for (const Vec3& p : c.p) {
    const double d = p[u] * ev - p[v] * eu;
    size = std::max(size, std::fabs(p[u] * ev) + std::fabs(p[v] * eu));
    low = std::min(low, d);
    high = std::max(high, d);
  }
  const double margin = kMargin * size + 4 * c.error * (std::fabs(eu) + std::fabs(ev));
  return low > reach + margin || high < -reach - margin;
}

bool plane_separates(const Centred& c, const Vec3& e0, const Vec3& e1) {
  const Vec3 n = cross(e0, e1);
  const double reach = c.half.dot(n.cwiseAbs());
  const double distance = n.dot(c.p[0]);
  const Vec3 a0 = e0.cwiseAbs(), a1 = e1.cwiseAbs();
  // Products behind each component of n, without cancellation.
  const Vec3 n_size(a0.y() * a1.z() + a0.z() * a1.y(), a0.z() * a1.x() + a0.x() * a1.z(), a0.x() * a1.y() + a0.y() * a1.x());
  const double size = n_size.dot(c.half + c.p[0].cwiseAbs());
  const double edges = a0.sum() + a1.sum();
  const double margin = kMargin * size + 8 * c.error * (n_size.sum() + edges * (c.half.sum() + c.p[0].cwiseAbs().sum()));
  return std::fabs(distance) > reach + margin;
}

}  // namespace

bool triangle_meets_box(const Triangle& t, const Box& box) {
  if (!boxes_meet(box_of(t), box)) return false;
  for (const Vec3& p : t.p)
    if (box_contains(box, p)) return true;
  Centred c;
  const Vec3 centre = box.low / 2 + box.high / 2;
  c.half = (box.high - box.low) / 2;
  const double largest = std::max({centre.cwiseAbs().maxCoeff(), t.p[0].cwiseAbs().maxCoeff(), t.p[1].cwiseAbs().maxCoeff(),
                                   t.p[2].cwiseAbs().maxCoeff()});
  if (!(largest < 0x1p250) || !(largest > 0x1p-250)) return true;  // products would overflow or underflow
  c.error = largest * 0x1p-51;
  for (int i = 0; i < 3; ++i) c.p[i] = t.p[i] - centre;
  const Vec3 e[3] = {c.p[1] - c.p[0], c.p[2] - c.p[1], c.p[0] - c.p[2]};
  if (plane_separates(c, e[0], e[1])) return false;
  for (const Vec3& edge : e)
    for (int k = 0; k < 3; ++k)
      if (edge_separates(c, edge, k)) return false;
  return true;
}

}  // namespace impinge
