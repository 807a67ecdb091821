// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The separate check of certificates: all vertices, all faces, exact signs; no map, no neighbour, nothing that the search
// uses.
#include "exact/convex_certificate.h"

#include <Eigen/Geometry>
#include <cmath>

#include "shape/convex/convex_body.h"
#include "shape/convex/curved_surface.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;
using Kind = ConvexCertificate::Kind;

// The vertex farthest along a direction of the body's own frame.
std::uint32_t farthest(std::span<const Vec3> vertices, const ExactVec& direction) {
  const Vec3 d = roughly(direction);
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < vertices.size(); ++i) {
    const double x = d.x() * (vertices[i].x() - vertices[best].x()), y = d.y() * (vertices[i].y() - vertices[best].y()),
                 z = d.z() * (vertices[i].z() - vertices[best].z());
    const double sum = x + y + z, size = std::fabs(x) + std::fabs(y) + std::fabs(z);
    bool farther = sum > 0;
    if (!(std::fabs(sum) > 32 * kEpsilon * size + 0x1p-1000 && size < 0x1p1000))
      farther = dot(direction, ExactVec(vertices[i]) - ExactVec(vertices[best])).sign() > 0;
    if (farther) best = i;
  }
  return best;
}

ExactVec shift_of(const Pose& a_pose, const Pose& b_pose) { return ExactVec(b_pose.position) - ExactVec(a_pose.position); }

// The most of n . x over a placed body, its position left out.
Exact most_along(const ConvexBody& body, const Pose& pose, const ExactVec& n) {
  const ExactVec own = exact_turned_back(pose.rotation, n);
  return dot(own, ExactVec(body.vertices()[farthest(body.vertices(), own)]));
}

// Sign of the gap between the bodies along n: from the end of a to the beginning of b.
int gap_sign(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose, const ExactVec& n) {
  const Exact a_end = most_along(a, a_pose, n), b_begin = dot(n, shift_of(a_pose, b_pose)) - most_along(b, b_pose, -n);
  return compare(b_begin, a_end);
}

// On which side of a face's plane a point lies: 1 below, that is inside.
int below(const Eigen::Matrix3d& turn, int handed, const Vec3& a, const Vec3& b, const Vec3& c, const ExactVec& point,
          const Vec3& rough) {
  const Vec3 p = turn * a - rough, q = turn * b - rough, r = turn * c - rough;
  const double size = std::max({p.lpNorm<1>(), q.lpNorm<1>(), r.lpNorm<1>()});
  const double place =
      16 * kEpsilon * (rough.lpNorm<1>() + turn.lpNorm<1>() * std::max({a.lpNorm<1>(), b.lpNorm<1>(), c.lpNorm<1>()}));
  const double det = p.dot(q.cross(r));
  if (std::fabs(det) > 8 * (place + 4 * kEpsilon * size) * size * size + 0x1p-1000) return (det > 0 ? 1 : -1) * handed;
  const ExactVec x = exact_turned(turn, ExactVec(a)) - point, y = exact_turned(turn, ExactVec(b)) - point,
                 z = exact_turned(turn, ExactVec(c)) - point;
  return dot(x, cross(y, z)).sign() * handed;
}

// -1 outside, 0 on the boundary, 1 inside; `point` is relative to the body's position.
int side_of_body(const ConvexBody& body, const Eigen::Matrix3d& turn, const ExactVec& point) {
  const ExactVec x(turn.col(0)), y(turn.col(1)), z(turn.col(2));
  const int handed = dot(x, cross(y, z)).sign();
  const Vec3 rough = roughly(point);
  int side = handed == 0 ? -1 : 1;
  for (const Face& f : body.faces()) {
    if (side < 0) break;
    const std::span<const Vec3> v = body.vertices();
    side = std::min(side, below(turn, handed, v[f[0]], v[f[1]], v[f[2]], point, rough));
  }
  return side;
}

ExactVec normal_of(std::span<const ExactVec> p) {
  if (p.size() == 1) return -p[0];
  if (p.size() == 2) return cross(p[0], p[1]);
  if (p.size() == 3) return cross(p[1] - p[0], p[2] - p[0]);
  return {};
}

// True if the origin lies in the hull of the differences; `first` gets the sign of the first one's weight.
bool holds_origin(const std::array<ExactVec, 4>& p, int n, int& first) {
  first = 1;
  if (n == 1) return p[0].is_zero();
  if (n == 2) {
    const int along = dot(p[0], p[1]).sign();
    first = p[1].is_zero() ? 0 : 1;
    return cross(p[0], p[1]).is_zero() && along <= 0;
  }
  if (n == 3) {
    const ExactVec normal = cross(p[1] - p[0], p[2] - p[0]);
    if (normal.is_zero() || dot(normal, p[0]).sign() != 0) return false;
    first = dot(normal, cross(p[1], p[2])).sign();
    return first >= 0 && dot(normal, cross(p[2], p[0])).sign() >= 0 && dot(normal, cross(p[0], p[1])).sign() >= 0;
  }
  const Exact w0 = dot(p[1], cross(p[2], p[3])), w1 = -dot(p[0], cross(p[2], p[3])), w2 = dot(p[0], cross(p[1], p[3])),
              w3 = -dot(p[0], cross(p[1], p[2]));
  const int sign = (w0 + w1 + w2 + w3).sign();
  first = w0.sign() * sign;
  return sign != 0 && w0.sign() * sign >= 0 && w1.sign() * sign >= 0 && w2.sign() * sign >= 0 && w3.sign() * sign >= 0;
}

bool is_inner(std::uint32_t name) { return (name & ConvexCertificate::kHalf) != 0; }

bool valid_names(const ConvexBody& body, const ConvexCertificate& c, int side) {
  for (int i = 0; i < c.n_pairs; ++i) {
    const std::uint32_t name = c.pairs[static_cast<std::size_t>(i)][static_cast<std::size_t>(side)];
    if (name != ConvexCertificate::kInner && (name & ~ConvexCertificate::kHalf) >= body.vertices().size()) return false;
  }
  return true;
}

// Curved bodies: closed forms with room for their rounding.
bool verify_curved(const ConvexBody& body, const Pose& pose, const Vec3& position, const ConvexCertificate& c, double sign) {
  const double tolerance = 1e-13;
  const Eigen::Matrix3d defect = pose.rotation.transpose() * pose.rotation - Eigen::Matrix3d::Identity();
  if (!(defect.lpNorm<Eigen::Infinity>() < 1e-9)) return false;
  const auto support = [&](const Vec3& n) {
    return body.curved() ? Internals::data(body).curved->support(n)
                         : body.vertices()[farthest(body.vertices(), ExactVec(n))];
  };
  if (c.kind == Kind::point) {
    const Vec3 x = pose.rotation.transpose() * (c.vector - position);
    const double slack = tolerance + 3 * defect.lpNorm<Eigen::Infinity>();
    if (!body.curved()) return side_of_body(body, pose.rotation, ExactVec(c.vector) - ExactVec(position)) >= 0;
    return x.isZero(0) || Internals::data(body).curved->gauge(x).value <=
                              1 - slack * x.norm() / Internals::data(body).bound_tables.inner_radius;
  }
  const Vec3 n = sign * c.vector, own = pose.rotation.transpose() * n;
  const double size = n.norm() * (Internals::data(body).reach + position.norm()) + std::fabs(c.offset);
  return own.dot(support(own)) + n.dot(position) < sign * c.offset - tolerance * size;
}

}  // namespace

ExactVec certificate_point(const ConvexBody& body, const Pose& pose, std::uint32_t name) {
  if (name == ConvexCertificate::kInner) return exact_turned(pose.rotation, ExactVec(body.inner_point()));
  const ExactVec v(body.vertices()[name & ~ConvexCertificate::kHalf]);
  if (!is_inner(name)) return exact_turned(pose.rotation, v);
  return exact_turned(pose.rotation, Exact(0.5) * (v + ExactVec(body.inner_point())));
}

ExactVec certificate_difference(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose,
                                const std::array<std::uint32_t, 2>& pair) {
  return certificate_point(a, a_pose, pair[0]) - certificate_point(b, b_pose, pair[1]) - shift_of(a_pose, b_pose);
}

bool verify(const ConvexBody& a, const Pose& a_pose, const ConvexBody& b, const Pose& b_pose, Relation relation,
            const ConvexCertificate& c) {
  const auto finite = [](const auto& pose) { return pose.rotation.allFinite() && pose.position.allFinite(); };
  if (!finite(a_pose) || !finite(b_pose)) return false;
  const bool plane = c.kind == Kind::plane || c.kind == Kind::simplex_plane;
  if (c.kind == Kind::none || plane != (relation == Relation::disjoint)) return false;
  if (!c.vector.allFinite() || !std::isfinite(c.offset) || c.n_pairs > 4) return false;
  const bool inside = relation == Relation::crossing;
  if (a.curved() || b.curved()) {
    const Vec3 shift = b_pose.position - a_pose.position;
    return (c.kind == Kind::plane || c.kind == Kind::point) && verify_curved(a, a_pose, Vec3::Zero(), c, 1) &&
           verify_curved(b, b_pose, shift, c, -1);
  }
  const ExactVec shift = shift_of(a_pose, b_pose);
  if (c.kind == Kind::plane) {
    const ExactVec n(c.vector);
    return compare(most_along(a, a_pose, n), Exact(c.offset)) < 0 &&
           compare(dot(n, shift) - most_along(b, b_pose, -n), Exact(c.offset)) > 0;
  }
  if (c.kind == Kind::point) {
    const int least = inside ? 1 : 0;
    return side_of_body(a, a_pose.rotation, ExactVec(c.vector)) >= least &&
           side_of_body(b, b_pose.rotation, ExactVec(c.vector) - shift) >= least;
  }
  if (c.n_pairs == 0 || !valid_names(a, c, 0) || !valid_names(b, c, 1)) return false;
  std::array<ExactVec, 4> differences;
  const std::span<const ExactVec> p(differences.data(), c.n_pairs);
  for (std::size_t i = 0; i < c.n_pairs; ++i) differences[i] = certificate_difference(a, a_pose, b, b_pose, c.pairs[i]);
  const auto gap = [&](const ExactVec& n) { return n.is_zero() ? -1 : gap_sign(a, a_pose, b, b_pose, n); };
  if (c.kind == Kind::simplex_plane) return gap(normal_of(p)) > 0;
  if (inside) {
    // Insides meet where an inner pair has a share in the origin.
    int first = 0;
    return holds_origin(differences, c.n_pairs, first) && first > 0 && is_inner(c.pairs[0][0]) && is_inner(c.pairs[0][1]);
  }
  // Bodies touch where they meet and a plane parts them: that of three pairs around the origin, or that of the pairs after
  // one that lies at the origin.
  if (p[0].is_zero()) return gap(normal_of(p.subspan(1))) == 0;
  int first = 0;
  return c.n_pairs == 3 && holds_origin(differences, 3, first) && gap(normal_of(p)) == 0;
}

}  // namespace impinge
