// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The difference d of the bodies (a - b) holds the origin exactly when they meet. From a point inside d a ray goes through
// the origin; a triangle of points of d that the ray passes is pushed outwards until its plane separates the origin, the
// origin falls below it, or the plane supports d with the origin on it. All signs are exact, so every end is a proof.
// Based on: G. Snethen, Xenocollide: complex collision made simple, Game Programming Gems 7, 2008.
#include "localise/polar_newton/convex_exact.h"

#include <impinge/error.h>

#include <optional>

#include "exact/convex_certificate.h"
#include "shape/convex/convex_body.h"

namespace impinge {

namespace {

using Kind = ConvexCertificate::Kind;
constexpr int kStarts = 64;   // inner points to try; the first almost always does
constexpr int kSteps = 2000;  // in one search, far beyond what a ray in general position needs

struct Corner {
  ExactVec p;
  std::array<std::uint32_t, 2> pair;
};

Exact det(const ExactVec& a, const ExactVec& b, const ExactVec& c) { return dot(a, cross(b, c)); }

class Search {
 public:
  Search(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose)
      : a_(a), b_(b), a_pose_(a_pose), b_pose_(b_pose) {}

  ConvexAnswer run() {
    for (int start = 0; start < kStarts; ++start)
      if (search(start_pair(start))) return answer_;
    throw Error(ErrorCode::bad_argument, "convex bodies: no ray in general position found; are the poses singular?");
  }

 private:
  Corner corner(const std::array<std::uint32_t, 2>& pair) const {
    return {certificate_difference(a_, a_pose_, b_, b_pose_, pair), pair};
  }

  // The inner points, then places half-way from them to this vertex or that.
  std::array<std::uint32_t, 2> start_pair(int start) const {
    const std::uint32_t inner = ConvexCertificate::kInner, half = ConvexCertificate::kHalf;
    if (start == 0) return {inner, inner};
    const std::uint32_t mixed = static_cast<std::uint32_t>(start) * 2654435761u;
    const auto pick = [&](const ConvexBody& body, std::uint32_t k) {
      return half | static_cast<std::uint32_t>(k % body.vertices().size());
    };
    if (start % 3 == 1) return {pick(a_, mixed >> 3), inner};
    if (start % 3 == 2) return {inner, pick(b_, mixed >> 3)};
    return {pick(a_, mixed >> 3), pick(b_, mixed >> 7)};
  }

  Corner support(const ExactVec& n) const {
    const ExactVec along_a = exact_turned_back(a_pose_.rotation, n), along_b = exact_turned_back(b_pose_.rotation, -n);
    return corner({extreme(a_, along_a), extreme(b_, along_b)});
  }

  static std::uint32_t extreme(const ConvexBody& body, const ExactVec& direction) {
    const Vec3 rough = roughly(direction);
    const ConvexBodyData& data = Internals::data(body);
    return data.surface.climb(direction, rough, rough.isZero(0) ? 0 : data.vertex_map.seed(rough));
  }

  bool meets(Relation relation, std::initializer_list<const Corner*> corners) {
    settle(relation, Kind::simplex_point, corners);
    return true;
  }
  bool apart(std::initializer_list<const Corner*> corners) {
    settle(Relation::disjoint, Kind::simplex_plane, corners);
    return true;
  }
  void settle(Relation relation, Kind kind, std::initializer_list<const Corner*> corners) {
    answer_.relation = relation;
    answer_.stop = ConvexStop::exact;
    answer_.in_bounds = false;
    answer_.certificate.kind = kind;
    answer_.certificate.n_pairs = 0;
    for (const Corner* c : corners) answer_.certificate.pairs[answer_.certificate.n_pairs++] = c->pair;
  }

  // A support at the origin itself: the bodies meet there, and the normal that was asked for keeps them apart otherwise.
  bool touches(const Corner& at, std::initializer_list<const Corner*> normal) {
    settle(Relation::touching, Kind::simplex_point, normal);
    ConvexCertificate& c = answer_.certificate;
    for (std::size_t i = c.n_pairs; i > 0; --i) c.pairs[i] = c.pairs[i - 1];
    c.pairs[0] = at.pair;
    ++c.n_pairs;
    return true;
  }

  // False if the ray from this inner point has a special position, so that another one must be tried.
  bool search(const std::array<std::uint32_t, 2>& pair) {
    const Corner v0 = corner(pair);
    if (v0.p.is_zero()) return meets(Relation::crossing, {&v0});
    Corner v1 = support(-v0.p);
    if (v1.p.is_zero()) return touches(v1, {&v0});
    if (dot(-v0.p, v1.p).sign() < 0) return apart({&v0});
    ExactVec n = cross(v1.p, v0.p);
    if (n.is_zero()) return meets(Relation::crossing, {&v0, &v1});  // the origin lies between the two
    Corner v2 = support(n);
    if (v2.p.is_zero()) return touches(v2, {&v1, &v0});
    if (dot(n, v2.p).sign() < 0) return apart({&v1, &v0});
    n = cross(v1.p - v0.p, v2.p - v0.p);
    if (n.is_zero()) return false;
    if (dot(n, v0.p).sign() > 0) {
      std::swap(v1, v2);
      n = -n;
    }
    settled_ = false;
    const std::optional<Corner> v3 = portal(v0, v1, v2, n);
    return settled_ || (v3 && refine(v0, v1, v2, *v3));
  }

  // Turns the wedge v0 v1 v2 until the triangle v1 v2 v3 is passed by the ray.
  std::optional<Corner> portal(const Corner& v0, Corner& v1, Corner& v2, ExactVec& n) {
    for (int step = 0; step < kSteps; ++step) {
      Corner v3 = support(n);
      if (v3.p.is_zero()) settled_ = touches(v3, {&v0, &v1, &v2});
      if (dot(n, v3.p).sign() < 0) settled_ = apart({&v0, &v1, &v2});
      if (settled_) return {};
      if (det(v1.p, v3.p, v0.p).sign() < 0)
        v2 = v3;
      else if (det(v3.p, v2.p, v0.p).sign() < 0)
        v1 = v3;
      else
        return v3;
      n = cross(v1.p - v0.p, v2.p - v0.p);
      if (n.is_zero() || dot(n, v0.p).sign() > 0) return {};
    }
    return {};
  }

  bool refine(const Corner& v0, Corner v1, Corner v2, Corner v3) {
    for (int step = 0; step < kSteps; ++step) {
      const ExactVec n = cross(v2.p - v1.p, v3.p - v1.p);
      if (dot(n, v1.p - v0.p).sign() <= 0) return false;
      if (dot(n, v1.p).sign() > 0) return meets(Relation::crossing, {&v0, &v1, &v2, &v3});
      const Corner v4 = support(n);
      if (v4.p.is_zero()) return touches(v4, {&v1, &v2, &v3});
      if (dot(n, v4.p).sign() < 0) return apart({&v1, &v2, &v3});
      if (dot(n, v4.p - v1.p).sign() == 0) return meets(Relation::touching, {&v1, &v2, &v3});
      // Which third of the triangle, seen from v0 with v4 in its middle, does the ray pass?
      const ExactVec c = cross(v4.p, v0.p);
      const int s1 = dot(v1.p, c).sign(), s2 = dot(v2.p, c).sign(), s3 = dot(v3.p, c).sign();
      (s1 >= 0 && s2 <= 0 ? v3 : s3 >= 0 && s1 <= 0 ? v2 : v1) = v4;
    }
    return false;
  }

  const ConvexBody &a_, &b_;
  const Pose &a_pose_, &b_pose_;
  ConvexAnswer answer_;
  bool settled_ = false;
};

}  // namespace

ConvexAnswer convex_exact(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose) {
  return Search(a, a_pose, b, b_pose).run();
}

}  // namespace impinge
