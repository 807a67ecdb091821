// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "sweep_follow.h"

#include <algorithm>

namespace impinge {

namespace {

constexpr double kTolerance = 1e-6;         // of the step
constexpr double kWidest = 1.0 / 32;        // between two moments that are looked at
constexpr double kJoined = 8 * kTolerance;  // contacts no farther apart are one

// Between a moment in contact and one apart.
double bisected(double in, double out, const std::function<bool(double)>& meet) {
  while (out - in > kTolerance / 2) {
    const double middle = in / 2 + out / 2;
    (meet(middle) ? in : out) = middle;
  }
  return out;
}

}  // namespace

void SweptRecord::worse(double time, std::uint64_t crossings, std::optional<double> distance) {
  const bool first = answer.worst_crossing_count == 0 && !answer.least_distance && answer.worst_t == 0;
  if (crossings > answer.worst_crossing_count) {
    answer.worst_crossing_count = crossings, answer.worst_t = time;
  } else if (answer.worst_crossing_count == 0 && distance &&
             (!answer.least_distance || *distance < *answer.least_distance)) {
    answer.worst_t = time;
  } else if (first) {
    answer.worst_t = time;
  }
  if (distance) answer.least_distance = std::min(*distance, answer.least_distance.value_or(*distance));
}

void follow(SweptRecord& record, const ObjectPair& pair, std::size_t step, const std::function<double(double)>& time,
            const SweepMoments& moments, const std::function<std::optional<double>(double)>& again) {
  const auto meet = [&](double t) { return moments.meet(pair, step, t); };
  const auto look = [&](double t) { record.worse(time(t), moments.look(pair, step, t).crossing_count, {}); };
  double in = *record.step == step ? record.t : 0;  // the last moment known to be in contact
  double gap = record.fresh ? kTolerance : kWidest;
  record.fresh = false;
  double begun = in;
  while (true) {
    const double next = std::min(1.0, in + gap);
    if (meet(next)) {
      in = next, gap = std::min(2 * gap, kWidest);
      if (in < 1) continue;
      if (begun < 1) look(begun / 2 + 0.5);
      look(1);
      record.step = step + 1, record.t = 0;
      return;
    }
    const double out = bisected(in, next, meet);
    record.answer.intervals.back().end = time(out);
    look(begun / 2 + out / 2);
    record.step.reset();
    const std::optional<double> back = out < 1 ? again(out) : std::nullopt;
    if (!back) return;
    // A graze comes back at once: looking farther ahead each time keeps it finite.
    gap = *back - out <= kJoined ? std::min(4 * gap, kWidest) : kTolerance;
    if (*back - out > kJoined) {
      record.answer.intervals.push_back({time(*back), time(*back)});
      begun = *back;
    }
    record.step = step;
    in = *back;
  }
}

}  // namespace impinge
