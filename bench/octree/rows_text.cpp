// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "measure.h"
#include "row.h"

namespace impinge::bench {
namespace {

const Row* find(const std::vector<Row>& rows, const std::string& figure, const std::string& algorithm, int level,
                bool compacted, const std::string& rule) {
  for (const Row& r : rows)
    if (r.figure == figure && r.algorithm == algorithm && r.level == level && r.compacted == compacted && r.rule == rule &&
        r.threads == 1)
      return &r;
  return nullptr;
}

}  // namespace

void print_head() {
  fmt::print("{:13} {:10} {:24} {:8} {:>5} {:>7} {:>9} {:>10} {:>10} {:>11} {:>9}\n", "figure", "body", "algorithm", "rule",
             "level", "threads", "compacted", "cubes", "ms", "tests", "out");
}

void print_row(const Row& r) {
  fmt::print("{:13} {:10} {:24} {:8} {:5} {:7} {:>9} {:10} {:10.4g} {:11} {:9}\n", r.figure, r.body, r.algorithm, r.rule,
             r.level, r.threads, r.compacted ? "yes" : "no", r.cubes, r.ms, r.tests, r.out);
  std::fflush(stdout);
}

void print_factors(const std::vector<Row>& rows) {
  fmt::print("\nSpeed-ups on one thread (the report: exact_test 1.4, efficient 4, translation 3, cubes halved)\n");
  fmt::print("{:>5} {:>11} {:>11} {:>11} {:>13} {:>11} {:>12}\n", "level", "exact_test", "descent", "efficient",
             "translation", "compacted", "nodes/cubes");
  for (int level = 0; level <= 16; ++level) {
    const Row* reference = find(rows, "2.3", "reference", level, false, "centre");
    const Row* exact = find(rows, "2.3", "exact_test", level, false, "centre");
    const Row* descent = find(rows, "2.3", "descent", level, true, "centre");
    const Row* efficient = find(rows, "2.3", "efficient", level, true, "centre");
    const Row* conventional = find(rows, "2.4", "translation_reference", level, false, "contact");
    const Row* tables = find(rows, "2.4", "translation", level, false, "contact");
    const Row* compact = find(rows, "2.4", "translation", level, true, "contact");
    const Row* places = find(rows, "compaction", "compaction", level, true, "contact");
    if (!places) places = efficient;
    if (!reference || !exact || !descent || !efficient || !conventional || !tables || !compact) continue;
    fmt::print("{:5} {:11.2f} {:11.2f} {:11.2f} {:13.2f} {:11.2f} {:12.2f}\n", level, reference->ms / exact->ms,
               reference->ms / descent->ms, reference->ms / efficient->ms, conventional->ms / tables->ms,
               conventional->ms / compact->ms, static_cast<double>(places->nodes) / static_cast<double>(places->cubes));
  }
}

std::string rows_csv(const std::vector<Row>& rows) {
  std::string text = "figure,body,algorithm,rule,level,threads,cycles,compacted,ms,cubes,tests,nodes,out\n";
  for (const Row& r : rows)
    text += fmt::format("{},{},{},{},{},{},{},{},{:.4g},{},{},{},{}\n", r.figure, r.body, r.algorithm, r.rule, r.level,
                        r.threads, r.cycles, r.compacted, r.ms, r.cubes, r.tests, r.nodes, r.out);
  return text;
}

std::string rows_json(const std::vector<Row>& rows, const std::string& commit) {
  std::string text =
      fmt::format("{{\n  \"bench\": \"octree\",\n  \"environment\": {{\"cpu\": \"{}\", \"commit\": \"{}\"}},\n  \"rows\": [",
                  cpu_model(), commit);
  for (const Row& r : rows) {
    std::string cycles;
    for (const double ms : r.cycle_ms) cycles += fmt::format("{}{:.4g}", cycles.empty() ? "" : ", ", ms);
    text += fmt::format(
        "{}\n    {{\"figure\": \"{}\", \"body\": \"{}\", \"algorithm\": \"{}\", \"rule\": \"{}\", \"level\": {}, "
        "\"threads\": {}, \"cycles\": {}, \"compacted\": {}, \"ms\": {:.4g}, \"cubes\": {}, \"tests\": {}, \"nodes\": {}, "
        "\"out\": {}, \"cycle_ms\": [{}]}}",
        &r == &rows.front() ? "" : ",", r.figure, r.body, r.algorithm, r.rule, r.level, r.threads, r.cycles, r.compacted,
        r.ms, r.cubes, r.tests, r.nodes, r.out, cycles);
  }
  return text + "\n  ]\n}\n";
}

}  // namespace impinge::bench
