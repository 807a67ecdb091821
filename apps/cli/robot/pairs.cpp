// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/io.h>
#include <impinge/robot.h>
#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/option_group.h"
#include "apps/cli/progress_bar.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/robot/robot_arguments.h"
#include "apps/cli/robot/srdf_text.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

struct PairsArguments {
  std::string robot, srdf, samples, boxes, seed, threads, output, json;
  std::vector<std::string> packages;
  bool quiet = false;
};

LinkPairOptions link_pair_options(const PairsArguments& a) {
  LinkPairOptions options;
  const auto count = [](const char* option, const std::string& text, std::uint64_t& value) {
    if (!text.empty())
      value = parse_argument<std::uint64_t>("pairs", option, text, 0, 1'000'000'000, "a whole number up to 1000000000");
  };
  count("--samples", a.samples, options.samples);
  count("--boxes", a.boxes, options.boxes);
  count("--seed", a.seed, options.seed);
  options.threads = parse_threads("pairs", a.threads);
  return options;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string pairs_table(const Robot& robot, const std::vector<LinkPairFinding>& findings) {
  using Align = TextTable::Align;
  TextTable table({{"a"}, {"b"}, {"pair"}, {"certainty"}, {"samples that meet", Align::right}, {"boxes", Align::right}});
  std::array<std::uint64_t, 5> counts{};
  std::uint64_t sampled = 0;
  for (const LinkPairFinding& f : findings) {
    ++counts[static_cast<std::size_t>(f.kind)];
    sampled += f.kind == LinkPairKind::never && f.certainty != Certainty::proved ? 1 : 0;
    table.add({robot.model().links[f.a].name, robot.model().links[f.b].name, to_string(f.kind), to_string(f.certainty),
               fmt::format("{}", f.hits), f.boxes == 0 ? "-" : fmt::format("{}", f.boxes)});
  }
  return (table.empty() ? "" : table.text("  ") + '\n') +
         fmt::format("{} of links: {} adjacent, {} always, {} at rest, {} never ({} proved, {} sampled), {} to be checked\n",
                     plural(findings.size(), "pair", "pairs"), counts[0], counts[1], counts[2], counts[3],
                     counts[3] - sampled, sampled, counts[4]);
}

std::string pairs_json(const Robot& robot, const std::vector<LinkPairFinding>& findings, const LinkPairOptions& options) {
  Json pairs = Json::array();
  for (const LinkPairFinding& f : findings)
    pairs.push_back({{"a", robot.model().links[f.a].name},
                     {"b", robot.model().links[f.b].name},
                     {"pair", to_string(f.kind)},
                     {"certainty", to_string(f.certainty)},
                     {"hits", f.hits},
                     {"boxes", f.boxes}});
  const Json document = {{"schema", "impinge.pairs/1"},
                         {"robot", robot.model().name},
                         {"samples", options.samples},
                         {"seed", options.seed},
                         {"pairs", std::move(pairs)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

int run_pairs(const PairsArguments& a) {
  if (!is_robot(a.robot)) refuse_argument("pairs", fmt::format("{}: give a robot, a .urdf file.", a.robot));
  LinkPairOptions options = link_pair_options(a);
  const OutputOption outputs[] = {{"--output", a.output}, {"--json", a.json}};
  const std::string inputs[] = {a.robot};
  validate_outputs("pairs", outputs, inputs);
  std::optional<Robot> robot;
  std::string before;
  std::vector<LinkPairFinding> findings;
  {
    ProgressBar bar(!a.quiet);
    {
      const InterruptEnds while_loading;
      RobotFiles files;
      files.srdf = a.srdf;
      files.packages.assign(a.packages.begin(), a.packages.end());
      robot = load_robot(a.robot, files);
      const std::filesystem::path srdf =
          a.srdf.empty() ? std::filesystem::path(a.robot).replace_extension(".srdf") : std::filesystem::path(a.srdf);
      before = read_text(srdf);
    }
    stop_if_interrupted();
    options.on_progress = [&bar](std::string_view stage, double share) { bar.update(stage, share); };
    options.is_cancelled = [] { return interrupted(); };
    findings = find_link_pairs(*robot, options);
  }
  if (!a.output.empty()) write_text(a.output, srdf_text(*robot, findings, before));
  if (!a.json.empty()) write_text(a.json, pairs_json(*robot, findings, options));
  if (!a.quiet && a.json != "-" && a.output != "-") write_text("-", pairs_table(*robot, findings));
  return kClean;
}

}  // namespace

Command add_pairs(CLI::App& app) {
  CLI::App* pairs = app.add_subcommand("pairs", "Find the pairs of a robot's links that need no check, for its SRDF");
  const auto a = std::make_shared<PairsArguments>();
  pairs->add_option("robot", a->robot, "Robot, a .urdf file")->type_name("FILE.urdf")->required();
  const OptionGroup input(*pairs, "Input"), query(*pairs, "Query"), output(*pairs, "Output");
  input.text("--srdf", a->srdf, "FILE.srdf", "Whose groups and states go into the output [beside the URDF]");
  pairs->add_option("--package-path", a->packages, "Where package:// is looked for first; may be repeated")
      ->type_name("FOLDER")
      ->group("Input")
      ->allow_extra_args(false);
  query.text("--samples", a->samples, "N", "Random states [100000]");
  query.text("--boxes", a->boxes, "N", "Most boxes of joint values for one proof that a pair never meets; 0: none [20000]");
  query.text("--seed", a->seed, "N", "Of the random states [1]");
  query.text("--threads", a->threads, "N", "Threads to use, at most one per core [all cores]");
  output.text("--output", a->output, "FILE.srdf|-", "Write an SRDF with the pairs that need no check");
  output.text("--json", a->json, "FILE|-", "Write all pairs as JSON (impinge.pairs/1); - prints only the JSON");
  output.flag("--quiet", a->quiet, "Print nothing but errors");
  pairs->footer(
      "Examples:\n"
      "  impinge pairs robot.urdf --samples 100000 --output robot.srdf\n"
      "Pairs: adjacent (they share a joint), always, at_rest (they meet at 0), never, sometimes: to be checked.\n"
      "'never' is proved for all states within the limits of the joints, or sampled where no proof was found.\n"
      "Exit status: 0 done, 2 trouble (130 after Ctrl-C).");
  return [a] { return run_pairs(*a); };
}

}  // namespace impinge::cli
