// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/pose_batch.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "base/control.h"
#include "pipeline/check/exact_pair.h"
#include "pipeline/meet/first_hit.h"
#include "pipeline/meet/movers.h"
#include "pipeline/meet/nearest_object.h"
#include "pipeline/meet/screened_poses.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

constexpr double kSkew = 1e-6;             // how far from orthonormal a rotation may be
constexpr std::size_t kPosesPerPoll = 64;  // in some tens of microseconds each
constexpr std::size_t kPiecesPerThread =
    8;  // a piece has a memory of its own: few, for what they remember, but no thread waits long

double skew_of(const Pose& p) {
  return (p.rotation.transpose() * p.rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
}

bool is_good(const Pose& p) {
  return p.position.allFinite() && p.rotation.allFinite() && skew_of(p) <= kSkew && p.rotation.determinant() > 0;
}

void require_poses(std::span<const Pose> poses) {
  const std::size_t bad = tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, poses.size(), 4096), poses.size(),
      [&](const tbb::blocked_range<std::size_t>& range, std::size_t first) {
        std::size_t i = range.begin();
        while (i < range.end() && is_good(poses[i])) ++i;
        return i < range.end() ? std::min(first, i) : first;
      },
      [](std::size_t x, std::size_t y) { return std::min(x, y); });
  if (bad == poses.size()) return;
  const Pose& p = poses[bad];
  if (!p.position.allFinite() || !p.rotation.allFinite())
    throw Error(ErrorCode::bad_argument, fmt::format("pose {}: has a NaN or infinite entry", bad));
  throw Error(ErrorCode::bad_argument,
              fmt::format("pose {}: its matrix is not a rotation (determinant {:.6g}, columns off by {:.3g}); scale and "
                          "mirror the mesh instead",
                          bad, p.rotation.determinant(), skew_of(p)));
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

// So that neighbours follow each other.
void put_in_order(std::span<const Pose> poses, std::vector<std::uint32_t>& which) {
  Box box;
  for (const std::uint32_t i : which) box.add(poses[i].position);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(which.size());
  tbb::parallel_for(std::size_t{0}, which.size(), [&](std::size_t i) {
    keys[i] = {code_of(poses[which[i]], box), which[i]};
  });
  tbb::parallel_sort(keys.begin(), keys.end());
  std::transform(keys.begin(), keys.end(), which.begin(), [](const auto& key) { return key.second; });
}

// One batch of poses under way.
class PoseBatch {
 public:
  PoseBatch(const Scene& scene, std::span<const ObjectId> moving, std::span<const Pose> poses, const PoseOptions& options)
      : scene_(scene), moving_(moving), poses_(poses), control_(options.on_progress, options.is_cancelled) {
    require_poses(poses);
    if (moving.empty()) throw Error(ErrorCode::bad_argument, "poses: there is no object to move");
    if (poses.size() > UINT32_MAX) throw Error(ErrorCode::too_large, "poses: at most 2^32 in one call");
  }

  // What distances prove of each pose; empty where they are not asked.
  std::vector<PoseScreen::Answer> screened(const PoseOptions& options, const PreparedShapes& shapes) {
    control_.begin("poses", 0, kScreened);
    return screened_poses(scene_, moving_, poses_, options, shapes, control_);
  }

  // Calls ask(movers, memory, index) for these poses, from all threads.
  template <typename Ask>
  void for_all(std::vector<std::uint32_t> which, const Ask& ask) {
    control_.begin("poses", kScreened, 1);
    put_in_order(poses_, which);
    const auto threads = static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
    const std::size_t pieces = std::clamp<std::size_t>(which.size() / kPosesPerPoll, 1, kPiecesPerThread * threads);
    control_.set_parts(pieces);
    tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t piece) {
      Movers movers(scene_, moving_);
      HitMemory memory;
      const std::size_t from = which.size() * piece / pieces, to = which.size() * (piece + 1) / pieces;
      for (std::size_t i = from; i < to; ++i) {
        if (i % kPosesPerPoll == 0) control_.poll();
        ask(movers, memory, which[i]);
      }
      control_.part_done();
    });
  }

  // Poses of which `open` says so, by their index.
  template <typename Open>
  std::vector<std::uint32_t> those(const Open& open) const {
    std::vector<std::uint32_t> which;
    for (std::uint32_t i = 0; i < poses_.size(); ++i)
      if (open(i)) which.push_back(i);
    return which;
  }

 private:
  static constexpr double kScreened = 0.5;  // of the progress

  const Scene& scene_;
  std::span<const ObjectId> moving_;
  std::span<const Pose> poses_;
  Control control_;
};

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
  PoseBatch batch(scene, moving, poses, options);
  std::vector<std::uint8_t> meets(poses.size());
  const std::vector<PoseScreen::Answer> screened = batch.screened(options, shapes);
  for (std::size_t i = 0; i < screened.size(); ++i) meets[i] = screened[i] == PoseScreen::Answer::meet ? 1 : 0;
  const auto open = batch.those([&](std::size_t i) { return screened.empty() || screened[i] == PoseScreen::Answer::open; });
  batch.for_all(open, [&](Movers& movers, HitMemory& memory, std::uint32_t i) {
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
  PoseBatch batch(scene, moving, poses, options);
  std::vector<PoseAnswer> answers(poses.size());
  const std::vector<PoseScreen::Answer> screened = batch.screened(options, shapes);
  const auto apart = [&](std::size_t i) { return !screened.empty() && screened[i] == PoseScreen::Answer::apart; };
  const auto asked = batch.those([&](std::size_t i) { return options.clearance || !apart(i); });
  batch.for_all(asked, [&](Movers& movers, HitMemory& memory, std::uint32_t i) {
    const std::span<const SceneObject> objects = movers.at(poses[i]);
    PoseAnswer& answer = answers[i];
    std::uint32_t who = 0;
    for (std::uint32_t k = 0; k < objects.size() && !apart(i); ++k) {
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
