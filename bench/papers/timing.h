// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>

#include "bench_clock.h"

namespace impinge::bench::papers {

/// The fastest of some rounds, in milliseconds; one round that does not count goes first, and short work gets more rounds.
template <typename Work>
double least_ms_on(BenchClock clock, int threads, int rounds, const Work& work) {
  constexpr double kWorth = 30;  // ms
  constexpr int kMost = 200;
  double least = HUGE_VAL;
  tbb::task_arena(threads).execute([&] {
    work();
    const BenchStopwatch watch(clock);
    for (int round = 0; round < rounds || (round < kMost && watch.ms() < kWorth); ++round)
      least = std::min(least, ms_of(clock, work));
  });
  return least;
}

/// On one thread and by its own clock: what else the machine does disturbs it least.
template <typename Work>
double least_ms(int rounds, const Work& work) {
  return least_ms_on(BenchClock::thread, 1, rounds, work);
}

}  // namespace impinge::bench::papers
