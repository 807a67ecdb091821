// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/map/exact_pair.h"

#include <impinge/error.h>

#include <cmath>
#include <limits>

#include "answer/map/map_verdict.h"
#include "pipeline/check/pipeline.h"

namespace impinge {

namespace {

constexpr int kMostChecks = 12;  // of the moved pair, for a parting
constexpr double kStride = 8;    // by which steps away from the first guess grow

ObjectId add_copy(Scene& scene, const SceneObject& object) {
  const ObjectId id = scene.add(object.name, object.mesh, object.pose);
  if (!object.deformed.empty()) scene.set_vertices(id, object.deformed);
  return id;
}

}  // namespace

ExactPair::ExactPair(const SceneObject& a, const SceneObject& b, const PreparedShapes& shapes, const Control& control)
    : pose_(b.pose), shapes_(shapes), control_(control) {
  add_copy(scene_, a);
  b_ = add_copy(scene_, b);
}

std::optional<PairAnswer> ExactPair::check(std::optional<double> clearance) {
  CheckOptions options;
  options.face_pairs = false;
  options.clearance = clearance;
  options.is_cancelled = control_.is_cancelled();
  try {
    const CheckResult result = run_check(scene_, shapes_, options, {});
    return result.pairs.empty() ? PairAnswer() : result.pairs.front();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::too_large) throw;
    return std::nullopt;
  }
}

std::optional<PairAnswer> ExactPair::answer() { return check(std::numeric_limits<double>::infinity()); }

// Where the check gives up nothing is proved.
bool ExactPair::overlaps_at(const Vec3& shift) {
  Pose moved = pose_;
  moved.position += shift;
  scene_.set_pose(b_, moved);
  const std::optional<PairAnswer> answer = check({});
  return !answer || insides_overlap(answer->verdict) || answer->verdict == Verdict::undecided;
}

Bounded ExactPair::parting(const Vec3& direction, double at_lines, double most, double accuracy) {
  double low = 0, high = most;
  int checks = 0;
  const auto look = [&](double distance) {
    ++checks;
    const bool overlaps = overlaps_at(direction * distance);
    (overlaps ? low : high) = distance;
    return overlaps;
  };
  // Away from the first guess in growing steps, up or down, until the answer changes; then halfway between.
  const double guess = std::min(at_lines, most);
  if (look(guess)) {
    for (double step = accuracy; low + step < high && checks < kMostChecks; step *= kStride)
      if (!look(low + step)) break;
  } else {
    for (double step = accuracy; high - step > low && checks < kMostChecks; step *= kStride)
      if (look(high - step)) break;
  }
  while (high - low > accuracy && checks < kMostChecks) look(low + (high - low) / 2);
  return {high, low, high};
}

}  // namespace impinge
