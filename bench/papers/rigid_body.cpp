// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "rigid_body.h"

#include <algorithm>

namespace impinge::bench::papers {

// Sums over the tetrahedra between the faces and the origin of the mesh.
RigidBody::RigidBody(const Mesh& mesh, const Vec3& centre_at) : centre_(centre_at) {
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();
  for (const Face& f : mesh.faces()) {
    const Vec3 a = mesh.vertices()[f[0]], b = mesh.vertices()[f[1]], c = mesh.vertices()[f[2]], sum = a + b + c;
    const double volume = a.dot(b.cross(c)) / 6;
    mass_ += volume;
    middle_ += volume / 4 * sum;
    second += volume / 20 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  middle_ /= mass_;
  second -= mass_ * middle_ * middle_.transpose();
  inertia_ = second.trace() * Eigen::Matrix3d::Identity() - second;
}

Pose RigidBody::pose() const {
  const Eigen::Quaterniond& q = turn_;
  return Pose::from_quaternion(origin(), {q.x(), q.y(), q.z(), q.w()});
}

void RigidBody::fall(double seconds, double gravity) {
  velocity_.z() -= gravity * seconds;
  centre_ += seconds * velocity_;
  const double angle = spin_.norm() * seconds;
  if (angle > 0) turn_ = (Eigen::Quaterniond(Eigen::AngleAxisd(angle, spin_.normalized())) * turn_).normalized();
}

void RigidBody::push(const Vec3& arm, const Vec3& impulse) {
  velocity_ += impulse / mass_;
  const Eigen::Matrix3d r = turn_.toRotationMatrix();
  spin_ += r * inertia_.ldlt().solve(r.transpose() * arm.cross(impulse));
}

double RigidBody::give(const Vec3& arm, const Vec3& along) const {
  const Eigen::Matrix3d r = turn_.toRotationMatrix();
  const Vec3 spin = r * inertia_.ldlt().solve(r.transpose() * arm.cross(along));
  return 1 / mass_ + along.dot(spin.cross(arm));
}

bool RigidBody::bounce(const Vec3& point, const Vec3& normal, double restitution, double friction) {
  const Vec3 arm = point - centre_;
  const double closing = -velocity_at(arm).dot(normal);
  if (closing <= 0) return false;
  const double impulse = (1 + restitution) * closing / give(arm, normal);
  const Vec3 sliding = velocity_at(arm) + closing * normal;
  push(arm, impulse * normal);
  if (const double speed = sliding.norm(); speed > 1e-9) {
    const Vec3 along = sliding / speed;
    push(arm, -std::min(friction * impulse, speed / give(arm, along)) * along);
  }
  return true;
}

}  // namespace impinge::bench::papers
