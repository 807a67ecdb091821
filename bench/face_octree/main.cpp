// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// How the octree is best cut: every variant on every problem, on one thread. Medians of CPU time, which other programs on
// the machine disturb least. All variants must find the same face pairs.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "bench_clock.h"
#include "bench_program.h"
#include "exact/decide_pairs.h"
#include "localise/face_octree/face_octree.h"
#include "measure.h"
#include "problem.h"
#include "write_file.h"

namespace impinge::bench {
namespace {

using Split = OctreeOptions::Split;
using Leaf = OctreeOptions::Leaf;

struct Variant {
  const char* name;
  OctreeOptions options;
};

// The first is the reference: what the library does.
std::vector<Variant> variants() {
  const OctreeOptions standard;
  const auto with = [&](auto change) {
    OctreeOptions options = standard;
    change(options);
    return options;
  };
  const auto leaves_at_level = [&](int level) {
    return with([level](OctreeOptions& o) {
      o.leaf = Leaf::level;
      o.level = level;
    });
  };
  const auto leaves_of_crowd = [&](std::size_t crowd) {
    return with([crowd](OctreeOptions& o) {
      o.leaf = Leaf::crowd;
      o.crowd = crowd;
    });
  };
  return {
      {"standard", standard},
      {"recursion", with([](OctreeOptions& o) { o.levels_at_once = 1; })},
      {"three_levels", with([](OctreeOptions& o) { o.levels_at_once = 3; })},
      {"five_levels", with([](OctreeOptions& o) { o.levels_at_once = 5; })},
      {"one_sort", with([](OctreeOptions& o) { o.levels_at_once = 10; })},
      {"bintree", with([](OctreeOptions& o) { o.split = Split::bintree; })},
      {"bintree_recursion", with([](OctreeOptions& o) {
         o.split = Split::bintree;
         o.levels_at_once = 1;
       })},
      {"level_6", leaves_at_level(6)},
      {"level_8", leaves_at_level(8)},
      {"crowd_8", leaves_of_crowd(8)},
      {"crowd_24", leaves_of_crowd(24)},
      {"crowd_64", leaves_of_crowd(64)},
      {"extent_2", with([](OctreeOptions& o) { o.voxel_extents = 2; })},
      {"extent_3.5", with([](OctreeOptions& o) { o.voxel_extents = 3.5; })},
      {"extent_7", with([](OctreeOptions& o) { o.voxel_extents = 7; })},
  };
}

struct Row {
  std::string problem, variant;
  std::size_t faces, candidates, pairs;
  double octree_ms, exact_ms;
};

struct Arguments : BenchArguments {
  std::vector<std::string> problems, variants;
  int rounds = 5;
  double fill_ms = 2000;  // small problems are asked more often, so long
};

bool equal(const std::vector<PairContacts>& x, const std::vector<PairContacts>& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const PairContacts& a, const PairContacts& b) {
    return a.objects == b.objects && a.faces == b.faces;
  });
}

bool wanted(const std::vector<std::string>& chosen, const std::string& name) {
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), name) != chosen.end();
}

// What a variant found and how long it took, round by round.
struct Trial {
  Variant variant;
  std::vector<double> octree_ms, exact_ms;
  std::vector<Candidate> candidates;
  std::vector<PairContacts> meeting;

  void run(const Problem& problem) {
    Control control({}, {});
    octree_ms.push_back(
        ms_of(BenchClock::processor, [&] { candidates = face_octree_cut(problem.input(), variant.options, control); }));
    exact_ms.push_back(ms_of(BenchClock::processor, [&] { meeting = decide_pairs(problem.world(), candidates, control); }));
  }
};

// The variants take turns, so that what else the machine does hits all of them. False if one finds other pairs.
bool run_problem(const Arguments& args, const Problem& problem, std::vector<Row>& rows) {
  std::vector<Trial> trials;
  for (const Variant& v : variants())
    if (wanted(args.variants, v.name)) trials.push_back({v, {}, {}, {}, {}});
  // Each round begins with another one: the first pays for what the last has left in caches and allocator.
  const BenchStopwatch watch(BenchClock::processor);
  const auto least = static_cast<std::size_t>(args.rounds), most = 20 * least;
  for (std::size_t round = 0; round < least || (round < most && watch.ms() < args.fill_ms); ++round)
    for (std::size_t k = 0; k < trials.size(); ++k) trials[(3 * round + k) % trials.size()].run(problem);
  bool same = true;
  for (const Trial& t : trials) {
    Row row{problem.name(),      t.variant.name,    problem.faces(), t.candidates.size(), 0,
            median(t.octree_ms), median(t.exact_ms)};
    for (const PairContacts& m : t.meeting) row.pairs += m.faces.size();
    const bool right = equal(t.meeting, trials.front().meeting);
    same = same && right;
    fmt::print("{:18} {:18} {:9} {:9} {:8} {:10.3f} {:10.3f}{}\n", row.problem, row.variant, row.faces, row.candidates,
               row.pairs, row.octree_ms, row.exact_ms, right ? "" : "  other pairs than the first");
    std::fflush(stdout);
    rows.push_back(std::move(row));
  }
  return same;
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "problem,variant,faces,candidates,pairs,octree_ms,exact_ms\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{},{:.4g},{:.4g}\n", r.problem, r.variant, r.faces, r.candidates, r.pairs, r.octree_ms,
                        r.exact_ms);
  return text;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text = fmt::format(
      "{{\n  \"bench\": \"face_octree\",\n  \"environment\": {{\"cpu\": \"{}\", \"threads\": 1, \"commit\": \"{}\"}},\n  "
      "\"rows\": [",
      cpu_model(), commit);
  for (const Row& r : rows)
    text += fmt::format(
        "{}\n    {{\"problem\": \"{}\", \"variant\": \"{}\", \"faces\": {}, \"candidates\": {}, \"pairs\": {}, "
        "\"octree_ms\": {:.4g}, \"exact_ms\": {:.4g}}}",
        &r == &rows.front() ? "" : ",", r.problem, r.variant, r.faces, r.candidates, r.pairs, r.octree_ms, r.exact_ms);
  return text + "\n  ]\n}\n";
}

int run(Arguments args) {
  if (args.quick) {
    args.rounds = 1;
    args.fill_ms = 0;
  }
  bool same = true;
  std::vector<Row> rows;
  fmt::print("{:18} {:18} {:>9} {:>9} {:>8} {:>10} {:>10}\n", "problem", "variant", "faces", "cands", "pairs", "octree ms",
             "exact ms");
  tbb::task_arena(1).execute([&] {
    for (const ProblemMaker& maker : problem_makers())
      if (wanted(args.problems, maker.name) && (maker.quick || !args.quick))
        same = run_problem(args, maker.make(), rows) && same;
  });
  write_rows(args, rows_json(rows, args.commit), rows_csv(rows));
  if (!same) std::fputs("bench_face_octree: variants find different pairs, see above\n", stderr);
  return same ? 0 : 1;
}

void add_options(BenchOptions& options, Arguments& args) {
  options.option("--problem", args.problems, "Problems by name");
  options.option("--variant", args.variants, "Variants by name");
  options.option("--rounds", args.rounds, "Least rounds of a row", kPositive);
}

}  // namespace
}  // namespace impinge::bench

int main(int argc, char** argv) {
  using namespace impinge::bench;
  return bench_program<Arguments>(
      argc, argv,
      {"face_octree", "Ways to cut the face octree, on the same problems", "The small problems alone, one round"},
      add_options, run);
}
