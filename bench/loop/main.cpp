// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a C++ programmer meets in a loop of his own, on one thread, FCL beside: small checks, frames of moving parts, few of
// many that move, a planner's questions, many poses, a cloth. Processor time of the thread, the least of some rounds.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "bench_program.h"
#include "measure.h"
#include "rows.h"
#include "write_file.h"

namespace impinge::bench {

bool Rows::wants(const std::string& loop) const {
  return args.only.empty() || std::find(args.only.begin(), args.only.end(), loop) != args.only.end();
}

void Rows::add(Row row) {
  fmt::print("{:24} {:18} {:12.4g} {:14} {:10.4g}  {}\n", row.loop, row.who, row.value, row.unit, row.allocations, row.note);
  std::fflush(stdout);
  rows_.push_back(std::move(row));
}

namespace {

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"loop\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  \"rows\": "
      "[",
      cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"loop\": \"{}\", \"who\": \"{}\", \"value\": {:.5g}, \"unit\": \"{}\", \"allocations\": {:.4g}, "
        "\"note\": "
        "\"{}\"}}",
        &r == &rows.front() ? "" : ",", r.loop, r.who, r.value, r.unit, r.allocations, r.note);
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "loop,who,value,unit,allocations,note\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{:.5g},{},{:.4g},{}\n", r.loop, r.who, r.value, r.unit, r.allocations, r.note);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--rounds", args.rounds, "Times that each loop runs; the least counts [5]", kPositive);
  options.option("--poses", args.poses, "Poses of a part in a cell [1000000]", kPositive);
  options.option("--bodies", args.bodies, "Bodies of which few move [10000]", kPositive);
  options.option("--only", args.only, "Loops by name: small, frames, crowd, planner, poses, cloth");
}

int run(Arguments args) {
  if (args.quick) {
    args.rounds = 1;
    args.poses = 500;
    args.bodies = 300;
  }
  Rows rows(args);
  fmt::print("{:24} {:18} {:>12} {:14} {:>10}\n", "loop", "who", "value", "unit", "new");
  if (rows.wants("small")) small_checks(rows);
  if (rows.wants("frames")) rigid_frames(rows);
  if (rows.wants("crowd")) crowd(rows);
  if (rows.wants("planner")) planner(rows);
  if (rows.wants("poses")) many_poses(rows);
  if (rows.wants("cloth")) cloth(rows);
  write_rows(args, rows_json(rows.all(), args.commit), rows_csv(rows.all()));
  return 0;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"loop", "Loops of a user's own, one thread, beside FCL", "one round, 500 poses, 300 bodies"}, add_own,
      run);
}
