// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Adaptive predicates: a floating-point filter that decides almost always, exact arithmetic for the rest.
// The error bounds are those of J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
// Predicates, 1997 (his stage A). Behind the filter: machine integers where the coordinates share a unit, numbers of any
// size elsewhere, so that underflow and overflow cannot spoil a sign.
#include "base/predicates.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/exact_number.h"
#include "base/few_bits.h"
#include "base/unit_integers.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;  // half a unit in the last place of 1
constexpr double kBound2d = (3 + 16 * kEpsilon) * kEpsilon;
constexpr double kBound3d = (7 + 56 * kEpsilon) * kEpsilon;
// Absolute error of a product that underflows, with room to spare: the relative bounds do not cover it.
constexpr double kUnderflow = 0x1p-1022;
// Above this a sum of products might overflow; infinities and NaN fail the comparison as well.
constexpr double kOverflow = 0x1p1000;

int exact_orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const Exact acx = Exact(ax) - cx, bcx = Exact(bx) - cx, acy = Exact(ay) - cy, bcy = Exact(by) - cy;
  return compare(acx * bcy, acy * bcx);
}

int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Exact adx = Exact(a.x()) - d.x(), ady = Exact(a.y()) - d.y(), adz = Exact(a.z()) - d.z();
  const Exact bdx = Exact(b.x()) - d.x(), bdy = Exact(b.y()) - d.y(), bdz = Exact(b.z()) - d.z();
  const Exact cdx = Exact(c.x()) - d.x(), cdy = Exact(c.y()) - d.y(), cdz = Exact(c.z()) - d.z();
  return (adx * (bdy * cdz - bdz * cdy) + bdx * (cdy * adz - cdz * ady) + cdx * (ady * bdz - adz * bdy)).sign();
}

int sign_of(double x) { return x > 0 ? 1 : -1; }

// Behind the filter: mostly true zeros of coplanar and collinear input, whose coordinates share a unit.
int slow_orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  namespace ci = unit_integers;
  std::int64_t v[6];
  if (!ci::convert(std::array{ax, ay, bx, by, cx, cy}, v)) return exact_orient2d(ax, ay, bx, by, cx, cy);
  return ci::sign_of(static_cast<ci::Int128>(v[0] - v[4]) * (v[3] - v[5]) -
                     static_cast<ci::Int128>(v[1] - v[5]) * (v[2] - v[4]));
}

int slow_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  namespace ci = unit_integers;
  std::int64_t v[12];
  if (!ci::convert(std::array{a.x(), a.y(), a.z(), b.x(), b.y(), b.z(), c.x(), c.y(), c.z(), d.x(), d.y(), d.z()}, v))
    return exact_orient3d(a, b, c, d);
  for (int i = 0; i < 9; ++i) v[i] -= v[9 + i % 3];
  const auto minor = [&](int x, int y, int r, int s) {
    return static_cast<ci::Int128>(v[3 * r + x]) * v[3 * s + y] - static_cast<ci::Int128>(v[3 * r + y]) * v[3 * s + x];
  };
  ci::Int192 det;
  det.add_product(minor(0, 1, 1, 2), v[2]);
  det.add_product(minor(0, 1, 2, 0), v[5]);
  det.add_product(minor(0, 1, 0, 1), v[8]);
  return det.sign();
}

}  // namespace

int orient2d(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (ax - cx) * (by - cy);
  const double right = (ay - cy) * (bx - cx);
  const double det = left - right;
  const double size = std::fabs(left) + std::fabs(right);
  if (std::fabs(det) > kBound2d * size + kUnderflow && size <= kOverflow) return sign_of(det);
  const double acx = ax - cx, acy = ay - cy, bcx = bx - cx, bcy = by - cy;
  if ((acx == 0 && acy == 0) || (bcx == 0 && bcy == 0) || (acx == 0 && bcx == 0) || (acy == 0 && bcy == 0)) return 0;
  const double all_rounded_off = std::fabs(rounded_off(ax, cx, acx)) + std::fabs(rounded_off(ay, cy, acy)) +
                                 std::fabs(rounded_off(bx, cx, bcx)) + std::fabs(rounded_off(by, cy, bcy));
  if (few_bits<25>(std::array{acx, acy, bcx, bcy}, all_rounded_off)) return (det > 0) - (det < 0);
  return slow_orient2d(ax, ay, bx, by, cx, cy);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double adx = a.x() - d.x(), ady = a.y() - d.y(), adz = a.z() - d.z();
  const double bdx = b.x() - d.x(), bdy = b.y() - d.y(), bdz = b.z() - d.z();
  const double cdx = c.x() - d.x(), cdy = c.y() - d.y(), cdz = c.z() - d.z();
  const double bc = bdx * cdy, cb = cdx * bdy, ca = cdx * ady, ac = adx * cdy, ab = adx * bdy, ba = bdx * ady;
  const double det = adz * (bc - cb) + bdz * (ca - ac) + cdz * (ab - ba);
  const double size = (std::fabs(bc) + std::fabs(cb)) * std::fabs(adz) + (std::fabs(ca) + std::fabs(ac)) * std::fabs(bdz) +
                      (std::fabs(ab) + std::fabs(ba)) * std::fabs(cdz);
  const double underflow = kUnderflow * (std::fabs(adz) + std::fabs(bdz) + std::fabs(cdz) + 1);
  if (std::fabs(det) > kBound3d * size + underflow && size <= kOverflow) return sign_of(det);
  // Planes across an axis, and faces that share corners.
  if ((adx == 0 && bdx == 0 && cdx == 0) || (ady == 0 && bdy == 0 && cdy == 0) || (adz == 0 && bdz == 0 && cdz == 0))
    return 0;
  if (a == d || b == d || c == d || a == b || b == c || c == a) return 0;
  const std::array<double, 9> differences{adx, ady, adz, bdx, bdy, bdz, cdx, cdy, cdz};
  double all_rounded_off = 0;
  for (int axis = 0; axis < 3; ++axis)
    all_rounded_off += std::fabs(rounded_off(a[axis], d[axis], a[axis] - d[axis])) +
                       std::fabs(rounded_off(b[axis], d[axis], b[axis] - d[axis])) +
                       std::fabs(rounded_off(c[axis], d[axis], c[axis] - d[axis]));
  if (few_bits<16>(differences, all_rounded_off)) return (det > 0) - (det < 0);
  return slow_orient3d(a, b, c, d);
}

}  // namespace impinge
