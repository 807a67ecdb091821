// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/pose_batch.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "base/control.h"
#include "pipeline/check/exact_pair.h"
#include "pipeline/meet/first_hit.h"
#include "pipeline/meet/nearest_object.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

constexpr double kSkew = 1e-6;             // how far from orthonormal a rotation may be
constexpr std::size_t kPosesPerPoll = 64;  // in some tens of microseconds each
constexpr std::size_t kPiecesPerThread =
    8;  // a piece has a memory of its own: few, for what they remember, but no thread waits long

void require_poses(std::span<const Pose> poses) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& p = poses[i];
    if (!p.position.allFinite() || !p.rotation.allFinite())
      throw Error(ErrorCode::bad_argument, fmt::format("pose {}: has a NaN or infinite entry", i));
    const double skew = (p.rotation.transpose() * p.rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
    if (!(skew <= kSkew) || !(p.rotation.determinant() > 0))
      throw Error(ErrorCode::bad_argument,
                  fmt::format("pose {}: its matrix is not a rotation (determinant {:.6g}, columns off by {:.3g}); scale and "
                              "mirror the mesh instead",
                              i, p.rotation.determinant(), skew));
  }
}

// Every sixth bit, from the first.
std::uint64_t spread_bits(std::uint64_t x) {
  std::uint64_t r = 0;
  for (int bit = 0; bit < 10; ++bit) r |= (x >> bit & 1) << (6 * bit);
  return r;
}

// Morton code of position and the vector part of the quaternion, ten bits each.
std::uint64_t code_of(const Pose& pose, const Box& box) {
  Eigen::Quaterniond q(pose.rotation);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  std::uint64_t code = 0;
  const auto add = [&](double share, int place) {
    code |= spread_bits(static_cast<std::uint64_t>(std::clamp(share, 0.0, 1.0) * 1023)) << place;
  };
  for (int i = 0; i < 3; ++i) {
    const double size = box.high[i] - box.low[i];
    add(size > 0 ? (pose.position[i] - box.low[i]) / size : 0, i);
    add(0.5 + 0.5 * q.vec()[i], 3 + i);
  }
  return code;
}

std::vector<std::uint32_t> coherent_order(std::span<const Pose> poses) {
  Box box;
  for (const Pose& p : poses) box.add(p.position);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(poses.size());
  tbb::parallel_for(std::size_t{0}, poses.size(), [&](std::size_t i) {
    keys[i] = {code_of(poses[i], box), static_cast<std::uint32_t>(i)};
  });
  tbb::parallel_sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order(poses.size());
  std::transform(keys.begin(), keys.end(), order.begin(), [](const auto& key) { return key.second; });
  return order;
}

Pose composed(const Pose& outer, const Pose& inner) {
  return {outer.rotation * inner.rotation, outer.rotation * inner.position + outer.position};
}

// The moving objects at one pose after another.
class Movers {
 public:
  Movers(const Scene& scene, std::span<const ObjectId> moving) {
    for (const ObjectId id : moving) objects_.push_back(scene.object(id));
    rest_.reserve(objects_.size());
    for (const SceneObject& o : objects_) rest_.push_back(o.pose);
  }

  std::span<const SceneObject> at(const Pose& pose) {
    if (objects_.size() == 1) {
      objects_[0].pose = pose;
    } else {
      for (std::size_t i = 0; i < objects_.size(); ++i) objects_[i].pose = composed(pose, rest_[i]);
    }
    return objects_;
  }

 private:
  std::vector<SceneObject> objects_;
  std::vector<Pose> rest_;
};

// Calls ask(movers, memory, index) for all poses, from all threads.
template <typename Ask>
void for_all_poses(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses,
                   const PoseOptions& options, const Ask& ask) {
  require_poses(poses);
  if (moving.empty()) throw Error(ErrorCode::bad_argument, "poses: there is no object to move");
  if (poses.size() > UINT32_MAX) throw Error(ErrorCode::too_large, "poses: at most 2^32 in one call");
  Control control(options.on_progress, options.is_cancelled);
  control.begin("poses", 0, 1);
  const std::vector<std::uint32_t> order = coherent_order(poses);
  const auto threads = static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
  const std::size_t pieces = std::clamp<std::size_t>(poses.size() / kPosesPerPoll, 1, kPiecesPerThread * threads);
  control.set_parts(pieces);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
    Movers movers(scene, moving);
    HitMemory memory;
    const std::size_t from = order.size() * piece / pieces, to = order.size() * (piece + 1) / pieces;
    for (std::size_t i = from; i < to; ++i) {
      if (i % kPosesPerPoll == 0) control.poll();
      ask(movers, memory, order[i]);
    }
    control.part_done();
  });
}

// Of objects that meet no other one.
void add_nearest(const Scene& scene, std::span<const ObjectId> moving, std::span<const SceneObject> objects,
                 const PoseOptions& options, const PreparedShapes& shapes, PoseAnswer& answer) {
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const auto found = nearest_object(scene, objects[k], moving, answer.distance.value_or(*options.clearance), options.open,
                                      shapes, options.is_cancelled);
    if (!found || (answer.distance && *answer.distance <= found->distance)) continue;
    answer.verdict = Verdict::near;
    answer.distance = found->distance;
    answer.hit = found->object;
    answer.moving = moving[k];
  }
}

}  // namespace

std::vector<std::uint8_t> meet_pose_batch(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses,
                                          const PoseOptions& options, const PreparedShapes& shapes) {
  const HitQuestion question(scene, moving, shapes, options.open);
  std::vector<std::uint8_t> meets(poses.size());
  for_all_poses(scene, moving, poses, options, [&](Movers& movers, HitMemory& memory, std::uint32_t i) {
    const std::span<const SceneObject> objects = movers.at(poses[i]);
    bool hit = false;
    for (std::uint32_t k = 0; k < objects.size() && !hit; ++k) hit = question.hits_again(k, objects[k], memory);
    for (std::uint32_t k = 0; k < objects.size() && !hit; ++k)
      hit = question.first_hit(k, objects[k], memory.parted, options.is_cancelled, &memory).has_value();
    meets[i] = hit ? 1 : 0;
  });
  return meets;
}

std::vector<PoseAnswer> check_pose_batch(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses,
                                         const PoseOptions& options, const PreparedShapes& shapes) {
  if (options.clearance && !(*options.clearance >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("clearance {}: must be a distance, 0 or more", *options.clearance));
  const HitQuestion question(scene, moving, shapes, options.open);
  const Control quiet({}, options.is_cancelled);
  std::vector<PoseAnswer> answers(poses.size());
  for_all_poses(scene, moving, poses, options, [&](Movers& movers, HitMemory& memory, std::uint32_t i) {
    const std::span<const SceneObject> objects = movers.at(poses[i]);
    PoseAnswer& answer = answers[i];
    std::uint32_t who = 0;
    for (std::uint32_t k = 0; k < objects.size(); ++k) {
      const std::optional<ObjectId> hit = question.first_hit(k, objects[k], memory.parted, options.is_cancelled, &memory);
      if (!hit || (answer.hit && *answer.hit <= *hit)) continue;
      answer.hit = hit;
      who = k;
    }
    if (answer.hit) {
      const SceneObject &mover = objects[who], &other = scene.object(*answer.hit);
      std::optional<PairAnswer> told;
      if (solids_answer(mover, other))
        told = answer_solid_objects(mover, other, shapes, {{}, false, false, options.open}, options.is_cancelled);
      else
        told = ExactPair(mover, other, shapes, quiet).verdict(options.open);
      answer.moving = moving[who];
      answer.verdict = told ? told->verdict : Verdict::undecided;
      if (options.clearance) answer.distance = 0;
    } else if (options.clearance) {
      add_nearest(scene, moving, objects, options, shapes, answer);
    }
  });
  return answers;
}

}  // namespace impinge
