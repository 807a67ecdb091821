// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_clearance.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "pipeline/check/methods.h"

namespace impinge {

namespace {

// The distance of two boxes, rounded down.
double box_distance(const Box& a, const Box& b) {
  return (a.low - b.high).cwiseMax(b.low - a.high).cwiseMax(Vec3::Zero()).stableNorm() * (1 - 0x1p-40);
}

}  // namespace

std::vector<DistanceSample> SweepClearance::sample(const Timeline& timeline, const SweepMoments& moments, Control& control,
                                                   double from, double to) {
  std::vector<DistanceSample> curve;
  const std::size_t steps = timeline.steps(), cuts = (samples_ + steps - 1) / steps;
  const auto share = [&](std::size_t n) {
    return from + (to - from) * static_cast<double>(n) / static_cast<double>(steps * cuts + 1);
  };
  // The beginning, and then the end of each cut.
  for (std::size_t n = 0; n <= steps * cuts; ++n) {
    control.begin("distances", share(n), share(n + 1));
    control.poll();
    const std::size_t step = n == 0 ? 0 : (n - 1) / cuts, cut = n - step * cuts;
    const double begin = timeline.times()[step], end = timeline.times()[step + 1];
    const double s = static_cast<double>(cut) / static_cast<double>(cuts), t = s == 1 ? end : begin + s * (end - begin);
    for (const PairAnswer& a : moments.check(step, s, question_.clearance, rules_).pairs) {
      const double distance = a.distance.value_or(0);
      pairs_[{a.a.value, a.b.value}].offer(distance, t);
      curve.push_back({t, a.a, a.b, distance});
      crossing_counts_.push_back(a.crossing_count);
    }
  }
  return curve;
}

std::vector<ObjectPair> SweepClearance::pairs_in_reach(const Step& step) const {
  std::vector<ObjectPair> pairs;
  if (std::isfinite(question_.clearance)) {
    std::vector<Box> boxes;
    for (const Box& b : step.boxes) boxes.push_back(grown(b, question_.clearance * 0.5 * (1 + 0x1p-40)));
    pairs = broad_pairs(broad_, boxes);
  } else {
    for (std::uint32_t b = 1; b < step.boxes.size(); ++b)
      for (std::uint32_t a = 0; a < b; ++a) pairs.push_back({a, b});
    std::sort(pairs.begin(), pairs.end());
  }
  // Two that stand still keep the distance that they had.
  std::erase_if(pairs, [&](const ObjectPair& p) {
    return !groups_meet(scene_.objects()[p.a].group, scene_.objects()[p.b].group) || !rules_.computes(p) ||
           (!step.first && step.objects[p.a].step->still() && step.objects[p.b].step->still());
  });
  return pairs;
}

std::uint64_t SweepClearance::search(const Step& step, const std::function<bool(const ObjectPair&)>& met, Control& control) {
  if (!(question_.clearance > 0)) return 0;  // in contact or not, and that is known
  std::vector<std::pair<ObjectPair, NearestMoment*>> pairs;
  for (const ObjectPair& p : pairs_in_reach(step)) {
    if (met(p)) continue;
    const double gap = box_distance(step.boxes[p.a], step.boxes[p.b]);
    if (gap > question_.clearance) continue;
    NearestMoment& nearest = pairs_[p];
    if (gap < nearest.value()) pairs.emplace_back(p, &nearest);
  }
  std::vector<std::unique_ptr<const MovingTree>> trees(step.objects.size());
  for (const auto& [pair, nearest] : pairs)
    for (const std::uint32_t o : {pair.a, pair.b})
      if (!trees[o] && !step.solids.answers(pair)) trees[o] = std::make_unique<const MovingTree>(step.objects[o], &control);
  control.set_parts(std::max<std::size_t>(pairs.size(), 1));
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    const auto& [pair, nearest] = pairs[i];
    if (step.solids.answers(pair)) {
      const auto bounds_at = [&, objects = pair](double t) {
        const SolidMoments::Distance d = step.solids.at(objects, t);
        return std::pair(d.low, d.high);
      };
      nearest->search(bounds_at, step.solids.speed(pair), question_, step.from, step.to, control);
      return control.part_done();
    }
    const SweptDistance distance(*trees[pair.a], *trees[pair.b], control);
    nearest->search(distance, question_, step.from, step.to, control);
    control.part_done();
  });
  return pairs.size();
}

void SweepClearance::add_near_pairs(std::span<const DistanceSample> curve,
                                    std::map<ObjectPair, SweptRecord>& records) const {
  for (std::size_t i = 0; i < curve.size(); ++i)
    records[{curve[i].a.value, curve[i].b.value}].worse(curve[i].t, crossing_counts_[i], curve[i].distance);
  for (const auto& [pair, nearest] : pairs_) {
    if (!nearest.near(question_)) continue;
    SweptRecord& record = records[pair];
    if (record.answer.first_contact) continue;
    record.answer.least_distance = LeastDistance{nearest.value(), nearest.low(question_), nearest.high(), nearest.time()};
    record.worse(nearest.time(), 0, nearest.value());
  }
}

}  // namespace impinge
