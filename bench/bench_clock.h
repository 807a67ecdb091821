// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <ctime>

namespace impinge::bench {

/// Which time counts. That of the processor means something on a machine that does other work besides.
enum class BenchClock {
  wall,
  processor,  ///< over all threads
  thread,     ///< of the processor, for the calling thread alone
};

/// Milliseconds of that clock since it was made; the Stopwatch of the library has the wall clock alone.
class BenchStopwatch {
 public:
  explicit BenchStopwatch(BenchClock clock) : clock_(clock), begin_(now()) {}
  double ms() const { return now() - begin_; }

 private:
  double now() const {
    timespec t{};
    clock_gettime(clock_ == BenchClock::wall     ? CLOCK_MONOTONIC
                  : clock_ == BenchClock::thread ? CLOCK_THREAD_CPUTIME_ID
                                                 : CLOCK_PROCESS_CPUTIME_ID,
                  &t);
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
  }
  BenchClock clock_;
  double begin_;
};

/// How long some work takes.
template <typename Work>
double ms_of(BenchClock clock, const Work& work) {
  const BenchStopwatch watch(clock);
  work();
  return watch.ms();
}

}  // namespace impinge::bench
