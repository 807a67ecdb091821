// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "base/exact_point.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/few_bits.h"

namespace impinge {

namespace {

using Row = std::array<Exact, 3>;

Exact determinant(const Row& a, const Row& b, const Row& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + b[0] * (c[1] * a[2] - c[2] * a[1]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
}

Row difference(const Vec3& a, const Vec3& b) { return {Exact(a.x()) - b.x(), Exact(a.y()) - b.y(), Exact(a.z()) - b.z()}; }

// w * (a - p)
Row scaled_difference(const Vec3& a, const ExactPoint& p) {
  return {p.w * a.x() - p.x, p.w * a.y() - p.y, p.w * a.z() - p.z};
}

}  // namespace

int compare_lexicographic(const ExactPoint& a, const ExactPoint& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (const int c = compare(a[axis] * b.w, b[axis] * a.w); c != 0) return c;
  return 0;
}

ExactPoint weighted(const Vec3& a, const Exact& weight_a, const Vec3& b, const Exact& weight_b) {
  ExactPoint r;
  r.w = weight_a + weight_b;
  r.x = weight_a * a.x() + weight_b * b.x();
  r.y = weight_a * a.y() + weight_b * b.y();
  r.z = weight_a * a.z() + weight_b * b.z();
  if (r.w.sign() < 0) {
    r.x = -r.x;
    r.y = -r.y;
    r.z = -r.z;
    r.w = -r.w;
  }
  return r;
}

ExactPoint midpoint(const ExactPoint& a, const ExactPoint& b) {
  ExactPoint r;
  r.x = a.x * b.w + b.x * a.w;
  r.y = a.y * b.w + b.y * a.w;
  r.z = a.z * b.w + b.z * a.w;
  r.w = a.w * b.w * Exact(2.0);
  return r;
}

ExactPoint centroid(const Triangle& t) {
  ExactPoint r;
  r.x = Exact(t.p[0].x()) + t.p[1].x() + t.p[2].x();
  r.y = Exact(t.p[0].y()) + t.p[1].y() + t.p[2].y();
  r.z = Exact(t.p[0].z()) + t.p[1].z() + t.p[2].z();
  r.w = Exact(3.0);
  return r;
}

Vec3 rounded(const ExactPoint& p) {
  return {rounded_quotient(p.x, p.w), rounded_quotient(p.y, p.w), rounded_quotient(p.z, p.w)};
}

Vec3 roughly(const ExactPoint& p) { return {rough_quotient(p.x, p.w), rough_quotient(p.y, p.w), rough_quotient(p.z, p.w)}; }

Exact orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  // On a grid doubles do it without any rounding, see few_bits().
  const Vec3 u = a - d, v = b - d, w = c - d;
  double lost = 0;
  for (int i = 0; i < 3; ++i)
    lost += std::fabs(rounded_off(a[i], d[i], u[i])) + std::fabs(rounded_off(b[i], d[i], v[i])) +
            std::fabs(rounded_off(c[i], d[i], w[i]));
  if (few_bits<16>(std::array{u.x(), u.y(), u.z(), v.x(), v.y(), v.z(), w.x(), w.y(), w.z()}, lost))
    return Exact(u.x() * (v.y() * w.z() - v.z() * w.y()) + v.x() * (w.y() * u.z() - w.z() * u.y()) +
                 w.x() * (u.y() * v.z() - u.z() * v.y()));
  return determinant(difference(a, d), difference(b, d), difference(c, d));
}

Exact orient2d_value(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  const std::array d{a[u] - c[u], a[v] - c[v], b[u] - c[u], b[v] - c[v]};
  const double lost = std::fabs(rounded_off(a[u], c[u], d[0])) + std::fabs(rounded_off(a[v], c[v], d[1])) +
                      std::fabs(rounded_off(b[u], c[u], d[2])) + std::fabs(rounded_off(b[v], c[v], d[3]));
  if (few_bits<25>(d, lost)) return Exact(d[0] * d[3] - d[1] * d[2]);
  return (Exact(a[u]) - c[u]) * (Exact(b[v]) - c[v]) - (Exact(a[v]) - c[v]) * (Exact(b[u]) - c[u]);
}

int side_of(const Triangle& t, const ExactPoint& p) {
  return determinant(scaled_difference(t.p[0], p), scaled_difference(t.p[1], p), scaled_difference(t.p[2], p)).sign();
}

int passes(const ExactPoint& p, const Vec3& r, const Vec3& a, const Vec3& b) {
  return determinant({Exact(r.x()), Exact(r.y()), Exact(r.z())}, scaled_difference(a, p), scaled_difference(b, p)).sign();
}

bool on_segment(const ExactPoint& p, const Vec3& a, const Vec3& b) {
  const Row u = scaled_difference(a, p), v = scaled_difference(b, p);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (compare(u[i] * v[j], u[j] * v[i]) != 0) return false;
    if (u[i].sign() * v[i].sign() > 0) return false;  // both ends on one side
  }
  return true;
}

}  // namespace impinge
