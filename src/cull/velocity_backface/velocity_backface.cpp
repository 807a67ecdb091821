// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Back-face culling by relative velocity.
// Based on: G. Vaněček, Back-face culling applied to collision detection of polyhedra, 1994. The paper evaluates v.n at one
// instant; here a face goes only if v.n < 0 at each of its points during the whole step: the value in the middle of the step
// plus a bound on how far it drifts, which is 0 where the relative motion is a constant twist. For deforming bodies n is
// quadratic in time, and its three Bernstein vectors bound it.
#include "cull/velocity_backface/velocity_backface.h"

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

// v.n changes by at most this much from the middle of the step to its ends, for unit n. At a contact p is in both bodies.
// The derivative is n.[wA x (vB - uA) - wB x (vA - uB)], with v the velocities of the two at p, u and w their lines and
// spins.
double drift(const Field& a, const Field& b) {
  const Vec3 apart = a.line - b.line;
  // From the contact back to the middle of the step the point may leave b by what the two move.
  const double within_b = b.reach + length(apart) + a.turn * a.reach;
  const double from_b = a.turn * (across(apart, a.spin) + b.turn * within_b);
  const double from_a = b.turn * (across(apart, b.spin) + a.turn * a.reach);
  return (from_a + from_b) / 2;
}

// The velocity of a relative to b at a moment, in the frame of a, where normals stay as they are: u + w x p.
struct LocalField {
  Vec3 u, w;
  double limit = 0;  // of v.n for unit n: below, it stays negative during the part of the step around the moment

  LocalField(const RigidPath& a, const RigidPath& b, double t) {
    const Pose pose = a.pose(t);
    const auto velocity = [&](const RigidPath& path) {
      return Vec3(path.line + cross(path.spin, Vec3(pose.position - path.centre(t))));
    };
    w = pose.rotation.transpose() * Vec3(a.spin - b.spin);
    u = pose.rotation.transpose() * Vec3(velocity(a) - velocity(b));
  }
  // For each point of a polygon; one product where the relative motion is a translation.
  bool away(const Vec3& normal, double area, std::span<const Vec3> points) const {
    if (w.isZero(0)) return normal.dot(u) < limit * area;
    return std::all_of(points.begin(), points.end(),
                       [&](const Vec3& p) { return normal.dot(u + cross(w, p)) < limit * area; });
  }
};

// The middle of the step, and the middles of its parts, where the drift is a part as large.
class StepFields {
 public:
  StepFields(const MovingBody& a, const Field& fa, const Field& fb, const RigidPath& b_path)
      : whole_(a.step->path, b_path, 0.5) {
    const double most = drift(fa, fb);
    drifts_ = most > 0;
    for (int k = 0; drifts_ && k < kParts; ++k) parts_.emplace_back(a.step->path, b_path, (k + 0.5) / kParts);
    double speed = 0;
    const auto add = [&](const LocalField& f) {
      speed = std::max(speed, length(f.u) + length(f.w) * (a.shape->radius * 2 + length(a.shape->centre)));
    };
    add(whole_);
    for (const LocalField& f : parts_) add(f);
    whole_.limit = -(most + kRounding * speed);
    for (LocalField& f : parts_) f.limit = -(most / kParts + kRounding * speed);
  }

  void write(RigidBackface& rule) const {
    rule.fields[0] = {whole_.u, whole_.w, whole_.limit};
    rule.parts = drifts_;
    for (std::size_t k = 0; k < parts_.size(); ++k) rule.fields[k + 1] = {parts_[k].u, parts_[k].w, parts_[k].limit};
  }

  // Moves away at all its points during the whole step.
  bool away(const Vec3& normal, double area, std::span<const Vec3> points) const {
    if (whole_.away(normal, area, points)) return true;
    return drifts_ &&
           std::all_of(parts_.begin(), parts_.end(), [&](const LocalField& f) { return f.away(normal, area, points); });
  }

 private:
  static constexpr int kParts = 4;

  LocalField whole_;
  std::vector<LocalField> parts_;
  bool drifts_ = false;
};

// The way of the other body's ball in the frame of a: straight from its place in the middle of the step, but for what it
// bends. With d from the centre that a turns around to the ball, its second derivative there is d'' - 2 w x d' + w x (w x
// d).
struct BallWay {
  Vec3 middle, half;  // half of its way
  double reach;       // radius, bend and rounding

  BallWay(const MovingBody& a, const Field& fa, const Field& fb) {
    const Pose pose = a.step->path.pose(0.5);
    middle = pose.rotation.transpose() * Vec3(fb.ball - pose.position);
    half = pose.rotation.transpose() * Vec3(fb.velocity(fb.ball) - fa.velocity(fb.ball)) / 2;
    const double arm = length(Vec3(fb.ball - fb.centre)), speed = length(Vec3(fb.line - fa.line)) + fb.turn * arm;
    const double far = length(Vec3(fb.ball - fa.centre)) + speed / 2;
    const double bend = fb.turn * fb.turn * arm + 2 * fa.turn * speed + fa.turn * fa.turn * far;
    const double size = length(middle) + length(half) + length(a.shape->centre) + a.shape->radius + fb.radius + far;
    reach = fb.radius + bend / 8 + kRounding * size;
  }
  // Never touches the plane.
  bool clears(const Vec3& normal, double area, const Vec3& on_plane) const {
    return std::fabs(normal.dot(middle - on_plane)) > std::fabs(normal.dot(half)) + reach * area;
  }
};

void add_rigid(const MovingBody& a, const MovingBody& b, DroppedFaces& result) {
  const Field fa(a), fb(b);
  const StepFields fields(a, fa, fb, b.step->path);
  const BallWay ball(a, fa, fb);
  // Large faces first, by their bounding polygons.
  for (const FlatFaces& flat : a.shape->flat) {
    const double area = length(flat.normal);
    const bool away = fields.away(flat.normal, area, flat.polygon);
    if (!away && !ball.clears(flat.normal, area, flat.polygon[0])) continue;
    (away ? result.by_velocity : result.by_plane) += flat.faces.size();
    for (const std::uint32_t f : flat.faces) result.dropped[f] = 1;
  }
  for (std::uint32_t f = 0; f < a.faces.size(); ++f) {
    if (result.dropped[f] != 0) continue;
    const Triangle t = triangle_of(a.step->local, a.faces[f]);
    const Vec3 normal = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double area = length(normal);
    if (!(area > 0)) continue;
    const bool away = fields.away(normal, area, t.p), clear = !away && ball.clears(normal, area, t.p[0]);
    result.by_velocity += away;
    result.by_plane += clear;
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
  const Field fa(a), fb(b);
  RigidBackface rule;
  StepFields(a, fa, fb, b.step->path).write(rule);
  const BallWay ball(a, fa, fb);
  rule.middle = ball.middle;
  rule.half = ball.half;
  rule.reach = ball.reach;
  return rule;
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
