// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Branch and bound over time: the distance is measured in the middle of a part of the step, and bounded from below all over
// it. Parts that are proved free of anything less are done, the others are halved; face pairs that were proved to stay away
// need not be looked at again in the halves. All parts of a length go together, so that what one of them finds spares work
// for the next, and the answer is the same for any number of threads.
#include "pipeline/sweep/nearest_moment.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>
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
  std::shared_ptr<const SweptDistance::FacePairs> pairs;  // all that are not proved to be far enough away; if null, any
  double low = 0;
  bool measured = false, free = false;
};

double middle_of(const Part& p) { return p.from / 2 + p.until / 2; }

}  // namespace

// What is as far apart, or farther, keeps the clearance.
double NearestMoment::near_limit(const DistanceQuestion& question) const {
  return question.clearance * (1 + kDecided) + kOfError * error_;
}

// Falls with `best`, so that what was proved for a greater one holds.
double NearestMoment::enough(const DistanceQuestion& question, double best) const {
  if (best >= near_limit(question)) return std::nextafter(question.clearance, kNone);
  return std::clamp(best - std::max(question.precision * best, kOfError * error_), 0.0, question.clearance);
}

double NearestMoment::low(const DistanceQuestion& question) const {
  return std::max(0.0, std::min(enough(question, best_), left_));
}

void NearestMoment::search(const SweptDistance& distance, const DistanceQuestion& question, double from, double to,
                           Control& control) {
  error_ = std::max(error_, distance.error());
  const auto look_at = [&](Part& p) {
    const double length = p.until - p.from, moved = distance.speed() * length * (0.5 + 0x1p-40);  // until either end
    const auto prove = [&](double wanted) {
      SweptDistance::Bound bound = distance.bound(p.from, p.until, wanted, p.near->apart, p.pairs.get());
      p.low = bound.low;
      p.free = bound.complete && bound.left.empty();
      p.pairs = bound.complete ? std::make_shared<const SweptDistance::FacePairs>(std::move(bound.left)) : nullptr;
    };
    // Few pairs are left of what it is a half of: mostly they are proved with what is known, and nothing need be measured.
    if (p.pairs) {
      const double wanted = enough(question, best_);
      p.free = wanted == 0;
      if (!p.free) prove(wanted);
      if (p.free) return;
    }
    p.measured = true;
    if (p.pairs) {
      p.near = distance.at(middle_of(p), *p.pairs);
      return;
    }
    const double limit = std::min(best_, near_limit(question));
    p.near = distance.at(middle_of(p), limit, p.near);
    const double known = std::min(limit, p.near->distance), wanted = enough(question, known);
    p.free = wanted == 0 || known - error_ - moved >= wanted;
    if (!p.free) prove(wanted);
  };
  std::vector<Part> parts{{0, 1, {}, {}}};
  double done = 0;  // of the step
  std::optional<double> nearest;
  while (!parts.empty()) {
    tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t i) {
      control.poll();
      look_at(parts[i]);
    });
    for (const Part& p : parts)
      if (p.measured && p.near->distance < best_) {
        nearest = middle_of(p);
        offer(p.near->distance, from + *nearest * (to - from));
      }
    std::vector<Part> halves;
    for (const Part& p : parts) {
      const double middle = middle_of(p), length = p.until - p.from;
      if (p.free || length <= kShortest) {
        if (!p.free) left_ = std::min(left_, p.low);
        done += length;
        continue;
      }
      halves.push_back({p.from, middle, p.near, p.pairs});
      halves.push_back({middle, p.until, p.near, p.pairs});
    }
    control.share_of_part(done);
    parts = std::move(halves);
  }
  // Where few pairs were measured, another may be nearer then, within the precision.
  if (nearest) offer(distance.at(*nearest, kNone, std::nullopt).distance, time_);
}

// Parts whose ends are too near for what may happen between them are halved, as often as there is patience for.
void NearestMoment::search(const std::function<std::pair<double, double>(double)>& bounds_at, double speed,
                           const DistanceQuestion& question, double from, double to, Control& control) {
  constexpr int kMostMoments = 20000;
  struct Stretch {
    double from, until, from_low, until_low;
  };
  const auto measure = [&](double t) {
    const auto [low, high] = bounds_at(t);
    error_ = std::max(error_, high - low);
    offer(low / 2 + high / 2, from + t * (to - from));
    return low;
  };
  const double begin = measure(0), end = measure(1);
  std::vector<Stretch> left{{0, 1, begin, end}};
  for (int n = 0; !left.empty(); ++n) {
    if (n % 64 == 0) control.poll();
    const Stretch s = left.back();
    left.pop_back();
    const double low = std::min({s.from_low, s.until_low, (s.from_low + s.until_low - speed * (s.until - s.from)) / 2});
    if (low >= enough(question, best_) || best_ == 0) continue;
    if (n >= kMostMoments || s.until - s.from <= kShortest) {
      left_ = std::min(left_, low);
      continue;
    }
    const double middle = s.from / 2 + s.until / 2, at_middle = measure(middle);
    left.push_back({s.from, middle, s.from_low, at_middle});
    left.push_back({middle, s.until, at_middle, s.until_low});
  }
}

}  // namespace impinge
