// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/check/bounded.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/wording.h"
#include "src/base/stopwatch.h"

namespace impinge::cli {
namespace {

constexpr std::array<int, 8> kWorkers = {1, 2, 4, 8, 16, 64, 256, 1000};

/// How much longer this machine takes than the estimate says: by three tasks from all over the plan, if none takes long.
double measure_pace(const Engine& engine, const Scene& scene, const CheckPlan& plan, const CheckOptions& options) {
  constexpr double kLong = 3;
  double took = 0, estimated = 0;
  for (const double share : {0.1, 0.5, 0.9}) {
    if (plan.tasks.empty()) break;
    const auto at = static_cast<std::size_t>(share * static_cast<double>(plan.tasks.size()));
    const CheckTask& task = plan.tasks[std::min(at, plan.tasks.size() - 1)];
    if (task.seconds > kLong) continue;
    stop_if_interrupted();
    const Stopwatch watch;
    engine.check_task(scene, task, options);
    took += watch.ms() / 1000;
    estimated += task.seconds;
  }
  return estimated > 0 ? took / estimated : 1;
}

/// Tasks are handed out in their order to whoever is free.
double time_on(const CheckPlan& plan, int workers) {
  std::vector<double> free(static_cast<std::size_t>(workers), 0);
  for (const CheckTask& task : plan.tasks) {
    std::pop_heap(free.begin(), free.end(), std::greater<>());
    free.back() += task.seconds;
    std::push_heap(free.begin(), free.end(), std::greater<>());
  }
  return *std::max_element(free.begin(), free.end());
}

std::string seconds_text(double seconds) {
  if (seconds < 120) return fmt::format("{:.2g} s", seconds);
  return seconds < 7200 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

std::string plan_text(const CheckPlan& plan, double pace) {
  std::string text = fmt::format(
      "{} near each other, of objects with {} faces in all\n{} take {:.3g} MB in memory\n{}, {} on one core\n",
      plural(plan.pairs, "pair", "pairs"), plan.faces, plural(plan.shapes, "shape", "shapes"),
      static_cast<double>(plan.bytes) / 1e6, plural(plan.tasks.size(), "task", "tasks"), seconds_text(plan.seconds * pace));
  for (const int workers : kWorkers)
    if (workers == 1 || static_cast<std::size_t>(workers) <= plan.tasks.size())
      text += fmt::format("  {:4} {}: {}\n", workers, workers == 1 ? "worker " : "workers",
                          seconds_text(time_on(plan, workers) * pace));
  return text;
}

Json plan_json(const CheckPlan& plan, double pace) {
  Json workers = Json::array();
  for (const int n : kWorkers) workers.push_back({{"workers", n}, {"seconds", time_on(plan, n) * pace}});
  Json tasks = Json::array();
  for (const CheckTask& task : plan.tasks)
    tasks.push_back({{"pairs", task.pairs.size()},
                     {"objects", task.objects},
                     {"faces", task.faces},
                     {"bytes", task.bytes},
                     {"seconds", task.seconds * pace}});
  return {{"schema", "impinge.plan/1"},
          {"pairs", plan.pairs},
          {"faces", plan.faces},
          {"shapes", plan.shapes},
          {"bytes", plan.bytes},
          {"seconds", plan.seconds * pace},
          {"pace", pace},
          {"tasks", std::move(tasks)},
          {"workers", std::move(workers)}};
}

}  // namespace

bool opens_by_index(const CheckArguments& a) { return !a.memory.empty() || !a.index.empty() || a.plan || a.elsewhere; }

std::uint64_t parse_memory(const std::string& text) {
  if (text.empty()) return 0;
  double number = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string unit(end, text.data() + text.size());
  constexpr std::array<std::pair<const char*, double>, 5> kUnits = {
      {{"", 1}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}};
  const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& u) { return unit == u.first; });
  if (trouble != std::errc() || found == kUnits.end() || !(number * found->second >= 1) || !(number * found->second < 1e18))
    refuse_argument("check", fmt::format("--memory {}: give a size such as 300M or 2G.", text));
  return static_cast<std::uint64_t>(number * found->second);
}

void validate_memory(const CheckArguments& a) {
  parse_memory(a.memory);
  if (!opens_by_index(a)) return;
  const char* const option = a.plan              ? "--plan"
                             : !a.memory.empty() ? "--memory"
                             : !a.index.empty()  ? "--index"
                                                 : "a check in other processes";
  if (a.scene.empty()) refuse_argument("check", fmt::format("{} takes a scene; give --scene FILE.", option));
  if (a.elsewhere && !a.files.empty())
    refuse_argument("check",
                    fmt::format("{}: {} takes what is in a scene file, not robots beside it.", a.files.front(), option));
  const std::pair<const char*, bool> others[] = {
      {"--method", a.method != "auto"}, {"--broad", a.broad != to_string(Broad{})}, {"--level", !a.level.empty()},
      {"--verdicts", a.verdicts},       {"--picture", !a.picture.file.empty()},     {"--report", a.page.asked()},
      {"--glb", !a.review.glb.empty()}};
  for (const auto& [other, given] : others)
    if (given)
      refuse_argument("check", fmt::format("{} and {}: give one or the other; {} needs all shapes or pairs at once.", option,
                                           other, other));
}

Scene open_by_index(const CheckArguments& arguments, ProgressBar& bar) {
  OpenOptions options;
  options.index = arguments.index;
  options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
  options.is_cancelled = [] { return interrupted(); };
  Scene scene = open_scene(arguments.scene, options);
  if (!arguments.units.empty() && arguments.units != scene.units)
    throw Error(ErrorCode::bad_argument, fmt::format("--units {}: the scene {} is in {}; change it there, or omit --units.",
                                                     arguments.units, arguments.scene, scene.units));
  return scene;
}

int run_plan(const CheckArguments& arguments, const Engine& engine, const Scene& scene, const CheckOptions& options) {
  const CheckPlan plan = engine.plan(scene, options);
  const double pace = measure_pace(engine, scene, plan, options);
  if (!arguments.json.empty()) write_text(arguments.json, plan_json(plan, pace).dump(2) + '\n');
  if (!arguments.quiet && arguments.json != "-") write_text("-", plan_text(plan, pace));
  return kClean;
}

}  // namespace impinge::cli
