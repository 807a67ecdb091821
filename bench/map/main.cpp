// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a map costs, phase by phase: bumpy spheres and hills that graze, overlap a little or deeply, with the default options
// of the command line, of bodies that the engine has never seen; the numbers beside the times, so that a faster way is seen
// to say the same.
#include <fmt/format.h>
#include <impinge/engine.h>

#include "bench_clock.h"
#include "bench_program.h"
#include "cases.h"
#include "measure.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Arguments : BenchArguments {
  int rounds = 5, threads = 1;
  std::string only;
};

struct Row {
  std::string bodies, contact, phases;
  std::uint64_t triangles = 0;
  double ms = 0, wall_ms = 0;
  Bounded volume, depth, area, parting;
};

Row run_pair(const Arguments& args, const OverlapCase& pair) {
  const auto [a, b] = pair.make();
  Row row{pair.bodies, pair.contact, {}, pair.triangles, 0, 0, {}, {}, {}, {}};
  Engine engine({.threads = args.threads});
  std::vector<double> times, walls;
  for (int round = 0; round < args.rounds; ++round) {
    Scene scene;
    const ObjectId first = scene.add("a", a), second = scene.add("b", b);
    InterferenceMap map;
    const BenchStopwatch wall(BenchClock::wall);
    times.push_back(ms_of(BenchClock::processor, [&] { map = engine.map(scene, first, second, {}); }));
    walls.push_back(wall.ms());
    row.phases.clear();
    for (const StageStats& stage : map.stats.stages)
      if (const std::size_t colon = stage.name.find(": "); colon != std::string::npos)
        row.phases += fmt::format(" {} {:.1f}", stage.name.substr(colon + 2), stage.ms);
    row.volume = map.overlap_volume.value_or(Bounded());
    row.depth = map.max_depth;
    row.area = map.projected_area;
    row.parting = map.partings.front().distance;
  }
  row.ms = median(times);
  row.wall_ms = median(walls);
  return row;
}

std::string bounds_text(const Bounded& x) { return fmt::format("{:.10g} [{:.10g}, {:.10g}]", x.value, x.low, x.high); }

std::string rows_json(const std::vector<Row>& rows, const Arguments& args) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"map\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": {}, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), args.threads, args.commit);
  const auto bounds = [](const Bounded& x) { return fmt::format("[{:.17g}, {:.17g}, {:.17g}]", x.low, x.value, x.high); };
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"bodies\": \"{}\", \"contact\": \"{}\", \"triangles\": {}, \"ms\": {:.4g}, \"wall_ms\": {:.4g}, "
        "\"volume\": {}, \"depth\": {}, \"area\": {}, \"parting\": {}}}",
        &r == &rows.front() ? "" : ",", r.bodies, r.contact, r.triangles, r.ms, r.wall_ms, bounds(r.volume), bounds(r.depth),
        bounds(r.area), bounds(r.parting));
  return text + "\n  ]\n}\n";
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "bodies,contact,triangles,ms,wall_ms,volume,depth,area,parting\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{:.4g},{:.4g},{:.17g},{:.17g},{:.17g},{:.17g}\n", r.bodies, r.contact, r.triangles, r.ms,
                        r.wall_ms, r.volume.value, r.depth.value, r.area.value, r.parting.value);
  return text;
}

void add_own(BenchOptions& options, Arguments& args) {
  options.option("--rounds", args.rounds, "Times that each is asked [5]");
  options.option("--threads", args.threads, "Threads of the engine [1]");
  options.option("--only", args.only, "Only bodies, contacts or numbers of faces of which this is a part");
}

int run(Arguments args) {
  if (args.quick) args.rounds = 1;
  const std::vector<std::uint32_t> sizes =
      args.quick ? std::vector<std::uint32_t>{1000} : std::vector<std::uint32_t>{100'000, 1'000'000};
  std::vector<Row> rows;
  for (const std::uint32_t triangles : sizes)
    for (const OverlapCase& pair : made_cases(triangles)) {
      if (fmt::format("{} {} {}", pair.bodies, pair.contact, pair.triangles).find(args.only) == std::string::npos) continue;
      const Row row = run_pair(args, pair);
      fmt::print("{} {} {}: {:.1f} ms of processor time, {:.1f} on the wall; phases:{}\n", row.bodies, row.contact,
                 row.triangles, row.ms, row.wall_ms, row.phases);
      fmt::print("  volume {}, depth {}, area {}, parting {}\n", bounds_text(row.volume), bounds_text(row.depth),
                 bounds_text(row.area), bounds_text(row.parting));
      std::fflush(stdout);
      rows.push_back(row);
    }
  write_rows(args, rows_json(rows, args), rows_csv(rows));
  return 0;
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv, {"map", "What a map of two bodies costs, phase by phase", "1,000 faces a body, each asked once"}, add_own,
      run);
}
