// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_follow.h"

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

void follow(SweptRecord& record, const ObjectPair& pair, std::size_t step, const std::function<double(double)>& time,
            const SweepMoments& moments, const std::function<std::optional<double>(double, double)>& again) {
  bool grazes = false;  // apart at moments by less than the continuous test can tell
  const auto meet = [&](double t) {
    return moments.meet(pair, step, t) || (grazes && again(t, std::min(1.0, t + kJoined)));
  };
  const auto look = [&](double t) { record.worse(time(t), moments.look(pair, step, t).crossing_count, 0); };
  double in = *record.step == step ? record.t : 0;  // the last moment known to be in contact
  double gap = record.fresh ? kTolerance : kWidest;
  record.fresh = false;
  double begun = in;
  while (true) {
    const double next = std::min(1.0, in + gap);
    if (meet(next)) {
      in = next;
      gap = std::min(2 * gap, kWidest);
      if (in < 1) continue;
      if (begun < 1) look(begun / 2 + 0.5);
      look(1);
      record.step = step + 1;
      record.t = 0;
      return;
    }
    const double out = bisected(in, next, meet);
    record.answer.intervals.back().end = time(out);
    look(begun / 2 + out / 2);
    record.step.reset();
    const std::optional<double> back = out < 1 ? again(out, 1) : std::nullopt;
    if (!back) return;
    record.step = step;
    in = *back;
    if (*back - out > kJoined) {
      record.answer.intervals.push_back({time(*back), time(*back)});
      begun = *back;
      if (!grazes) gap = kTolerance;
    } else {
      // Comes back at once: one that does so again flickers within rounding, and growing gaps bridge it.
      gap = std::min(4 * gap, kWidest);
      if (grazes) in = std::min(1.0, in + gap);
      grazes = true;
    }
  }
}

void follow_hull(SweptRecord& record, const ObjectPair& pair, std::size_t step, const std::function<double(double)>& time,
                 const SweepMoments& moments) {
  const double from = *record.step == step ? record.t : 0;
  for (const double t : {from / 2 + 0.5, 1.0}) {
    const PairAnswer answer = moments.look(pair, step, t);
    if (answer.verdict != Verdict::disjoint) record.worse(time(t), answer.crossing_count, 0);
  }
  record.fresh = false;
  record.answer.intervals.back().end = time(1);
  record.step.reset();
  if (moments.meet(pair, step, 1)) {
    record.step = step + 1;
    record.t = 0;
  }
}

}  // namespace impinge
