// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Based on: M. Nio, S. Tokumasu, T. Ochi, N-free Algorithm for Intersection Detection between Convex Objects. What is
// mended: an iterate counts as inside only when it is, stops for "apart" must prove it, and running out of iterations says
// nothing.

#include <impinge/experiments.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "localise/polar_newton/polar_newton_frame.h"

namespace impinge {

/// What the iteration found out, in the axes of PolarFrame.
struct PolarOutcome {
  enum class Settled : std::uint8_t { no, meet, apart };
  Settled settled = Settled::no;
  ConvexStop stop = ConvexStop::newton;
  int checks = 0;              ///< pairs of faces looked up
  Vec3 vector = Vec3::Zero();  ///< a point of both, or the normal of a plane between them
  double offset = 0;           ///< of the plane
};

/// A half-space n . x <= d that holds a body; n has length 1.
struct PolarWall {
  Vec3 n;
  double d;
};

/// The nearest point to p in both half-spaces; p itself if it is there.
inline Vec3 nearest_in_wedge(const Vec3& p, const PolarWall& a, const PolarWall& b) {
  const double over_a = a.n.dot(p) - a.d, over_b = b.n.dot(p) - b.d, c = a.n.dot(b.n), det = 1 - c * c;
  if (over_a <= 0 && over_b <= 0) return p;
  if (det > 1e-12) {
    const double by_a = (over_a - c * over_b) / det, by_b = (over_b - c * over_a) / det;
    if (by_a > 0 && by_b > 0) return p - a.n * by_a - b.n * by_b;
  }
  // Only one wall: the one that is violated after the other has been satisfied.
  const Vec3 at_a = p - a.n * std::max(over_a, 0.0), at_b = p - b.n * std::max(over_b, 0.0);
  return b.n.dot(at_a) - b.d <= a.n.dot(at_b) - a.d ? at_a : at_b;
}

/// Newton's iteration on two sides that answer gauge and support, with all stops. Each outcome is a proof up to the frame's
/// error bounds.
template <typename Side>
class PolarNewton {
 public:
  PolarNewton(const PolarFrame& frame, const Side& a, const Side& b, const ConvexQuery& query)
      : frame_(frame), a_(a), b_(b), query_(query) {}

  PolarOutcome run() {
    const Vec3& to_b = frame_.b_centre;
    Slope at_a = a_.gauge(to_b), at_b = b_.gauge(-to_b);
    out_.checks = 1;
    if (screened(at_a.value, at_b.value)) return out_;
    // The rays to any point between the exits are the screening's own: the first pair is already there.
    point_ = to_b * (0.5 * (1 / at_a.value + 1 - 1 / at_b.value));
    bool settled = iterate(at_a, at_b, query_.max_iterations);
    for (int start = 0; start < query_.reselections && !settled; ++start)
      settled = run_from(other_start(), query_.max_iterations);
    return out_;
  }

  /// Only the iteration, from a start that the caller gives. True if it settled the query.
  bool run_from(const Vec3& start, int iterations) {
    if (!start.allFinite()) return false;
    Slope at_a, at_b;
    point_ = start;
    return !look(point_, at_a, at_b) || iterate(at_a, at_b, iterations);
  }

  /// Proves "apart" along a normal, or does not.
  bool separates(const Vec3& n, ConvexStop stop) {
    const double a_most = a_.support(n), b_least = n.dot(frame_.b_centre) - b_.support(-n);
    return between(n, a_most, b_least, stop);
  }

  /// Proves "meet" at a point, or does not.
  bool holds(const Vec3& k, ConvexStop stop) {
    if (k.isZero(0) || (k - frame_.b_centre).isZero(0)) return false;
    if (!inside_a(a_.gauge_value(k)) || !inside_b(b_.gauge_value(k - frame_.b_centre))) return false;
    return meet(k, stop);
  }

  const PolarOutcome& outcome() const { return out_; }
  const Vec3& last_normal() const { return normal_; }
  const Vec3& last_point() const { return point_; }

 private:
  using Settled = PolarOutcome::Settled;

  bool inside_a(double gauge) const { return gauge + frame_.a_gauge_error * (1 + gauge) <= 1; }
  bool inside_b(double gauge) const { return gauge + frame_.b_gauge_error * (1 + gauge) <= 1; }

  bool meet(const Vec3& k, ConvexStop stop) {
    out_.settled = Settled::meet;
    out_.stop = stop;
    out_.vector = k;
    return true;
  }

  bool between(const Vec3& n, double a_most, double b_least, ConvexStop stop) {
    if (!(b_least - a_most > frame_.error * n.lpNorm<1>())) return false;
    out_.settled = Settled::apart;
    out_.stop = stop;
    out_.vector = n;
    out_.offset = 0.5 * (a_most + b_least);
    return true;
  }

  // The exits as shares of the way from one inner point to the other: together more than all of it?
  bool screened(double gauge_a, double gauge_b) {
    const double from = std::max(0.0, 1 - 1 / gauge_b), to = std::min(1.0, 1 / gauge_a), s = 0.5 * (from + to);
    return inside_a(s * gauge_a) && inside_b((1 - s) * gauge_b) && meet(frame_.b_centre * s, ConvexStop::screening);
  }

  bool iterate(Slope& at_a, Slope& at_b, int iterations) {
    for (int i = 0; i < iterations; ++i) {
      if (apart(at_a, at_b)) return true;
      const PolarWall wall_a = slope_wall(at_a, Vec3::Zero()), wall_b = slope_wall(at_b, frame_.b_centre);
      const Vec3 step = nearest_in_wedge(point_, wall_a, wall_b) - point_;
      if (!step.allFinite()) return false;
      point_ += 1.02 * step;  // a little too far, so that insides are reached and not only approached
      if (!look(point_, at_a, at_b)) return true;
    }
    return false;
  }

  // False when the point lies in both.
  bool look(const Vec3& k, Slope& at_a, Slope& at_b) {
    at_a = a_.gauge(k);
    at_b = b_.gauge(k - frame_.b_centre);
    ++out_.checks;
    return !(inside_a(at_a.value) && inside_b(at_b.value) && meet(k, ConvexStop::newton));
  }

  // The plane that the gauge has found: slope . x = 1 seen from the body's inner point.
  static PolarWall slope_wall(const Slope& s, const Vec3& centre) {
    const double scale = 1 / s.gradient.norm();
    const Vec3 n = s.gradient * scale;
    return {n, scale + n.dot(centre)};
  }

  // All stops that prove "apart", the one that succeeds most often first.
  bool apart(const Slope& at_a, const Slope& at_b) {
    const Vec3 na = at_a.gradient * (1 / at_a.gradient.norm()), nb = at_b.gradient * (1 / at_b.gradient.norm());
    const Vec3 bisector = na - nb;
    if (bisector.squaredNorm() > 1e-4) {
      normal_ = bisector;
      if (query_.support_stops && separates(bisector, ConvexStop::support)) return true;
    }
    const Vec3& to_b = frame_.b_centre;
    const PolarWall wall_a{na, a_.support(na)}, wall_b{nb, b_.support(nb) + nb.dot(to_b)};
    const double b_sphere = frame_.b_radius, a_sphere = frame_.a_radius;
    if (between(na, wall_a.d, na.dot(to_b) - b_sphere, ConvexStop::cone_3)) return true;
    if (between(-nb, a_sphere, -wall_b.d, ConvexStop::cone_3)) return true;
    if (query_.support_stops) {
      if (between(na, wall_a.d, na.dot(to_b) - b_.support(-na), ConvexStop::support)) return true;
      if (between(-nb, a_.support(-nb), -wall_b.d, ConvexStop::support)) return true;
    }
    const bool done = has_last_ && (cone_1(wall_a, wall_b) || cone_2(wall_a, wall_b, a_sphere, b_sphere));
    last_a_ = wall_a;
    last_b_ = wall_b;
    has_last_ = true;
    return done;
  }

  // Two consecutive wedges without a common point: the four normals are dependent with factors of one sign, and so combined
  // the half-spaces exclude each other. The part of a's walls in the sum is the normal of a plane between the bodies.
  bool cone_1(const PolarWall& wall_a, const PolarWall& wall_b) {
    const Vec3 &p = wall_a.n, &q = last_a_.n, &r = wall_b.n, &s = last_b_.n;
    const double fp = q.cross(r).dot(s), fq = -p.cross(r).dot(s), fr = p.cross(q).dot(s), fs = -p.cross(q).dot(r);
    const double sign = fp > 0 ? 1 : -1;
    if (!(sign * fp > 0 && sign * fq > 0 && sign * fr > 0 && sign * fs > 0)) return false;
    const Vec3 n = sign * (fp * p + fq * q);
    // Rounding of the factors: what is left over tilts the plane against b's far side.
    const Vec3 rest = sign * (fr * r + fs * s) + n;
    const double tilt = rest.norm() * (frame_.b_radius + std::sqrt(frame_.distance2)) * 2;
    return between(n, sign * (fp * wall_a.d + fq * last_a_.d), -sign * (fr * wall_b.d + fs * last_b_.d) - tilt,
                   ConvexStop::cone_1);
  }

  // Two consecutive walls of one body miss the other's sphere.
  bool cone_2(const PolarWall& wall_a, const PolarWall& wall_b, double a_sphere, double b_sphere) {
    const Vec3 at_a = nearest_in_wedge(frame_.b_centre, wall_a, last_a_),
               at_b = nearest_in_wedge(Vec3::Zero(), wall_b, last_b_);
    const Vec3 from_a = frame_.b_centre - at_a;
    const double length_a = from_a.norm(), length_b = at_b.norm();
    // The wedge is not the body: the support decides, the sphere only says that it is worth asking.
    return (length_a > b_sphere &&
            between(from_a, a_.support(from_a), from_a.dot(frame_.b_centre) - b_sphere * length_a, ConvexStop::cone_2)) ||
           (length_b > a_sphere &&
            between(at_b, a_sphere * length_b, at_b.dot(frame_.b_centre) - b_.support(-at_b), ConvexStop::cone_2));
  }

  // Reselection: half-way between the points that the last normal finds nearest.
  Vec3 other_start() const { return 0.5 * (a_.support_point(normal_) + frame_.b_centre + b_.support_point(-normal_)); }

  const PolarFrame& frame_;
  const Side &a_, &b_;
  const ConvexQuery& query_;
  PolarOutcome out_;
  PolarWall last_a_{}, last_b_{};
  bool has_last_ = false;
  Vec3 normal_ = Vec3::UnitX(), point_ = Vec3::Zero();
};

}  // namespace impinge
