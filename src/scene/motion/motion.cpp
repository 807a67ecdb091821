// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a motion must be before anything is built on it.
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/scene.h>

#include <cmath>
#include <numbers>

#include "scene/motion/rigid_path.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

[[noreturn]] void refuse(const SceneObject& object, const std::string& what) {
  throw Error(ErrorCode::bad_scene, fmt::format("object '{}': {}", object.name, what));
}

void require_ascending(const SceneObject& object, std::span<const double> times) {
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i]) || times[i] < 0)
      refuse(object, fmt::format("time {}: must be finite and 0 or more", times[i]));
    if (i > 0 && !(times[i] > times[i - 1]))
      refuse(object, fmt::format("time {} follows {}: times must increase; a step of zero length has no motion", times[i],
                                 times[i - 1]));
  }
}

void require_keyframes(const SceneObject& object, const std::vector<Keyframe>& keys) {
  constexpr double kMostTurn = std::numbers::pi * (1 - 1e-6);
  std::vector<double> times;
  for (const Keyframe& k : keys) {
    Pose::from_quaternion(k.position, k.rotation);
    times.push_back(k.t);
  }
  require_ascending(object, times);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const double angle = std::sqrt(turn_between(keys[i - 1].rotation, keys[i].rotation).squaredNorm());
    if (angle >= kMostTurn)
      refuse(object,
             fmt::format(
                 "keyframes at t = {} and {} are half a turn apart, so the object could turn either way; add one in between",
                 keys[i - 1].t, keys[i].t));
  }
}

void require_vertex_keyframes(const SceneObject& object, const Motion& motion) {
  if (motion.vertex_keyframes.size() < 2) refuse(object, "only one frame; a deformation needs two or more");
  for (std::size_t i = 0; i < motion.vertex_keyframes.size(); ++i) {
    if (motion.vertex_keyframes[i].size() != object.mesh.vertices().size())
      refuse(object, fmt::format("frame {} has {} vertices, but the mesh has {}", i, motion.vertex_keyframes[i].size(),
                                 object.mesh.vertices().size()));
    require_finite(motion.vertex_keyframes[i], fmt::format("object '{}', frame {}", object.name, i));
  }
  if (motion.vertex_times.empty()) return;
  if (motion.vertex_times.size() != motion.vertex_keyframes.size())
    refuse(object, fmt::format("{} frame times for {} frames", motion.vertex_times.size(), motion.vertex_keyframes.size()));
  require_ascending(object, motion.vertex_times);
}

}  // namespace

void Scene::set_motion(ObjectId id, Motion motion) {
  const SceneObject& o = object(id);
  if (!motion.velocity.allFinite() || !motion.angular_velocity.allFinite())
    refuse(o, "a velocity has a NaN or infinite entry");
  const bool moves = !motion.velocity.isZero(0) || !motion.angular_velocity.isZero(0);
  if ((motion.keyframes.empty() ? 0 : 1) + (moves ? 1 : 0) + (motion.vertex_keyframes.empty() ? 0 : 1) > 1)
    refuse(o, "give only one of keyframes, velocities and frames");
  if (!motion.keyframes.empty()) require_keyframes(o, motion.keyframes);
  if (!motion.vertex_keyframes.empty()) require_vertex_keyframes(o, motion);
  objects_[id.value].motion = std::make_shared<const Motion>(std::move(motion));
}

}  // namespace impinge
