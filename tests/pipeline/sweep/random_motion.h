// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Two bodies that fly and spin for one step, mostly towards each other.

#include <impinge/impinge.h>
#include <support/dice.h>
#include <Eigen/Geometry>
#include <cmath>

namespace impinge::test {

inline Motion moving(const Vec3& velocity, const Vec3& spin = Vec3::Zero()) {
  Motion m;
  m.velocity = velocity;
  m.angular_velocity = spin;
  return m;
}

struct RandomPair {
  Scene scene;
  Vec3 velocity[2], spin[2];
  Pose start[2];
};

inline RandomPair random_pair(Dice& dice) {
  RandomPair r;
  const auto shape = [&]() -> Mesh {
    switch (dice.integer(0, 3)) {
      case 0: return make_box({dice.real(0.2, 2), dice.real(0.2, 2), dice.real(0.05, 1)});
      case 1: return make_sphere_of_faces(dice.real(0.3, 1), 24);
      case 2: return make_torus(0.8, 0.25, 6, 4);
      default: return make_displaced_sphere(dice.real(0.4, 1), 0.4, 4, 6, dice.bits());
    }
  };
  for (int i = 0; i < 2; ++i) {
    r.start[i] = Pose::from_quaternion(dice.point(-2.5, 2.5), dice.quaternion());
    // Mostly towards the middle, so that many meet.
    r.velocity[i] = dice.chance(0.2) ? Vec3::Zero() : Vec3(dice.point(-1, 1) - dice.real(0, 2) * r.start[i].position);
    r.spin[i] = dice.chance(0.4) ? Vec3::Zero() : Vec3(dice.point(-1, 1) * (dice.chance(0.5) ? 0.3 : 1.7));
    const ObjectId id = r.scene.add(i == 0 ? "a" : "b", shape(), r.start[i]);
    r.scene.set_motion(id, moving(r.velocity[i], r.spin[i]));
  }
  r.scene.duration = 1;
  return r;
}

inline Pose posed(const RandomPair& r, int i, double t) {
  const double angle = std::sqrt(r.spin[i].squaredNorm());
  Pose pose = r.start[i];
  pose.position += t * r.velocity[i];
  if (angle > 0) pose.rotation = Eigen::AngleAxisd(angle * t, r.spin[i] / angle).toRotationMatrix() * pose.rotation;
  return pose;
}

inline bool meet_at(RandomPair& r, double t) {
  for (int i = 0; i < 2; ++i) r.scene.set_pose({static_cast<std::uint32_t>(i)}, posed(r, i, t));
  const bool meet = Engine({.threads = 1}).meet(r.scene, {0}, {1});
  for (int i = 0; i < 2; ++i) r.scene.set_pose({static_cast<std::uint32_t>(i)}, r.start[i]);
  return meet;
}

}  // namespace impinge::test
