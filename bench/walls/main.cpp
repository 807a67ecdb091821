// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What it costs to say how bodies meet whose walls lie in one place: whole checks on one thread, nothing prepared, with all
// face pairs where they can be listed. Every verdict is compared with the truth.
#include <fmt/format.h>
#include <impinge/engine.h>

#include "bench_clock.h"
#include "bench_program.h"
#include "bodies.h"
#include "measure.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int rounds = 5;
};

struct Row {
  std::string bodies, verdict;
  std::size_t triangles = 0;
  std::uint64_t face_pairs = 0;
  double ms = 0;
};

Row run_pair(const WallPair& pair, int rounds) {
  Scene scene;
  scene.add("a", pair.a);
  scene.add("b", pair.b);
  CheckOptions options;
  options.face_pairs = pair.face_pairs;
  Row row{pair.name, "disjoint", pair.a.faces().size()};
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const Engine engine({.threads = 1});
    CheckResult result;
    times.push_back(ms_of(BenchClock::processor, [&] { result = engine.check(scene, options); }));
    if (result.pairs.empty()) continue;
    row.verdict = to_string(result.pairs[0].verdict);
    row.face_pairs = result.pairs[0].face_pair_count;
  }
  row.ms = median(times);
  return row;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"walls\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"bodies\": \"{}\", \"triangles\": {}, \"face_pairs\": {}, \"verdict\": \"{}\", \"ms\": {:.4g}}}",
        &r == &rows.front() ? "" : ",", r.bodies, r.triangles, r.face_pairs, r.verdict, r.ms);
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "bodies,triangles,face_pairs,verdict,ms\n";
  for (const Row& r : rows)
    text += fmt::format("\"{}\",{},{},{},{:.4g}\n", r.bodies, r.triangles, r.face_pairs, r.verdict, r.ms);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--rounds", args.rounds, "Times that each is asked [5]", kPositive);
}

int run(Arguments args) {
  if (args.quick) args.rounds = 1;
  std::vector<Row> rows;
  bool right = true;
  fmt::print("{:37} {:>8} {:>8} {:>9} {:>9}\n", "bodies", "faces", "pairs", "verdict", "ms");
  for (const WallPair& pair : make_wall_pairs(args.quick ? 16 : 222, args.quick ? 300 : 8000)) {
    const Row& r = rows.emplace_back(run_pair(pair, args.rounds));
    fmt::print("{:37} {:8} {:8} {:>9} {:9.1f}\n", r.bodies, r.triangles, r.face_pairs, r.verdict, r.ms);
    right = right && r.verdict == to_string(pair.truth);
  }
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  if (!right) std::fputs("bench_walls: a verdict is wrong, see above\n", stderr);
  return right ? 0 : 1;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"walls", "Verdicts of bodies whose walls lie in one place", "some hundred faces a body, each asked once"},
      add_own, run);
}
