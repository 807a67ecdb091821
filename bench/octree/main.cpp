// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Figures 2.3, 2.4 and 3.10 of: A. Smith, Y. Kitamura, Towards the realization of real-time collision detection, 1994, on
// the machine at hand. A speed run is also a run for correctness: all ways to move must give the same octrees and face
// pairs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "row.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

int run(const Arguments& args) {
  std::vector<Row> rows;
  print_head();
  const bool same_octrees = run_motions(args, rows);
  const bool same_pairs = run_collisions(args, rows);
  print_factors(rows);
  write_file(args.json, rows_json(rows, args.commit));
  write_file(args.csv, rows_csv(rows));
  if (!same_octrees) std::fputs("bench_octree: two ways to move give different octrees\n", stderr);
  if (!same_pairs) std::fputs("bench_octree: two ways find different face pairs\n", stderr);
  return same_octrees && same_pairs ? 0 : 1;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  impinge::bench::Arguments args;
  CLI::App app("Octrees that move: the figures of the 1994 report");
  app.add_flag("--quick", args.quick, "Level 5 and small bodies, one round");
  app.add_option("--json", args.json, "Write the rows as JSON");
  app.add_option("--csv", args.csv, "Write the rows as CSV");
  app.add_option("--level", args.levels, "Levels of the shuttle [5 to 10]")->delimiter(',')->check(CLI::Range(1, 10));
  app.add_option("--rounds", args.rounds, "Rounds of a cycle")->check(CLI::PositiveNumber);
  app.add_option("--threads", args.threads, "Most threads [all cores]")->check(CLI::PositiveNumber);
  app.add_option("--commit", args.commit, "Echoed in the JSON");
  CLI11_PARSE(app, argc, argv);
  try {
    return impinge::bench::run(args);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("bench_octree: {}\n", error.what()).c_str(), stderr);
    return 2;
  }
}
