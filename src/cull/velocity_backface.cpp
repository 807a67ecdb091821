// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Back-face culling by relative velocity.
// Based on: G. Vaněček, Back-face culling applied to collision detection of polyhedra, 1994. The paper evaluates v.n at one
// instant; here a face goes only if v.n < 0 at each of its points during the whole step: the value in the middle of the step
// plus a bound on how far it drifts, which is 0 where the relative motion is a constant twist. For deforming bodies n is
// quadratic in time, and its three Bernstein vectors bound it.
#include "cull/velocity_backface.h"

#include <algorithm>
#include <cmath>

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-40;  // of the speeds involved: faces that move along the surface are kept

// How a rigid body moves in the middle of the step, and how large it is.
struct Field {
  Vec3 line, spin, centre;  // velocity at p: line + spin x (p - centre)
  Vec3 ball;                // centre of the ball that holds the body
  double turn, radius, reach;

  explicit Field(const MovingBody& body)
      : line(body.step->path.line),
        spin(body.step->path.spin),
        centre(body.step->path.centre(0.5)),
        turn(body.step->path.angle),
        radius(body.shape->radius) {
    ball = body.step->path.point(body.shape->centre).at(0.5, Turn::of(turn / 2));
    reach = std::sqrt((ball - centre).squaredNorm()) + radius;
  }
  Vec3 velocity(const Vec3& p) const { return line + cross(spin, Vec3(p - centre)); }
};

double length(const Vec3& v) { return std::sqrt(v.squaredNorm()); }

// The part of v across the axis of spin.
double across(const Vec3& v, const Vec3& spin) {
  const double s = spin.squaredNorm();
  return s > 0 ? length(v - spin * (spin.dot(v) / s)) : 0;
}

// At most so much v.n changes from the middle of the step to its ends, for unit n. At a contact p is in both bodies. The
// derivative is n.[wA x (vB - uA) - wB x (vA - uB)], with v the velocities of the two at p, u and w their lines and spins.
double drift(const Field& a, const Field& b) {
  const Vec3 apart = a.line - b.line;
  // From the contact back to the middle of the step the point may leave b by what the two move.
  const double within_b = b.reach + length(apart) + a.turn * a.reach;
  const double from_b = a.turn * (across(apart, a.spin) + b.turn * within_b);
  const double from_a = b.turn * (across(apart, b.spin) + a.turn * a.reach);
  return (from_a + from_b) / 2;
}

RigidBackface rule_of(const MovingBody& a, const MovingBody& b) {
  const Field fa(a), fb(b);
  const Eigen::Matrix3d turned = a.step->path.pose(0.5).rotation;
  const double drifts = drift(fa, fb);
  // The velocity of a relative to b is u + w x p in the frame of a, where normals stay as they are.
  const Vec3 w = turned.transpose() * Vec3(fa.spin - fb.spin), origin = a.step->path.pose(0.5).position,
             u = turned.transpose() * Vec3(fa.velocity(origin) - fb.velocity(origin));
  const double speed = length(u) + length(w) * a.shape->radius * 2 + length(w) * length(a.shape->centre);
  // The other ball in the frame of a: its place in the middle, and how far it strays from there.
  const Vec3 ball = turned.transpose() * Vec3(fb.ball - origin);
  const double to_ball = length(Vec3(fb.ball - fa.centre));
  const double strays = fb.radius + (length(Vec3(fa.line - fb.line)) + fb.turn * length(Vec3(fb.ball - fb.centre)) +
                                     fa.turn * (to_ball + length(Vec3(fa.line - fb.line)) / 2 + fb.turn * fb.reach)) /
                                        2;
  const double size = length(ball) + strays + length(a.shape->centre) + a.shape->radius;
  return {u, w, ball, drifts + kRounding * speed, strays + kRounding * size};
}

void add_rigid(const MovingBody& a, const MovingBody& b, DroppedFaces& result) {
  const RigidBackface rule = rule_of(a, b);
  const bool uniform = rule.w.isZero(0);
  for (std::uint32_t f = 0; f < a.faces.size(); ++f) {
    const Triangle t = triangle_of(a.step->local, a.faces[f]);
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double area = length(normal), limit = -rule.limit * area;
    if (!(area > 0)) continue;
    bool away = normal.dot(rule.u) < limit;
    if (!uniform) {
      away = true;
      for (const Vec3& p : t.p) away = away && normal.dot(rule.u + cross(rule.w, p)) < limit;
    }
    const bool clear = std::fabs(normal.dot(rule.ball - t.p[0])) > rule.strays * area;
    result.by_velocity += away;
    result.by_plane += !away && clear;
    result.dropped[f] = away || clear;
  }
}

// Every velocity that a body has during the step.
Box velocities(const MovingBody& body) {
  Box box;
  if (body.step->deforms()) {
    for (std::size_t v = 0; v < body.step->from.size(); ++v) box.add(Vec3(body.step->to[v] - body.step->from[v]));
    return box;
  }
  const Field field(body);
  const double swing = field.turn * field.reach;
  box.add(Vec3(field.line.array() - swing));
  box.add(Vec3(field.line.array() + swing));
  return box;
}

double least(const Box& box, const Vec3& n) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) sum += std::min(n[k] * box.low[k], n[k] * box.high[k]);
  return sum;
}

// Velocity and the three Bernstein vectors of the normal of a face whose corners move straight.
struct StraightFace {
  Vec3 velocity[3], normal[3];
};

StraightFace straight_face(const ObjectStep& step, const Face& f) {
  const Triangle t0 = triangle_of(step.from, f), t1 = triangle_of(step.to, f);
  const Vec3 a0 = t0.p[1] - t0.p[0], b0 = t0.p[2] - t0.p[0], a1 = t1.p[1] - t1.p[0], b1 = t1.p[2] - t1.p[0];
  return {{t1.p[0] - t0.p[0], t1.p[1] - t0.p[1], t1.p[2] - t0.p[2]},
          {cross(a0, b0), (cross(a0, b1) + cross(a1, b0)) / 2, cross(a1, b1)}};
}

void add_deforming(const MovingBody& a, const MovingBody& b, DroppedFaces& result) {
  const Box other = velocities(b);
  const double speed = std::max(length(other.low), length(other.high));
  for (std::uint32_t f = 0; f < a.faces.size(); ++f) {
    const StraightFace face = straight_face(*a.step, a.faces[f]);
    bool away = true;
    for (const Vec3& n : face.normal)
      for (const Vec3& v : face.velocity)
        away = away && v.dot(n) < least(other, n) - kRounding * (speed + length(v)) * length(n);
    result.by_velocity += away;
    result.dropped[f] = away;
  }
}

}  // namespace

std::optional<RigidBackface> rigid_backface(const MovingBody& a, const MovingBody& b) {
  if (a.step->deforms() || b.step->deforms()) return std::nullopt;
  return rule_of(a, b);
}

DroppedFaces velocity_backface(const MovingBody& a, const MovingBody& b) {
  DroppedFaces result;
  result.dropped.assign(a.faces.size(), 0);
  if (a.step->deforms())
    add_deforming(a, b, result);
  else if (!b.step->deforms())
    add_rigid(a, b, result);
  return result;
}

}  // namespace impinge
