// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The same method in the plane: polygons answer gauge and support, the iteration is that of three dimensions with a third
// coordinate of 0. What it leaves goes to exact arithmetic at once, whose supports are cheap here.
// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects.
#include <impinge/error.h>

#include "localise/polar_newton/polar_newton_steps-inl.h"
#include "localise/polar_newton/polygon_exact.h"
#include "shape/convex/convex_polygon.h"

namespace impinge {

namespace {

constexpr double kEpsilon = 0x1p-53;
constexpr double kMostStray = 1e-6;  // rotations farther from orthonormal are left to exact arithmetic
using Kind = ConvexCertificate::Kind;
using Settled = PolarOutcome::Settled;

Vec3 lifted(const Vec2& p) { return {p.x(), p.y(), 0}; }
Vec3 turned(const Mat2& r, const Vec3& x) {
  return {r(0, 0) * x.x() + r(0, 1) * x.y(), r(1, 0) * x.x() + r(1, 1) * x.y(), 0};
}
Vec3 turned_back(const Mat2& r, const Vec3& x) {
  return {r(0, 0) * x.x() + r(1, 0) * x.y(), r(0, 1) * x.x() + r(1, 1) * x.y(), 0};
}

class TableSide {
 public:
  TableSide(const ConvexPolygonData& p, const Mat2& r) : polygon_(p), rotation_(r) {}
  Slope gauge(const Vec3& x) const {
    Slope s = polygon_.gauge_table.at(turned_back(rotation_, x));
    s.gradient = turned(rotation_, s.gradient);
    return s;
  }
  double gauge_value(const Vec3& x) const { return gauge(x).value; }
  double support(const Vec3& n) const { return polygon_.support_table.at(turned_back(rotation_, n)).value; }
  Vec3 support_point(const Vec3& n) const {
    return turned(rotation_, polygon_.support_table.at(turned_back(rotation_, n)).gradient);
  }

 private:
  const ConvexPolygonData& polygon_;
  const Mat2& rotation_;
};

class EdgeSide {
 public:
  EdgeSide(const ConvexPolygonData& p, const Mat2& r) : polygon_(p), rotation_(r) {}
  Slope gauge(const Vec3& x) const {
    if (x.x() == 0 && x.y() == 0) return {0, Vec3::Zero()};
    Slope s = polygon_.gauge(turned_back(rotation_, x).head<2>());
    s.gradient = turned(rotation_, s.gradient);
    return s;
  }
  double gauge_value(const Vec3& x) const { return gauge(x).value; }
  double support(const Vec3& n) const {
    const Vec2 m = turned_back(rotation_, n).head<2>();
    return m.dot(offset(m));
  }
  Vec3 support_point(const Vec3& n) const { return turned(rotation_, lifted(offset(turned_back(rotation_, n).head<2>()))); }

 private:
  Vec2 offset(const Vec2& m) const { return polygon_.vertices[polygon_.extreme_vertex(m)] - polygon_.inner; }

  const ConvexPolygonData& polygon_;
  const Mat2& rotation_;
};

double stray_of(const Mat2& r) {
  const Vec2 x = r.col(0), y = r.col(1);
  return std::fabs(x.dot(x) - 1) + std::fabs(y.dot(y) - 1) + 2 * std::fabs(x.dot(y));
}

PolarFrame frame_of(const ConvexPolygonData& a, const Pose2& a_pose, const ConvexPolygonData& b, const Pose2& b_pose,
                    const Vec3& a_centre) {
  PolarFrame f{};
  f.b_centre = lifted(b_pose.position - a_pose.position) + (turned(b_pose.rotation, lifted(b.inner)) - a_centre);
  f.distance2 = f.b_centre.squaredNorm();
  f.stray = stray_of(a_pose.rotation) + stray_of(b_pose.rotation);
  f.a_radius = a.radius * (1 + f.stray);
  f.b_radius = b.radius * (1 + f.stray);
  const double scale = f.a_radius + f.b_radius + std::sqrt(f.distance2) + 2 * (a.inner.lpNorm<1>() + b.inner.lpNorm<1>());
  f.error = 64 * kEpsilon * scale;
  const double place = f.error + 4 * f.stray * scale;
  f.a_gauge_error = place / a.inner_radius;
  f.b_gauge_error = place / b.inner_radius;
  return f;
}

// Spheres, or inner points at one place.
PolarOutcome before_the_iteration(const PolarFrame& f, const ConvexPolygonData& a, const ConvexPolygonData& b) {
  PolarOutcome out;
  const double length = std::sqrt(f.distance2), b_begin = length - f.b_radius;
  if (b_begin - f.a_radius > f.error) {
    out.settled = Settled::apart;
    out.stop = ConvexStop::spheres;
    out.vector = f.b_centre;
    out.offset = length * 0.5 * (f.a_radius + b_begin);
  } else if (length + f.error < 0.5 * std::fmin(a.inner_radius, b.inner_radius)) {
    out.settled = Settled::meet;
    out.stop = ConvexStop::screening;
    out.checks = 1;
    out.vector = 0.5 * f.b_centre;
  }
  return out;
}

}  // namespace

ConvexAnswer polar_newton(const ConvexPolygon& a, const Pose2& a_pose, const ConvexPolygon& b, const Pose2& b_pose) {
  const ConvexPolygonData &ad = Internals::data(a), &bd = Internals::data(b);
  const Vec3 a_centre = turned(a_pose.rotation, lifted(ad.inner));
  const PolarFrame frame = frame_of(ad, a_pose, bd, b_pose, a_centre);
  if (!(frame.stray < kMostStray && frame.distance2 < 0x1p1000)) {
    if (!a_pose.rotation.allFinite() || !a_pose.position.allFinite() || !b_pose.rotation.allFinite() ||
        !b_pose.position.allFinite())
      throw Error(ErrorCode::bad_argument, "polar_newton: NaN or infinity in a pose");
    return polygon_exact(a, a_pose, b, b_pose);
  }
  const ConvexQuery query;
  PolarOutcome out = before_the_iteration(frame, ad, bd);
  bool in_bounds = true;
  int checks = out.checks;
  if (out.settled == Settled::no) {
    const TableSide a_side(ad, a_pose.rotation), b_side(bd, b_pose.rotation);
    out = PolarNewton<TableSide>(frame, a_side, b_side, query).run();
    checks += out.checks;
  }
  if (out.settled == Settled::no) {
    in_bounds = false;
    const EdgeSide a_side(ad, a_pose.rotation), b_side(bd, b_pose.rotation);
    out = PolarNewton<EdgeSide>(frame, a_side, b_side, query).run();
    checks += out.checks;
  }
  ConvexAnswer answer;
  if (out.settled == Settled::no) {
    answer = polygon_exact(a, a_pose, b, b_pose);
  } else {
    const bool meet = out.settled == Settled::meet;
    answer.relation = meet ? Relation::crossing : Relation::disjoint;
    answer.stop = out.stop;
    answer.in_bounds = in_bounds;
    answer.certificate.kind = meet ? Kind::point : Kind::plane;
    answer.certificate.vector = meet ? Vec3(out.vector + a_centre) : out.vector;
    answer.certificate.offset = meet ? 0 : out.offset + out.vector.dot(a_centre);
  }
  answer.pair_checks = static_cast<std::uint16_t>(checks);
  return answer;
}

}  // namespace impinge
