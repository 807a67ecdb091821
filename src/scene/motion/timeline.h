// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/scene.h>

#include "base/box.h"
#include "scene/motion/rigid_path.h"

namespace impinge {

/// One object over one step, t from 0 to 1: rigid along its path, or with vertices that move straight in the world.
struct ObjectStep {
  ObjectStep() = default;
  ObjectStep(ObjectStep&&) = default;
  ObjectStep& operator=(ObjectStep&&) = default;

  RigidPath path;
  std::span<const Vec3> local;     ///< vertices of a rigid object in its own frame
  std::span<const Vec3> from, to;  ///< vertices of a deforming object in the world at both ends; empty if it is rigid
  std::vector<Vec3> kept_from, kept_to;

  bool deforms() const { return !from.empty(); }
  bool still() const { return !deforms() && path.angle == 0 && path.line.isZero(0); }
  /// How far it turns.
  double angle() const { return deforms() ? 0 : path.angle; }
  MovingPoint point(std::uint32_t vertex) const {
    if (deforms()) return {from[vertex], to[vertex] - from[vertex], Vec3::Zero(), Vec3::Zero()};
    return path.point(local[vertex]);
  }
  MovingFace face(const Face& f) const { return {{point(f[0]), point(f[1]), point(f[2])}, angle()}; }
};

/// The steps of a scene's motion: all moments at which some object has a keyframe or a frame, and as many between as keep
/// every turn below half a turn a step.
class Timeline {
 public:
  /// Throws Error (bad_scene) where the scene lacks a duration or has a bad one.
  explicit Timeline(const Scene& scene);

  /// Ascending, from 0 to the duration.
  std::span<const double> times() const { return times_; }
  std::size_t steps() const { return times_.size() - 1; }

  ObjectStep step(std::uint32_t object, std::size_t step) const { return part(object, times_[step], times_[step + 1]); }

  /// An object from one moment to another with no keyframe between.
  ObjectStep part(std::uint32_t object, double from, double to) const;

 private:
  RigidPath rigid(const SceneObject& object, double from, double to) const;
  void deform(const SceneObject& object, double from, double to, ObjectStep& step) const;
  double vertex_time(const Motion& motion, std::size_t keyframe) const;

  const Scene& scene_;
  double duration_ = 1;
  std::vector<double> times_;
};

/// Holds the object during the step: both ends of each vertex, and what arcs leave their chords.
Box swept_box(const ObjectStep& step, const Box& local, const Vec3& centre, double radius);

}  // namespace impinge
