// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/motion/rigid_path.h"

#include <cmath>

namespace impinge {

namespace {

constexpr double kStraightTurn = 1e-9;  // a screw that turns less has its axis too far away to be told from a line

std::array<double, 4> unit(std::array<double, 4> q) {
  double largest = 0, length2 = 0;
  for (const double v : q) largest = std::max(largest, std::fabs(v));
  for (double& v : q) {
    v /= largest;
    length2 += v * v;
  }
  for (double& v : q) v /= std::sqrt(length2);
  return q;
}

Eigen::Matrix3d cross_matrix(const Vec3& a) {
  Eigen::Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

// Around a centre that moves; the pose is where the body starts.
RigidPath around(const Pose& start, const Vec3& centre, const Vec3& line, const Vec3& spin) {
  RigidPath path = RigidPath::still(start);
  path.line = line;
  path.centre_start = centre;
  path.angle = std::sqrt(spin.squaredNorm());
  if (path.angle == 0) return path;
  const Vec3 axis = spin / path.angle, lever = start.position - centre;
  path.spin = spin;
  path.along = axis * (axis.transpose() * start.rotation);
  path.swing = start.rotation - path.along;
  path.side = cross_matrix(axis) * start.rotation;
  path.base = centre + axis * axis.dot(lever);
  path.swing_offset = lever - axis * axis.dot(lever);
  path.side_offset = cross(axis, lever);
  return path;
}

}  // namespace

Vec3 turn_between(const std::array<double, 4>& from, const std::array<double, 4>& to) {
  const std::array<double, 4> p = unit(from), q = unit(to);
  const Vec3 pv(p[0], p[1], p[2]), qv(q[0], q[1], q[2]);
  // q times the conjugate of p.
  Vec3 v = p[3] * qv - q[3] * pv - cross(qv, pv);
  double w = q[3] * p[3] + qv.dot(pv);
  if (w < 0) {
    v = -v;
    w = -w;
  }
  const double length = std::sqrt(v.squaredNorm());
  return length > 0 ? Vec3(v * (2 * std::atan2(length, w) / length)) : Vec3::Zero();
}

RigidPath RigidPath::still(const Pose& pose) {
  RigidPath path;
  path.along = pose.rotation;
  path.swing = path.side = Eigen::Matrix3d::Zero();
  path.base = path.centre_start = pose.position;
  path.line = path.swing_offset = path.side_offset = Vec3::Zero();
  path.start = path.end = pose;
  return path;
}

RigidPath RigidPath::straight(const Pose& start, const Vec3& way, const Vec3& spin) {
  RigidPath path = around(start, start.position, way, spin);
  path.end = path.turned(1);
  return path;
}

RigidPath RigidPath::between(const Keyframe& from, const Keyframe& to, Path path) {
  const Pose start = Pose::from_quaternion(from.position, from.rotation),
             end = Pose::from_quaternion(to.position, to.rotation);
  const Vec3 spin = turn_between(from.rotation, to.rotation), way = end.position - start.position;
  const double angle = std::sqrt(spin.squaredNorm());
  RigidPath result;
  if (path == Path::screw && angle > kStraightTurn) {
    const Vec3 axis = spin / angle, along = axis * axis.dot(way), across = way - along;
    const Vec3 centre = start.position + across / 2 + cross(axis, across) / (2 * std::tan(angle / 2));
    result = around(start, centre, along, spin);
  } else {
    result = around(start, start.position, way, spin);
  }
  result.end = end;
  return result;
}

Pose RigidPath::turned(double s) const {
  const Turn turn = Turn::of(angle * s);
  Pose pose;
  pose.rotation = along + turn.cosine * swing + turn.sine * side;
  pose.position = base + s * line + turn.cosine * swing_offset + turn.sine * side_offset;
  return pose;
}

RigidPath RigidPath::part(double from, double to) const {
  if (from == 0 && to == 1) return *this;
  RigidPath path = *this;
  const Turn turn = Turn::of(angle * from);
  path.base = base + from * line;
  path.centre_start = centre_start + from * line;
  path.line = (to - from) * line;
  path.spin = (to - from) * spin;
  path.angle = (to - from) * angle;
  path.swing = turn.cosine * swing + turn.sine * side;
  path.side = turn.cosine * side - turn.sine * swing;
  path.swing_offset = turn.cosine * swing_offset + turn.sine * side_offset;
  path.side_offset = turn.cosine * side_offset - turn.sine * swing_offset;
  path.start = pose(from);
  path.end = pose(to);
  // What has stopped turning needs its whole rotation in one piece.
  if (path.angle == 0 && angle != 0) {
    path.along = path.start.rotation;
    path.base = path.start.position;
  }
  return path;
}

}  // namespace impinge
