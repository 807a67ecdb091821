// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>
#include <impinge/scene.h>

#include <Eigen/Geometry>

namespace impinge::bench::papers {

/// A solid of density one that falls and is pushed.
class RigidBody {
 public:
  RigidBody(const Mesh& mesh, const Vec3& centre_at);

  /// Where the mesh stands.
  Pose pose() const;
  const Eigen::Quaterniond& turn() const { return turn_; }
  Vec3 origin() const { return centre_ - turn_ * middle_; }

  void fall(double seconds, double gravity);
  /// Newton's law of impact with friction at a point of the world whose surface looks along a unit normal; false, and
  /// nothing happens, where the body leaves it already.
  bool bounce(const Vec3& point, const Vec3& normal, double restitution, double friction);
  void shift(const Vec3& by) { centre_ += by; }
  double speed() const { return velocity_.norm(); }

 private:
  Vec3 velocity_at(const Vec3& arm) const { return velocity_ + spin_.cross(arm); }
  void push(const Vec3& arm, const Vec3& impulse);
  double give(const Vec3& arm, const Vec3& along) const;  ///< speed along it that a unit impulse along it makes

  Vec3 middle_ = Vec3::Zero();  ///< centre of mass in the mesh's frame
  double mass_ = 0;
  Eigen::Matrix3d inertia_ = Eigen::Matrix3d::Zero();  ///< around it, axes of the mesh
  Vec3 centre_, velocity_ = Vec3::Zero(), spin_ = Vec3::Zero();
  Eigen::Quaterniond turn_ = Eigen::Quaterniond::Identity();
};

}  // namespace impinge::bench::papers
