// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench_arguments.h"
#include "bench_clock.h"

namespace impinge::bench {

/// One measured case. `figure` names the figure of the report that it belongs to: 2.3, 2.4, 3.10, or what it adds to them.
struct Row {
  std::string figure, body, algorithm, rule;
  int level = 0, threads = 1, cycles = 1;
  bool compacted = false;
  double ms = 0;                       ///< mean over the cycles of each cycle's fastest round
  std::uint64_t cubes = 0, tests = 0;  ///< of the source; cube/cube tests at the last cycle
  std::uint64_t nodes = 0, out = 0;    ///< black nodes of the source; of the target, or face pairs that meet
  std::vector<double> cycle_ms;        ///< one number a cycle, where the figure is drawn over cycles
};

struct Arguments : BenchArguments {
  std::vector<int> levels;
  int rounds = 5;
  int threads = 0;          ///< most; 0: all cores
  int collision_level = 4;  ///< of the octrees of figure 3.10
};

/// Figures 2.3 and 2.4, and a body of a million faces; false where two ways to move give different octrees.
bool run_motions(const Arguments& args, std::vector<Row>& rows);
/// One level of the former, all ways to move.
bool run_level(const Arguments& args, int level, std::vector<Row>& rows);
/// Black nodes over cubes, the mean of some places of the shuttle in the world.
void run_compaction(int level, std::vector<Row>& rows);
/// Figure 3.10, and the four optimizations of chapter 1; false where two ways find different face pairs.
bool run_collisions(const Arguments& args, std::vector<Row>& rows);

void print_head();
void print_row(const Row& row);
/// Speed-ups of each figure, and what the report says.
void print_factors(const std::vector<Row>& rows);
std::string rows_csv(const std::vector<Row>& rows);
std::string rows_json(const std::vector<Row>& rows, const std::string& commit);

/// CPU time, which other programs on the machine disturb least; where several threads work, the time on the wall.
template <typename Work>
double ms_of(const Work& work, int threads = 1) {
  return ms_of(threads == 1 ? BenchClock::thread : BenchClock::wall, work);
}

}  // namespace impinge::bench
