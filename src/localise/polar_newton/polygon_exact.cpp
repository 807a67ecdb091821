// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A ray from a point inside the difference a - b through the origin; the edge of two points of the difference that it passes
// is pushed outwards until it separates the origin, leaves it below, or supports the difference there. As convex_exact.
#include "localise/polar_newton/polygon_exact.h"

#include <impinge/error.h>

#include <cmath>

#include "exact/polygon_certificate.h"
#include "shape/convex/convex_polygon.h"

namespace impinge {

namespace {

using Kind = ConvexCertificate::Kind;
constexpr int kStarts = 64, kSteps = 2000;

struct Corner {
  ExactVec2 p;
  std::array<std::uint32_t, 2> pair;
};

class Search {
 public:
  Search(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose)
      : a_(a), b_(b), a_pose_(a_pose), b_pose_(b_pose) {}

  ConvexAnswer run() {
    const std::uint32_t inner = ConvexCertificate::kInner, half = ConvexCertificate::kHalf;
    for (std::uint32_t start = 0; start < kStarts; ++start) {
      const auto k = static_cast<std::uint32_t>(start * 2654435761u >> 3) % static_cast<std::uint32_t>(a_.vertices().size());
      if (search(corner({start == 0 ? inner : half | k, inner}))) return answer_;
    }
    throw Error(ErrorCode::bad_argument, "convex polygons: no ray in general position found; are the poses singular?");
  }

 private:
  Corner corner(const std::array<std::uint32_t, 2>& pair) const {
    return {certificate_difference(a_, a_pose_, b_, b_pose_, pair), pair};
  }
  Corner support(const ExactVec2& n) const {
    return corner(
        {extreme(a_, exact_turned_back(a_pose_.rotation, n)), extreme(b_, exact_turned_back(b_pose_.rotation, -n))});
  }
  static std::uint32_t extreme(const ConvexPolygon& p, const ExactVec2& n) {
    const Vec2 rough(rough_quotient(n.x, Exact(1.0)), rough_quotient(n.y, Exact(1.0)));
    const auto rises = [&](const Vec2& from, const Vec2& to) {
      const double x = rough.x() * (to.x() - from.x()), y = rough.y() * (to.y() - from.y()),
                   size = std::fabs(x) + std::fabs(y);
      if (std::fabs(x + y) > 0x1p-47 * size + 0x1p-1000 && size < 0x1p1000) return x + y > 0 ? 1 : -1;
      return dot(n, exact_of(to) - exact_of(from)).sign();
    };
    return Internals::data(p).climb(rough.isZero(0) ? 0 : Internals::data(p).extreme_vertex(rough), rises);
  }

  bool settle(Relation relation, std::initializer_list<const Corner*> corners) {
    answer_.relation = relation;
    answer_.stop = ConvexStop::exact;
    answer_.in_bounds = false;
    ConvexCertificate& c = answer_.certificate;
    c.kind = relation == Relation::disjoint ? Kind::simplex_plane : Kind::simplex_point;
    c.n_pairs = 0;
    for (const Corner* corner : corners) c.pairs[c.n_pairs++] = corner->pair;
    return true;
  }

  bool search(const Corner& v0) {
    if (v0.p.is_zero()) return settle(Relation::crossing, {&v0});
    Corner v1 = support(-v0.p);
    if (v1.p.is_zero()) return settle(Relation::touching, {&v1, &v0});
    if (dot(-v0.p, v1.p).sign() < 0) return settle(Relation::disjoint, {&v0});
    int side = cross(v1.p - v0.p, -v0.p).sign();  // of the origin, seen along the way to v1
    if (side == 0) return settle(Relation::crossing, {&v0, &v1});
    // A second point on the other side of the ray; v1 to v2 then runs counter-clockwise.
    Corner v2 = v1;
    for (int step = 0; step < kSteps; ++step) {
      const ExactVec2 along = v1.p - v0.p, n = side > 0 ? -right_of(along) : right_of(along);
      v2 = support(n);
      if (v2.p.is_zero())
        return side > 0 ? settle(Relation::touching, {&v2, &v1, &v0}) : settle(Relation::touching, {&v2, &v0, &v1});
      if (dot(n, v2.p).sign() < 0)
        return side > 0 ? settle(Relation::disjoint, {&v1, &v0}) : settle(Relation::disjoint, {&v0, &v1});
      if (cross(v2.p - v0.p, -v0.p).sign() * side <= 0) break;
      v1 = v2;
    }
    if (side < 0) std::swap(v1, v2);
    return refine(v0, v1, v2);
  }

  bool refine(const Corner& v0, Corner v1, Corner v2) {
    for (int step = 0; step < kSteps; ++step) {
      const ExactVec2 n = right_of(v2.p - v1.p);
      if (dot(n, v1.p - v0.p).sign() <= 0) return false;
      if (dot(n, v1.p).sign() > 0) return settle(Relation::crossing, {&v0, &v1, &v2});
      const Corner v3 = support(n);
      if (v3.p.is_zero()) return settle(Relation::touching, {&v3, &v1, &v2});
      if (dot(n, v3.p).sign() < 0) return settle(Relation::disjoint, {&v1, &v2});
      if (dot(n, v3.p - v1.p).sign() == 0) return settle(Relation::touching, {&v1, &v2});
      (cross(v3.p - v0.p, -v0.p).sign() >= 0 ? v1 : v2) = v3;
    }
    return false;
  }

  const ConvexPolygon &a_, &b_;
  const Pose2 &a_pose_, &b_pose_;
  ConvexAnswer answer_;
};

}  // namespace

ConvexAnswer polygon_exact(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose) {
  return Search(a, a_pose, b, b_pose).run();
}

}  // namespace impinge
