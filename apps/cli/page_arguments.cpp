// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/page_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "apps/cli/arguments.h"
#include "apps/cli/rules/finding_id.h"
#include "apps/cli/rules/rule_report.h"

namespace impinge::cli {
namespace {

// More names than this say less than their number.
constexpr std::size_t kMostNames = 4;

std::string title_of(const std::string& scene, const std::vector<std::string>& files) {
  const auto name = [](const std::string& file) { return std::filesystem::path(file).filename().string(); };
  if (!scene.empty()) return name(scene);
  if (files.size() > kMostNames) return fmt::format("{} and {} other files", name(files.front()), files.size() - 1);
  std::vector<std::string> names;
  for (const std::string& file : files) names.push_back(name(file));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void add_page_options(const OptionGroup& group, PageArguments& arguments) {
  group.text("--report", arguments.file, "FILE.html",
             "Write the answer as a page for any browser, complete in one file: findings, bodies, overlaps");
  group.text("--report-faces", arguments.faces, "N",
             "Page: show at most this many faces [5000000]; in larger scenes bodies without findings become boxes");
}

void validate_page(std::string_view command, const PageArguments& arguments) {
  if (!arguments.faces.empty() && !arguments.asked())
    refuse_argument(command, "--report-faces applies to a page; give --report FILE.html too.");
  if (arguments.asked() && !arguments.file.ends_with(".html") && !arguments.file.ends_with(".htm"))
    refuse_argument(command, fmt::format("--report {}: the page is HTML; give a name that ends in .html.", arguments.file));
  to_page_options(command, arguments, "scene", {});
}

ReportOptions to_page_options(std::string_view command, const PageArguments& arguments, const std::string& scene,
                              const std::vector<std::string>& files) {
  ReportOptions options;
  options.title = title_of(scene, files);
  if (!arguments.faces.empty())
    options.max_faces = parse_argument<std::uint64_t>(command, "--report-faces", arguments.faces, 0, 1'000'000'000,
                                                      "a whole number from 0 to 1000000000");
  return options;
}

std::vector<ReportPair> page_pairs(const Report& report) {
  std::vector<ReportPair> pairs;
  for (std::size_t i = 0; i < report.result.pairs.size(); ++i) {
    const PairAnswer& pair = report.result.pairs[i];
    ReportPair known{.id = report.ids[i], .finding = is_finding(report, pair)};
    if (const std::string state = state_text(report, pair); !state.empty()) {
      known.state = state.starts_with("new") ? "new" : "known";
      if (const auto was = state.find("was "); was != std::string::npos) known.was = state.substr(was + 4);
    }
    pairs.push_back(std::move(known));
  }
  return pairs;
}

std::vector<ReportPair> page_pairs(const SweepReport& report) {
  CheckResult named;
  for (const SweptPair& pair : report.result.pairs) {
    named.pairs.emplace_back();
    named.pairs.back().a = pair.a;
    named.pairs.back().b = pair.b;
  }
  const std::vector<std::string> ids = pair_ids(report.scene, named);
  std::vector<ReportPair> pairs;
  for (std::size_t i = 0; i < ids.size(); ++i) pairs.push_back({.id = ids[i], .finding = !report.result.pairs[i].ignored});
  return pairs;
}

std::string pair_id(const Scene& scene, ObjectId a, ObjectId b) {
  CheckResult named;
  named.pairs.emplace_back();
  named.pairs.back().a = a;
  named.pairs.back().b = b;
  return pair_ids(scene, named).front();
}

}  // namespace impinge::cli
