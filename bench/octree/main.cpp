// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Figures 2.3, 2.4 and 3.10 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994, on
// the machine at hand. A speed run is also a run for correctness: all ways to move must give the same octrees and face
// pairs.
#include <fmt/format.h>

#include "bench_program.h"
#include "row.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

int run(Arguments args) {
  std::vector<Row> rows;
  print_head();
  const bool same_octrees = run_motions(args, rows);
  const bool same_pairs = run_collisions(args, rows);
  print_factors(rows);
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  if (!same_octrees) std::fputs("bench_octree: two ways to move give different octrees\n", stderr);
  if (!same_pairs) std::fputs("bench_octree: two ways find different face pairs\n", stderr);
  return same_octrees && same_pairs ? 0 : 1;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--level", args.levels, "Levels of the shuttle [5 to 10]", {1, 10});
  options.option("--rounds", args.rounds, "Rounds of a cycle", kPositive);
  options.option("--threads", args.threads, "Most threads [all cores]", kPositive);
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"octree", "Octrees that move: the figures of the 1994 report", "Level 5 and small bodies, one round"},
      add_options, run);
}
