// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Based on: B. Mirtich, Impulse-based dynamic simulation of rigid body systems, 1996 (conservative advancement).
#include "pipeline/sweep/solid_moments.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impinge {

namespace {

constexpr double kGrazing = 1e-7;      // of a step: bodies nearer than they can move in it count as in contact
constexpr double kParted = 2e-6;       // of a step: what has just left a contact is looked at again from then on
constexpr int kMostMoments = 1000000;  // steps as short as the grazing allows end long before

}  // namespace

bool SolidMoments::answers(const ObjectPair& pair) const {
  return pair.a != pair.b && solids_answer(scene_.objects()[pair.a], scene_.objects()[pair.b]);
}

SolidMoments::Ball SolidMoments::ball(std::uint32_t object) const {
  const ObjectStep& step = steps_[object];
  const SweptShape& shape = *shapes_.shapes[object];
  if (step.deforms()) {
    double way = 0;
    for (std::size_t v = 0; v < step.from.size(); ++v) way = std::max(way, (step.to[v] - step.from[v]).norm());
    return {shape.centre, shape.centre, shape.radius, 0, way};
  }
  const SolidData* const solid = solid_of(scene_.objects()[object]);
  const Vec3 middle = solid != nullptr ? step.path.start.position : world_point(step.path.start, shape.centre);
  const double own = solid != nullptr ? solid->reach : shape.radius;
  return {step.path.centre(0), step.path.centre(1), (middle - step.path.centre(0)).norm() + own, step.path.angle,
          step.path.line.norm()};
}

// Points of a half-space move faster the farther they are from where it turns; only those where the other body is matter.
double SolidMoments::speed(const ObjectPair& pair) const {
  const Ball a = ball(pair.a), b = ball(pair.b);
  const double between = std::max((a.from - b.from).norm(), (a.to - b.to).norm());
  const double a_reach = std::min(a.radius, between + b.radius), b_reach = std::min(b.radius, between + a.radius);
  const auto turning = [](double angle, double reach) { return angle == 0 ? 0 : angle * reach; };
  return (a.way + b.way + turning(a.angle, a_reach) + turning(b.angle, b_reach)) * (1 + 1e-9);
}

SolidMoments::Distance SolidMoments::at(const ObjectPair& pair, double t) const {
  const PairAnswer answer = moments_.solid_distance(pair, step_, t);
  const Witness witness = answer.witness.value_or(Witness());
  const Vec3 point = witness.a_point / 2 + witness.b_point / 2;
  if (answer.verdict != Verdict::near) return {0, 0, point, witness.a_face, witness.b_face};
  return {answer.gap->low, answer.gap->high, point, witness.a_face, witness.b_face};
}

std::optional<FoundContact> SolidMoments::first_contact(const ObjectPair& pair, double from, double until) const {
  const double fastest = speed(pair);
  double t = from > 0 ? std::min(until, from + kParted) : from;
  for (int n = 0; n < kMostMoments; ++n) {
    const Distance d = at(pair, t);
    const double free = fastest > 0 ? d.low / fastest : std::numeric_limits<double>::infinity();
    if (!(free > kGrazing)) return FoundContact{t, d.a_face.value_or(0), d.b_face.value_or(0), d.point};
    if (t >= until) return {};
    t = std::min(until, t + free * (1 - 1e-12));
  }
  return FoundContact{t, 0, 0, Vec3::Zero()};
}

std::vector<std::pair<ObjectPair, FoundContact>> SolidMoments::take_contacts(std::vector<ObjectPair>& pairs,
                                                                             const Control& control) const {
  const auto other = [&](const ObjectPair& p) { return !answers(p); };
  const auto middle = std::stable_partition(pairs.begin(), pairs.end(), other);
  const std::vector<ObjectPair> own(middle, pairs.end());
  pairs.erase(middle, pairs.end());
  std::vector<std::optional<FoundContact>> found(own.size());
  tbb::parallel_for(std::size_t{0}, own.size(), [&](std::size_t i) {
    control.poll();
    found[i] = first_contact(own[i], 0, 1);
  });
  std::vector<std::pair<ObjectPair, FoundContact>> contacts;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (found[i]) contacts.emplace_back(own[i], *found[i]);
  return contacts;
}

}  // namespace impinge
