// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Random motions of two small bodies with up to fifty turns, and their distance at 10^5 moments by other means: all pairs of
// faces, poses from Eigen. Moments that a bound on the speed proves to be no nearer are passed over.

#include <answer/distance/face_distance.h>
#include <impinge/impinge.h>
#include <support/dice.h>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

namespace impinge::test {

constexpr int kMoments = 100000;

/// One body on its way, t from 0 to 1.
struct JudgedBody {
  Mesh mesh;
  std::function<std::vector<Vec3>(double)> vertices;
  double speed = 0;  // no vertex is faster
};

inline double distance_at(const JudgedBody& a, const JudgedBody& b, double t) {
  const std::vector<Vec3> p = a.vertices(t), q = b.vertices(t);
  double squared = std::numeric_limits<double>::infinity();
  for (const Face& f : a.mesh.faces())
    for (const Face& g : b.mesh.faces())
      squared = std::min(squared, nearest_points(triangle_of(p, f), triangle_of(q, g)).squared);
  return std::sqrt(squared);
}

/// The least of all moments k / 10^5.
inline double dense_least(const JudgedBody& a, const JudgedBody& b) {
  const double reach = (a.speed + b.speed) / kMoments;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= kMoments; k += 500) least = std::min(least, distance_at(a, b, 1.0 * k / kMoments));
  for (int k = 0; k <= kMoments;) {
    const double d = distance_at(a, b, 1.0 * k / kMoments);
    least = std::min(least, d);
    k += 1 + static_cast<int>(std::min((d - least) / reach * 0.999, 2.0 * kMoments));
  }
  return least;
}

inline double farthest(const std::vector<Vec3>& vertices) {
  double squared = 0;
  for (const Vec3& p : vertices) squared = std::max(squared, p.squaredNorm());
  return std::sqrt(squared);
}

inline std::vector<Vec3> placed(std::vector<Vec3> vertices, const Eigen::Matrix3d& rotation, const Vec3& position) {
  for (Vec3& p : vertices) p = rotation * p + position;
  return vertices;
}

struct JudgedPair {
  Scene scene;
  std::vector<JudgedBody> body;
};

/// A tetrahedron or a box at the end of an arm.
inline Mesh arm_end(Dice& dice) {
  const Vec3 arm = dice.chance(0.3) ? Vec3(Vec3::Zero()) : dice.point(-3, 3);
  if (dice.chance(0.25)) {
    const Mesh box = make_box({dice.real(0.2, 2), dice.real(0.2, 2), dice.real(0.05, 1)});
    return {placed({box.vertices().begin(), box.vertices().end()}, Eigen::Matrix3d::Identity(), arm),
            {box.faces().begin(), box.faces().end()}};
  }
  std::vector<Vec3> corners;
  for (int i = 0; i < 4; ++i) corners.push_back(arm + dice.point(-1, 1));
  return {corners, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
}

/// Flies straight and turns about one axis up to fifty times.
inline JudgedBody spinning(Dice& dice, const Mesh& mesh, const Vec3& from, Motion& motion, Pose& pose) {
  const std::vector<Vec3> local(mesh.vertices().begin(), mesh.vertices().end());
  pose = Pose::from_quaternion(from, dice.quaternion());
  motion.velocity = dice.chance(0.3) ? Vec3(Vec3::Zero()) : Vec3(dice.point(-1, 1) - dice.real(0, 0.5) * from);
  const Vec3 axis = dice.point(-1, 1).normalized();
  const double angle = 2 * std::numbers::pi * std::pow(50, dice.real(-0.3, 1));
  motion.angular_velocity = axis * angle;
  const Pose start = pose;
  const Vec3 velocity = motion.velocity;
  return {mesh,
          [=](double t) {
            const Eigen::Matrix3d turn = Eigen::AngleAxisd(angle * t, axis).toRotationMatrix();
            return placed(local, turn * start.rotation, start.position + t * velocity);
          },
          velocity.norm() + angle * farthest(local)};
}

/// Between keyframes with turns of any axis below half a turn.
inline JudgedBody keyed(Dice& dice, const Mesh& mesh, const Vec3& from, Motion& motion) {
  const std::vector<Vec3> local(mesh.vertices().begin(), mesh.vertices().end());
  const int steps = dice.integer(1, 100);
  std::vector<Eigen::Quaterniond> turn{Eigen::Quaterniond(Eigen::AngleAxisd(dice.real(0, 3), Vec3(0.6, 0, 0.8)))};
  std::vector<Vec3> place{from};
  for (int i = 0; i < steps; ++i) {
    const Vec3 axis = dice.point(-1, 1).normalized();
    turn.push_back(Eigen::Quaterniond(Eigen::AngleAxisd(dice.real(0, 3), axis)) * turn.back());
    place.push_back(from + dice.point(-1, 1));
  }
  for (int i = 0; i <= steps; ++i) {
    const Eigen::Quaterniond& q = turn[static_cast<std::size_t>(i)];
    motion.keyframes.push_back({1.0 * i / steps, place[static_cast<std::size_t>(i)], {q.x(), q.y(), q.z(), q.w()}});
  }
  return {mesh,
          [=](double t) {
            const auto i = std::min(static_cast<std::size_t>(t * steps), static_cast<std::size_t>(steps - 1));
            const double s = t * steps - static_cast<double>(i);
            return placed(local, turn[i].slerp(s, turn[i + 1]).toRotationMatrix(), place[i] + s * (place[i + 1] - place[i]));
          },
          steps * (4 + 3 * farthest(local))};
}

/// Its vertices jump about straight between frames.
inline JudgedBody deforming(Dice& dice, const Mesh& mesh, const Vec3& from, Motion& motion) {
  const int steps = dice.integer(1, 12);
  for (int i = 0; i <= steps; ++i) {
    std::vector<Vec3>& frame = motion.vertex_keyframes.emplace_back(mesh.vertices().begin(), mesh.vertices().end());
    for (Vec3& p : frame) p += from + dice.point(-1, 1);
  }
  double speed = 0;
  for (std::size_t i = 0; i + 1 < motion.vertex_keyframes.size(); ++i)
    for (std::size_t v = 0; v < motion.vertex_keyframes[i].size(); ++v)
      speed = std::max(speed, (motion.vertex_keyframes[i + 1][v] - motion.vertex_keyframes[i][v]).norm() * steps);
  return {mesh,
          [frames = motion.vertex_keyframes, steps](double t) {
            const auto i = std::min(static_cast<std::size_t>(t * steps), static_cast<std::size_t>(steps - 1));
            const double s = t * steps - static_cast<double>(i);
            std::vector<Vec3> now = frames[i];
            for (std::size_t v = 0; v < now.size(); ++v) now[v] += s * (frames[i + 1][v] - now[v]);
            return now;
          },
          speed};
}

/// Two bodies whose reaches mostly leave some room between them.
inline JudgedPair random_judged_pair(Dice& dice) {
  JudgedPair r;
  const Mesh meshes[2] = {arm_end(dice), arm_end(dice)};
  double reach = 0;
  for (const Mesh& m : meshes) reach += farthest({m.vertices().begin(), m.vertices().end()});
  const Vec3 way = dice.point(-1, 1).normalized() * reach * dice.real(0.6, 1.6);
  for (int i = 0; i < 2; ++i) {
    const Vec3 from = i == 0 ? Vec3(Vec3::Zero()) : way;
    Motion motion;
    Pose pose;
    const double kind = dice.real(0, 1);
    r.body.push_back(kind < 0.6    ? spinning(dice, meshes[i], from, motion, pose)
                     : kind < 0.85 ? keyed(dice, meshes[i], from, motion)
                                   : deforming(dice, meshes[i], from, motion));
    r.scene.set_motion(r.scene.add(i == 0 ? "a" : "b", meshes[i], pose), motion);
  }
  r.scene.duration = 1;
  return r;
}

}  // namespace impinge::test
