// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench_arguments.h"
#include "bench_clock.h"
#include "support/counted_new.h"

namespace impinge::bench {

struct Arguments : BenchArguments {
  int rounds = 5;
  int poses = 1'000'000;
  int bodies = 10'000;
  std::vector<std::string> only{};
};

/// One figure.
struct Row {
  std::string loop, who;
  double value = 0;
  std::string unit;
  double allocations = 0;  ///< calls of operator new for each of it
  std::string note{};
};

class Rows {
 public:
  explicit Rows(const Arguments& arguments) : args(arguments) {}
  const Arguments& args;

  void add(Row row);
  const std::vector<Row>& all() const { return rows_; }
  bool wants(const std::string& loop) const;

 private:
  std::vector<Row> rows_;
};

/// Processor time of the thread for each of `count` turns, in microseconds, the least of the rounds; and the allocations of
/// the last round for each turn.
struct Cost {
  double us = 0, allocations = 0;
};
template <typename Work>
Cost cost_of(int rounds, int count, const Work& work) {
  Cost cost{1e300, 0};
  for (int round = 0; round < rounds; ++round) {
    const std::uint64_t before = test::allocations();
    const double ms = ms_of(BenchClock::thread, work);
    cost.allocations = static_cast<double>(test::allocations() - before) / count;
    cost.us = cost.us < ms * 1e3 / count ? cost.us : ms * 1e3 / count;
  }
  return cost;
}

/// The loops.
/// @{
void small_checks(Rows& rows);
void rigid_frames(Rows& rows);
void crowd(Rows& rows);
void planner(Rows& rows);
void many_poses(Rows& rows);
void cloth(Rows& rows);
/// @}

}  // namespace impinge::bench
