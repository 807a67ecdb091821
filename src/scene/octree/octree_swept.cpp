// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Between two poses the way is cut into steps in which no point goes farther than about a voxel; the cubes stand at the
// middle of each step and are grown by half of what any point goes in it, so that the union covers every moment.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/octree.h>
#include <tbb/parallel_for.h>

#include <array>
#include <cmath>

#include "base/triangle.h"
#include "shape/octree/octree_key.h"

namespace impinge {

namespace {

constexpr int kStepsAtOnce = 4;
constexpr double kMostSteps = 20000;

using Matrix = Eigen::Matrix3d;

// Axis times angle of a rotation.
Vec3 rotation_vector(const Matrix& r) {
  const Vec3 twist(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1));
  const double sine = twist.norm() / 2, cosine = (r.trace() - 1) / 2, angle = std::atan2(sine, cosine);
  if (sine > 1e-3) return twist * (angle / (2 * sine));
  if (cosine > 0) return twist / 2;
  // Near half a turn: R + 1 is twice the axis times itself.
  const Matrix square = (r + Matrix::Identity()) / 2;
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (square(i, i) > square(k, k)) k = i;
  Vec3 axis = square.col(k) / square.col(k).norm();
  if (axis.dot(twist) < 0) axis = -axis;
  return axis * angle;
}

Matrix rotation_of(const Vec3& vector) {
  const double angle = vector.norm();
  if (angle == 0) return Matrix::Identity();
  const Vec3 axis = vector / angle;
  const double c = std::cos(angle), s = std::sin(angle);
  Matrix r;
  for (int k = 0; k < 3; ++k) r.col(k) = Vec3::Unit(k) * c + cross(axis, Vec3::Unit(k)) * s + axis * (axis[k] * (1 - c));
  return r;
}

double farthest(std::span<const OctreeCube> source, const OctreeFrame& frame) {
  double most = 0;
  for (const OctreeCube& c : source) {
    const Vec3 low = frame.origin + Vec3(c.x, c.y, c.z) * frame.voxel, high = low + Vec3::Constant(c.edge * frame.voxel);
    most = std::max(most, low.cwiseAbs().cwiseMax(high.cwiseAbs()).norm());
  }
  return most;
}

struct Leg {
  Pose from, to;
  Vec3 turn;  // about the first pose's own axes
  int steps;
  double grow;  // voxels

  Pose at(double share) const {
    Pose pose = from;
    pose.rotation = from.rotation * rotation_of(turn * share);
    pose.position = from.position + (to.position - from.position) * share;
    return pose;
  }
};

Leg leg_between(const Pose& from, const Pose& to, double radius, double voxel) {
  Leg leg{from, to, rotation_vector(from.rotation.transpose() * to.rotation), 1, 0};
  const double way = ((to.position - from.position).norm() + leg.turn.norm() * radius) / voxel;
  if (!(way <= kMostSteps))
    throw Error(ErrorCode::bad_argument,
                fmt::format("swept_octree: two poses are {:.3g} voxels apart; use larger voxels or a shorter path", way));
  leg.steps = std::max(1, static_cast<int>(std::ceil(way)));
  leg.grow = way / leg.steps / 2 * (1 + 1e-6) + 1e-6;
  return leg;
}

}  // namespace

Octree swept_octree(std::span<const OctreeCube> source, const OctreeFrame& source_frame, std::span<const Pose> path,
                    const OctreeFrame& target_frame) {
  require_frame(source_frame);
  if (path.empty()) throw Error(ErrorCode::bad_argument, "swept_octree: the path has no poses");
  Octree all = move_octree(source, source_frame, path.front(), target_frame);
  const double radius = farthest(source, source_frame);
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Leg leg = leg_between(path[i], path[i + 1], radius, target_frame.voxel);
    std::vector<Octree> parts(static_cast<std::size_t>((leg.steps + kStepsAtOnce - 1) / kStepsAtOnce), Octree(target_frame));
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t p) {
      const int begin = static_cast<int>(p) * kStepsAtOnce, end = std::min(leg.steps, begin + kStepsAtOnce);
      OctreeMoving moving;
      moving.grow = leg.grow;
      for (int s = begin; s < end; ++s)
        parts[p] = unite(parts[p], move_octree(source, source_frame, leg.at((s + 0.5) / leg.steps), target_frame, moving));
    });
    for (const Octree& part : parts) all = unite(all, part);
  }
  return all;
}

}  // namespace impinge
