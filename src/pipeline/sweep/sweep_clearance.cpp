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
    return !groups_meet(scene_.objects()[p.a].group, scene_.objects()[p.b].group) ||
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
      if (!trees[o]) trees[o] = std::make_unique<const MovingTree>(step.objects[o], &control);
  control.set_parts(std::max<std::size_t>(pairs.size(), 1));
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    const auto& [pair, nearest] = pairs[i];
    const SweptDistance distance(*trees[pair.a], *trees[pair.b], control);
    nearest->search(distance, question_, step.from, step.to, control);
    control.part_done();
  });
  return pairs.size();
}

std::map<ObjectPair, LeastDistance> SweepClearance::near_pairs() const {
  std::map<ObjectPair, LeastDistance> near;
  for (const auto& [pair, nearest] : pairs_)
    if (nearest.near(question_)) near[pair] = {nearest.value(), nearest.low(question_), nearest.high(), nearest.time()};
  return near;
}

}  // namespace impinge
