// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Both raster papers' tests on today's machine: time against polygons, pixels and the size of the contact, by part, with
// Embree listing the crossings of the same lines. Everything starts from raw vertices.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "answer/columns/map_column.h"
#include "backend/registry.h"
#include "bench_clock.h"
#include "bench_program.h"
#include "device_rows.h"
#include "directions.h"
#include "lines_peer.h"
#include "measure.h"
#include "problem.h"
#include "raster/depth_count/depth_count.h"
#include "raster/zlist/zlist_bands.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

struct Row {
  std::string question, scene, method;
  std::size_t polygons, pixels;
  int threads;
  double ours_ms, peer_ms, transform_ms = 0, draw_ms = 0, sort_ms = 0;
  std::uint64_t crossings = 0, overlapping = 0;
  int passes = 0;
  std::uint64_t settled_first = 0, settled_second = 0, settled_layers = 0;
};

struct Arguments : BenchArguments {
  int rounds = 7;
  std::vector<int> threads = {1, 2};
  std::vector<std::string> questions, scenes, methods;  // none: all
  std::string backend = "cpu", clock = "wall";

  static bool asked(const std::vector<std::string>& names, const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  }
  BenchClock bench_clock() const { return clock == "wall" ? BenchClock::wall : BenchClock::processor; }
};

// Crossings put down, sorted and swept band by band: on how many lines do the bodies overlap? As the peer is asked.
void run_zlist(const Problem& problem, const RasterView& view, Row& row) {
  Control control({}, {});
  Zlist::Times times;
  const ZlistBands bands(view, problem.objects(), control, &times);
  row.overlapping = bands.overlapping_lines(&row.crossings);
  row.transform_ms = times.transform_ms;
  row.draw_ms = times.draw_ms;
  row.sort_ms = times.sort_ms;
}

// What a map keeps of every line: overlap and its moment, depth, gap, and what bounds them.
void run_columns(const Problem& problem, const RasterView& view, Row& row) {
  Control control({}, {});
  const ZlistBands bands(view, problem.objects(), control);
  std::vector<std::uint8_t> overlaps(view.cells());
  row.crossings =
      bands.for_each_line([&](std::size_t cell, const auto& list) { overlaps[cell] = solid_column(list).longest > 0; });
  row.overlapping = static_cast<std::uint64_t>(std::count(overlaps.begin(), overlaps.end(), 1));
}

// Nearest and farthest crossings, complete lists where they leave a line open.
void run_minmax(const Problem& problem, const RasterView& view, Row& row) {
  Control control({}, {});
  const Zlist lists = Zlist::by_extremes(view, problem.objects(), control);
  row.crossings = lists.size();
  row.overlapping = 0;
  for (std::size_t c = 0; c < view.cells(); ++c) row.overlapping += solid_column(lists.list(c)).longest > 0;
}

void run_depth_count(const Problem& problem, const RasterView& view, Row& row) {
  Control control({}, {});
  const bool swap = !first_is_a(view, problem.objects()[0], problem.objects()[1]);
  const RasterObject &a = problem.objects()[swap], &b = problem.objects()[!swap];
  const DepthCountResult count = depth_count_of(view, a, b, {}, control);
  row.passes = count.passes;
  row.settled_first = count.settled_first;
  row.settled_second = count.settled_second;
  row.settled_layers = count.settled_layers;
  row.overlapping = 0;
  for (const DepthCase c : count.cases) row.overlapping += is_collision(c);
}

// One round that is not counted brings caches and memory to where a caller's second question finds them; then all rounds
// of a contestant in one go, since each leaves the caches full of its own.
template <typename Work>
double median_of_rounds(int rounds, const Work& work) {
  work();
  std::vector<double> ms(static_cast<std::size_t>(rounds));
  for (double& m : ms) m = work();
  return median(ms);
}

void run_case(const Case& c, const Arguments& args, std::vector<Row>& rows) {
  const std::unique_ptr<Problem> problem = c.make();
  const RasterView view = problem->view(c.resolution);
  const BenchClock clock = args.bench_clock();
  for (const int threads : args.threads) {
    tbb::task_arena(threads).execute([&] {
      const auto run_ours = [&](const char* method, const auto& work) {
        if (!Arguments::asked(args.methods, method)) return;
        Row row{c.question, c.scene, method, problem->polygons(), view.cells(), threads, 0, -1};
        row.ours_ms = median_of_rounds(args.rounds, [&] { return ms_of(clock, [&] { work(row); }); });
        rows.push_back(row);
      };
      const std::size_t first = rows.size();
      run_ours("zlist", [&](Row& row) { run_zlist(*problem, view, row); });
      run_ours("zlist_columns", [&](Row& row) { run_columns(*problem, view, row); });
      run_ours("zlist_minmax", [&](Row& row) { run_minmax(*problem, view, row); });
      run_ours("depth_count", [&](Row& row) { run_depth_count(*problem, view, row); });
      LinesResult peer;
      double peer_ms = -1;
      if (Arguments::asked(args.methods, "embree"))
        peer_ms = median_of_rounds((args.rounds + 1) / 2, [&] {
          peer = embree_lines(view, problem->objects(), clock);
          return peer.ms;
        });
      for (Row& r : std::span(rows).subspan(first)) {
        r.peer_ms = peer_ms;
        fmt::print("{:9} {:24} {:13} {:9} {:9} {:3} {:9.3f} {:10.2f} {:7.1f} {:9} {:9}\n", r.question, r.scene, r.method,
                   r.polygons, r.pixels, r.threads, r.ours_ms, r.peer_ms, r.peer_ms / r.ours_ms, r.overlapping,
                   peer.overlapping);
      }
      std::fflush(stdout);
    });
  }
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text =
      "question,scene,method,backend,polygons,pixels,threads,ours_ms,peer_ms,transform_ms,draw_ms,sort_ms,overlapping\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},cpu,{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{}\n", r.question, r.scene, r.method,
                        r.polygons, r.pixels, r.threads, r.ours_ms, r.peer_ms, r.transform_ms, r.draw_ms, r.sort_ms,
                        r.overlapping);
  return text;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& directions, const Arguments& args) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"raster\",\n  \"commit\": \"{}\",\n  \"cpu\": \"{}\",\n  \"clock\": \"{}\",\n  \"rounds\": {},\n  "
      "\"rows\": [",
      args.commit, cpu_model(), args.clock, args.rounds);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"question\": \"{}\", \"scene\": \"{}\", \"method\": \"{}\", \"backend\": \"cpu\", \"polygons\": {}, "
        "\"pixels\": {}, "
        "\"threads\": {}, \"ours_ms\": {:.5g}, \"peer_ms\": {}, \"transform_ms\": {:.4g}, \"draw_ms\": {:.4g}, \"sort_ms\": "
        "{:.4g}, "
        "\"crossings\": {}, \"overlapping\": {}, \"passes\": {}, \"settled\": [{}, {}, {}]}}",
        &r == &rows.front() ? "" : ",", r.question, r.scene, r.method, r.polygons, r.pixels, r.threads, r.ours_ms,
        r.peer_ms < 0 ? "null" : fmt::format("{:.5g}", r.peer_ms), r.transform_ms, r.draw_ms, r.sort_ms, r.crossings,
        r.overlapping, r.passes, r.settled_first, r.settled_second, r.settled_layers);
  return text + "\n  ],\n  \"directions\": [" + directions + "\n  ]\n}\n";
}

int run_on_device(const Arguments& args) {
  const DeviceBench bench = run_device(args.backend, args.quick, args.quick ? 1 : args.rounds, args.questions);
  write_rows(args, device_json(bench, args.commit), device_csv(bench));
  return 0;
}

std::vector<std::string> backend_words() {
  std::vector<std::string> words;
  for (const BackendRow& row : backend_registry()) words.emplace_back(row.name);
  return words;
}

int run(Arguments args) {
  if (args.backend != to_string(Backend::cpu)) return run_on_device(args);
  if (args.quick) {
    args.rounds = 1;
    args.threads = {1};
  }
  const Engine engine;  // keeps memory between rounds, as it does for its user
  std::vector<Row> rows;
  fmt::print("{:9} {:24} {:13} {:>9} {:>9} {:>3} {:>9} {:>10} {:>7} {:>9} {:>9}\n", "question", "scene", "method",
             "polygons", "pixels", "thr", "ours ms", "Embree ms", "ratio", "overlap", "Embree's");
  for (const Case& c : cases(args.quick))
    if (Arguments::asked(args.questions, c.question) && Arguments::asked(args.scenes, c.scene)) run_case(c, args, rows);
  const std::string directions = Arguments::asked(args.questions, "directions") ? run_directions(args.quick) : "";
  write_rows(args, rows_json(rows, directions, args), rows_csv(rows));
  return 0;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--threads", args.threads, "Thread counts");
  options.option("--question", args.questions, "paper, polygons, pixels, contact, directions, or on a device animation");
  options.option("--scene", args.scenes, "Scenes by name, such as both_concave");
  options.option("--method", args.methods, "zlist, zlist_columns, zlist_minmax, depth_count or embree");
  options.choice("--backend", args.backend, backend_words(), "The processor, or who draws in its place");
  options.choice("--clock", args.clock, {"wall", "processor"},
                 "wall, or processor: the time of all threads, on a machine that is not quiet");
  options.option("--rounds", args.rounds, "Rounds of a row", kPositive);
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv,
      {"raster", "z-lists and depth counting from raw vertices, against Embree on the same lines",
       "Small bodies, one round, one thread"},
      add_options, run);
}
