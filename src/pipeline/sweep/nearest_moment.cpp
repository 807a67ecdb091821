// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over time: the distance is measured in the middle of a part of the step, and bounded from below all over
// it. Parts that are proved free of anything less are done, the others are halved. All parts of a length go together, so
// that what one of them finds spares work for the next, and the answer is the same for any number of threads.
#include "pipeline/sweep/nearest_moment.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace impinge {

namespace {

constexpr double kDecided = 1e-6;      // distances so little above the clearance, relative to it, count as near
constexpr double kShortest = 0x1p-40;  // of a step
constexpr double kOfError = 4;         // bounds are not asked to be closer to a measured distance than so many errors
constexpr double kNone = std::numeric_limits<double>::infinity();

// A part of the step, and what was found in it.
struct Part {
  double from, until;
  std::optional<SweptDistance::Measured> near;  // in its middle; before that, in the middle of what it is a half of
  double bound = 0;
  bool free = false;
};

double middle_of(const Part& p) { return p.from / 2 + p.until / 2; }

}  // namespace

// Falls with `best`, so that what was proved for a greater one holds.
double NearestMoment::enough(const DistanceQuestion& question, double best) const {
  const double margin = kOfError * error_;
  if (best > question.clearance * (1 + kDecided) + margin) return std::nextafter(question.clearance, kNone);
  return std::clamp(best - std::max(question.precision * best, margin), 0.0, question.clearance);
}

double NearestMoment::low(const DistanceQuestion& question) const {
  return std::max(0.0, std::min(enough(question, best_), left_));
}

void NearestMoment::search(const SweptDistance& distance, const DistanceQuestion& question, double from, double to,
                           Control& control) {
  error_ = std::max(error_, distance.error());
  std::vector<Part> parts{{0, 1, {}}};
  double done = 0;  // of the step
  while (!parts.empty()) {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
      control.poll();
      Part& p = parts[i];
      const double length = p.until - p.from;
      p.near = distance.at(middle_of(p), p.near);
      const double wanted = enough(question, std::min(best_, p.near->distance));
      const double moved = distance.speed() * length * (0.5 + 0x1p-40);  // until either end
      p.free = wanted == 0 || p.near->distance - error_ - moved >= wanted;
      if (p.free) return;
      p.bound = distance.bound(p.from, p.until, wanted, p.near->apart, length <= kShortest);
      p.free = p.bound >= wanted;
    });
    for (const Part& p : parts) offer(p.near->distance, from + middle_of(p) * (to - from));
    std::vector<Part> halves;
    for (const Part& p : parts) {
      const double middle = middle_of(p), length = p.until - p.from;
      if (p.free || length <= kShortest) {
        if (!p.free) left_ = std::min(left_, p.bound);
        done += length;
        continue;
      }
      halves.push_back({p.from, middle, p.near});
      halves.push_back({middle, p.until, p.near});
    }
    control.share_of_part(done);
    parts = std::move(halves);
  }
}

}  // namespace impinge
