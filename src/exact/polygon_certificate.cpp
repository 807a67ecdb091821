// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The separate check of certificates of polygons: all vertices, exact numbers.
#include "exact/polygon_certificate.h"

#include <cmath>

namespace impinge {

namespace {

using Kind = ConvexCertificate::Kind;

bool is_inner(std::uint32_t name) { return (name & ConvexCertificate::kHalf) != 0; }

ExactVec2 point_of(const ConvexPolygon& p, const Pose2& pose, std::uint32_t name) {
  const ExactVec2 inner = exact_of(p.inner_point());
  if (name == ConvexCertificate::kInner) return exact_turned(pose.rotation, inner);
  const ExactVec2 v = exact_of(p.vertices()[name & ~ConvexCertificate::kHalf]);
  if (!is_inner(name)) return exact_turned(pose.rotation, v);
  return exact_turned(pose.rotation, {Exact(0.5) * (v.x + inner.x), Exact(0.5) * (v.y + inner.y)});
}

// The most of n . x over a placed polygon, its position left out.
Exact most_along(const ConvexPolygon& p, const Pose2& pose, const ExactVec2& n) {
  const ExactVec2 own = exact_turned_back(pose.rotation, n);
  const double x = rough_quotient(own.x, Exact(1.0)), y = rough_quotient(own.y, Exact(1.0));
  const std::span<const Vec2> v = p.vertices();
  std::size_t best = 0;
  for (std::size_t i = 1; i < v.size(); ++i) {
    const double dx = x * (v[i].x() - v[best].x()), dy = y * (v[i].y() - v[best].y()), size = std::fabs(dx) + std::fabs(dy);
    bool farther = dx + dy > 0;
    if (!(std::fabs(dx + dy) > 0x1p-47 * size + 0x1p-1000 && size < 0x1p1000))
      farther = dot(own, exact_of(v[i]) - exact_of(v[best])).sign() > 0;
    if (farther) best = i;
  }
  return dot(own, exact_of(v[best]));
}

ExactVec2 shift_of(const Pose2& a, const Pose2& b) { return exact_of(b.position) - exact_of(a.position); }

int gap_sign(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose, const ExactVec2& n) {
  if (n.is_zero()) return -1;
  return compare(dot(n, shift_of(a_pose, b_pose)) - most_along(b, b_pose, -n), most_along(a, a_pose, n));
}

// -1 outside, 0 on the rim, 1 inside.
int side_of(const ConvexPolygon& p, const Mat2& turn, const ExactVec2& point) {
  const int handed = cross(exact_of(turn.col(0)), exact_of(turn.col(1))).sign();
  int side = handed == 0 ? -1 : 1;
  for (std::size_t i = 0; i < p.vertices().size() && side >= 0; ++i) {
    const ExactVec2 a = exact_turned(turn, exact_of(p.vertices()[i])) - point;
    const ExactVec2 b = exact_turned(turn, exact_of(p.vertices()[(i + 1) % p.vertices().size()])) - point;
    side = std::min(side, cross(a, b).sign() * handed);
  }
  return side;
}

ExactVec2 normal_of(std::span<const ExactVec2> p) {
  if (p.size() == 1) return -p[0];
  return p.size() == 2 ? right_of(p[1] - p[0]) : ExactVec2{};
}

}  // namespace

ExactVec2 exact_turned(const Mat2& m, const ExactVec2& v) {
  return {Exact(m(0, 0)) * v.x + Exact(m(0, 1)) * v.y, Exact(m(1, 0)) * v.x + Exact(m(1, 1)) * v.y};
}
ExactVec2 exact_turned_back(const Mat2& m, const ExactVec2& v) {
  return {Exact(m(0, 0)) * v.x + Exact(m(1, 0)) * v.y, Exact(m(0, 1)) * v.x + Exact(m(1, 1)) * v.y};
}

ExactVec2 certificate_difference(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose,
                                 const std::array<std::uint32_t, 2>& pair) {
  return point_of(a, a_pose, pair[0]) - point_of(b, b_pose, pair[1]) - shift_of(a_pose, b_pose);
}

bool verify(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose, Relation relation,
            const ConvexCertificate& c) {
  const auto finite = [](const auto& pose) { return pose.rotation.allFinite() && pose.position.allFinite(); };
  if (!finite(a_pose) || !finite(b_pose)) return false;
  const bool plane = c.kind == Kind::plane || c.kind == Kind::simplex_plane, inside = relation == Relation::crossing;
  if (c.kind == Kind::none || plane != (relation == Relation::disjoint) || !c.vector.allFinite() || c.n_pairs > 3)
    return false;
  const ExactVec2 v{c.vector.x(), c.vector.y()}, shift = shift_of(a_pose, b_pose);
  if (c.kind == Kind::plane)
    return std::isfinite(c.offset) && compare(most_along(a, a_pose, v), Exact(c.offset)) < 0 &&
           compare(dot(v, shift) - most_along(b, b_pose, -v), Exact(c.offset)) > 0;
  if (c.kind == Kind::point) {
    const int least = inside ? 1 : 0;
    return side_of(a, a_pose.rotation, v) >= least && side_of(b, b_pose.rotation, v - shift) >= least;
  }
  std::array<ExactVec2, 3> p;
  for (std::size_t i = 0; i < c.n_pairs; ++i) {
    for (const auto& [polygon, name] : {std::pair(&a, c.pairs[i][0]), std::pair(&b, c.pairs[i][1])})
      if (name != ConvexCertificate::kInner && (name & ~ConvexCertificate::kHalf) >= polygon->vertices().size())
        return false;
    p[i] = certificate_difference(a, a_pose, b, b_pose, c.pairs[i]);
  }
  const std::span<const ExactVec2> all(p.data(), c.n_pairs);
  if (all.empty()) return false;
  if (c.kind == Kind::simplex_plane) return gap_sign(a, a_pose, b, b_pose, normal_of(all)) > 0;
  if (!inside) {
    if (p[0].is_zero()) return gap_sign(a, a_pose, b, b_pose, normal_of(all.subspan(1))) == 0;
    return c.n_pairs == 2 && cross(p[0], p[1]).sign() == 0 && dot(p[0], p[1]).sign() <= 0 &&
           gap_sign(a, a_pose, b, b_pose, normal_of(all)) == 0;
  }
  if (!is_inner(c.pairs[0][0]) || !is_inner(c.pairs[0][1])) return false;
  if (c.n_pairs == 1) return p[0].is_zero();
  if (c.n_pairs == 2) return cross(p[0], p[1]).sign() == 0 && dot(p[0], p[1]).sign() < 0;
  const int w0 = cross(p[1], p[2]).sign(), w1 = cross(p[2], p[0]).sign(), w2 = cross(p[0], p[1]).sign();
  return w0 != 0 && w1 * w0 >= 0 && w2 * w0 >= 0;
}

}  // namespace impinge
