// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/exact_pair.h"

#include <impinge/error.h>

#include <algorithm>
#include <limits>

#include "answer/map/map_verdict.h"
#include "pipeline/check/pipeline.h"

namespace impinge {

namespace {

constexpr int kMostChecks = 20;         // of the moved pair, for a parting
constexpr double kAccuracy = 0x1p-21;   // of a parting, in shares of the range of depths that is seen
constexpr double kFirstStep = 0x1p-26;  // away from a guess: rounding alone moves it by less
constexpr double kStride = 8;           // by which steps grow

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

std::optional<PairAnswer> ExactPair::check(std::optional<double> clearance, OpenBodies open) {
  CheckOptions options;
  options.face_pairs = false;
  options.open = open;
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

std::optional<PairAnswer> ExactPair::answer() { return check(std::numeric_limits<double>::infinity(), OpenBodies::surface); }

std::optional<PairAnswer> ExactPair::enclosing() {
  std::optional<PairAnswer> answer = check({}, OpenBodies::solid);
  if (!answer || !(insides_overlap(answer->verdict) || answer->verdict == Verdict::undecided)) return std::nullopt;
  return answer;
}

// Where the check gives up nothing is proved.
bool ExactPair::overlaps_at(const Vec3& shift) {
  Pose moved = pose_;
  moved.position += shift;
  scene_.set_pose(b_, moved);
  const std::optional<PairAnswer> answer = check({}, OpenBodies::surface);
  return !answer || insides_overlap(answer->verdict) || answer->verdict == Verdict::undecided;
}

Bounded ExactPair::parting(const Vec3& direction, std::initializer_list<double> guesses, double most) {
  double low = 0, high = most;
  int checks = 0;
  const auto look = [&](double distance) {
    ++checks;
    (overlaps_at(direction * distance) ? low : high) = distance;
  };
  // A guess that is as good as exact leaves the truth within a step of it.
  for (const double guess : guesses) {
    if (!(guess > low && guess < high)) continue;
    look(guess);
    const double beside = high == guess ? guess - most * kFirstStep : guess + most * kFirstStep;
    if (beside > low && beside < high) look(beside);
  }
  // Others leave it farther off: from there inwards in growing steps, then halfway between.
  for (double step = most * kFirstStep; high - low > most * kAccuracy && checks < kMostChecks; step *= kStride) {
    const double half = (high - low) / 2;
    look(low + std::min(step, half));
    if (step < half && high < most && step < high - low) look(high - step);
  }
  return {high, low, high};
}

}  // namespace impinge
