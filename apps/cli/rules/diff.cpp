// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "apps/cli/arguments.h"
#include "apps/cli/commands.h"
#include "apps/cli/option_group.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/baseline.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

struct DiffArguments {
  std::string before, now, json;
  bool quiet = false;
};

std::string diff_table(const Comparison& comparison) {
  TextTable table({{"state"}, {"id"}, {"a"}, {"b"}, {"verdict"}, {"severity"}, {"note"}});
  const auto add = [&](const char* state, const Finding& finding, const std::string& was) {
    table.add({state, finding.id, finding.a, finding.b, to_string(finding.verdict), finding.severity,
               was.empty() ? "" : "was " + was});
  };
  for (const Compared& compared : comparison.now)
    if (!compared.known) add("new", compared.finding, compared.was);
  for (const Finding& finding : comparison.gone) add("gone", finding, "");
  for (const Compared& compared : comparison.now)
    if (compared.known) add("known", compared.finding, "");
  return (table.empty() ? "" : table.text("  ") + '\n') + comparison_text(comparison) + '\n';
}

std::string diff_json(const Comparison& comparison) {
  Json document = {{"schema", "impinge.diff/1"}, {"new", Json::array()}, {"known", Json::array()}, {"gone", Json::array()}};
  for (const Compared& compared : comparison.now) {
    Json entry = to_json(compared.finding);
    if (!compared.was.empty()) entry["was"] = compared.was;
    document[compared.known ? "known" : "new"].push_back(std::move(entry));
  }
  for (const Finding& finding : comparison.gone) document["gone"].push_back(to_json(finding));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

int run_diff(const DiffArguments& arguments) {
  const OutputOption outputs[] = {{"--json", arguments.json}};
  const std::string inputs[] = {arguments.before, arguments.now};
  validate_outputs("diff", outputs, inputs);
  const auto load = [](const std::string& file) {
    const InterruptEnds while_loading;
    return load_findings(file);
  };
  const Comparison comparison = compare(load(arguments.before), load(arguments.now));
  if (!arguments.json.empty()) write_text(arguments.json, diff_json(comparison));
  if (!arguments.quiet && arguments.json != "-") write_text("-", diff_table(comparison));
  return comparison.count_new() == 0 ? kClean : kFindings;
}

}  // namespace

Command add_diff(CLI::App& app) {
  CLI::App* diff = app.add_subcommand("diff", "Compare two answers of check: which findings are new, known, gone");
  const auto arguments = std::make_shared<DiffArguments>();
  diff->add_option("old", arguments->before, "The earlier answer, as 'impinge check --json' writes it")
      ->type_name("OLD.json")
      ->required();
  diff->add_option("new", arguments->now, "The later one")->type_name("NEW.json")->required();
  const OptionGroup output(*diff, "Output");
  output.flag("--quiet", arguments->quiet, "Print nothing but errors; the exit status is the answer");
  output.text("--json", arguments->json, "FILE|-", "Write the comparison as JSON (impinge.diff/1); - prints only the JSON");
  diff->footer(
      "Example: impinge diff main.json branch.json\n"
      "Findings are the same whatever the order of the objects, and when they move; one that got worse is new.\n"
      "Exit status: 0 nothing new, 1 new findings, 2 trouble (130 after Ctrl-C).");
  return [arguments] { return run_diff(*arguments); };
}

}  // namespace impinge::cli
