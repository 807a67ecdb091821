// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The distance of two convex sets is the widest gap between their shadows on a line. So each line gives a lower bound, and
// the line through the nearest points gives the distance itself. Heights along it are computed with an error bound, in
// doubles and, where that leaves a doubt, in double-doubles: gaps that differ from the limit in the last digit are told
// apart.
#include "answer/distance/separation.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

using Precise = std::array<DoubleDouble, 3>;

// Rounding of a gap in doubles (six roundings a term, two heights) and in double-doubles, relative to `size`; with room.
constexpr double kRough = 0x1p-47, kPrecise = 0x1p-96;
constexpr double kTie = 0x1p-20;  // a feature this much farther than the nearest, by rounding, may be the nearest

Precise minus(const Vec3& a, const Vec3& b) {
  return {exact_sum(a.x(), -b.x()), exact_sum(a.y(), -b.y()), exact_sum(a.z(), -b.z())};
}

DoubleDouble dot(const Precise& a, const Precise& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Precise cross(const Precise& a, const Precise& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Precise normal(const Triangle& t) { return cross(minus(t.p[1], t.p[0]), minus(t.p[2], t.p[0])); }

// The part of p - q across the edge q r, times a positive number.
Precise across(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Precise edge = minus(r, q);
  return cross(cross(edge, minus(p, q)), edge);
}

Precise direction_of(const Triangle& a, const Triangle& b, const Feature& f) {
  const int i = f.i, j = f.j, i_end = (i + 1) % 3, j_end = (j + 1) % 3;
  switch (f.kind) {
    case Feature::Kind::corner_face: return normal(b);
    case Feature::Kind::face_corner: return normal(a);
    case Feature::Kind::corner_edge: return across(a.p[i], b.p[j], b.p[j_end]);
    case Feature::Kind::edge_corner: return across(b.p[j], a.p[i], a.p[i_end]);
    case Feature::Kind::edge_edge: return cross(minus(a.p[i_end], a.p[i]), minus(b.p[j_end], b.p[j]));
    case Feature::Kind::corner_corner: break;
  }
  return minus(b.p[j], a.p[i]);
}

// The wider gap between the heights of a and b, whichever is above.
template <typename Number>
Number gap_of(const Number (&a)[3], const Number (&b)[3]) {
  const auto [a_low, a_high] = std::minmax({a[0], a[1], a[2]});
  const auto [b_low, b_high] = std::minmax({b[0], b[1], b[2]});
  return std::max(b_low - a_high, a_low - b_high);
}

}  // namespace

Separation::Separation(const Precise& direction, double limit) {
  const double largest =
      std::max({std::fabs(direction[0].high), std::fabs(direction[1].high), std::fabs(direction[2].high)});
  if (!(largest > 0x1p-900 && largest < 0x1p900)) return;
  const double unit = std::ldexp(1.0, -std::ilogb(largest));
  for (int k = 0; k < 3; ++k) {
    direction_[k] = {direction[k].high * unit, direction[k].low * unit};
    rough_[k] = direction_[k].high;
  }
  needed_ = root(dot(direction_, direction_)) * DoubleDouble{limit};
  needed_ = needed_ + DoubleDouble{needed_.high * kPrecise};
}

bool Separation::parts(const Triangle& a, const Triangle& b) const {
  const Triangle u = relative_to(a.p[0], a), v = relative_to(a.p[0], b);
  const Vec3 reach = u.p[1]
                         .cwiseAbs()
                         .cwiseMax(u.p[2].cwiseAbs())
                         .cwiseMax(v.p[0].cwiseAbs().cwiseMax(v.p[1].cwiseAbs()).cwiseMax(v.p[2].cwiseAbs()));
  const double size = rough_.cwiseAbs().dot(reach);
  const double heights_a[3] = {0, rough_.dot(u.p[1]), rough_.dot(u.p[2])};
  const double heights_b[3] = {rough_.dot(v.p[0]), rough_.dot(v.p[1]), rough_.dot(v.p[2])};
  const double surplus = gap_of(heights_a, heights_b) - needed_.high, error = kRough * (size + needed_.high);
  if (!(surplus > -error)) return false;
  return surplus > error || parts_precisely(a, b, size);
}

bool Separation::parts_precisely(const Triangle& a, const Triangle& b, double size) const {
  DoubleDouble heights_a[3], heights_b[3];
  for (int i = 0; i < 3; ++i) {
    if (i > 0) heights_a[i] = dot(direction_, minus(a.p[i], a.p[0]));
    heights_b[i] = dot(direction_, minus(b.p[i], a.p[0]));
  }
  return (gap_of(heights_a, heights_b) - needed_).high > kPrecise * size;
}

std::optional<Separation> find_separation(const Triangle& a, const Triangle& b, const NearestPoints& nearest, double limit) {
  // Where the distance is clearly more, the line through the points themselves is good enough.
  const Separation rough({DoubleDouble{nearest.apart.x()}, {nearest.apart.y()}, {nearest.apart.z()}}, limit);
  if (rough.parts(a, b)) return rough;
  const Separation best(direction_of(a, b, nearest.feature), limit);
  if (best.parts(a, b)) return best;
  // Rounding may have taken the wrong one of several features.
  std::optional<Separation> found;
  const Triangle u = relative_to(a.p[0], a), v = relative_to(a.p[0], b);
  const double tie = std::sqrt(nearest.squared) * (1 + kTie) + kRough * extent(u, v);
  visit_features(u, v, [&](const Vec3& x, const Vec3& y, const Feature& feature) {
    if (found || (y - x).squaredNorm() > tie * tie) return;
    const Separation other(direction_of(a, b, feature), limit);
    if (other.parts(a, b)) found = other;
  });
  return found;
}

}  // namespace impinge
