// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// JUnit XML as build servers read it: suites of cases, each of which passes, fails or is skipped. There is no one schema;
// elements and attributes here are those that all of them know.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <impinge/io.h>

#include <vector>

#include "io/exchange/plain_text.h"
#include "io/exchange/review_words.h"
#include "io/exchange/xml_writer.h"

namespace impinge {
namespace {

constexpr std::size_t kNamedFindings = 20;  // in the message of a rule

/// What a rule, or the lack of one, was good for.
struct RuleCase {
  std::string name;
  std::string skipped{};                   ///< why nothing fell under it
  std::vector<const ReviewItem*> found{};  ///< the findings that count
};

std::vector<RuleCase> rule_cases(const Review& review) {
  std::vector<RuleCase> cases;
  const auto rules = review.scene->rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto number = static_cast<std::uint32_t>(i);
    cases.push_back({fmt::format("{} ({})", io::rule_name(review, number), io::rule_selections(rules[i]))});
    if (i >= review.rules.size() || review.rules[i].pairs > 0) continue;
    cases.back().skipped =
        review.rules[i].selected == 0 ? "fits nothing in the scene" : "all it fits is taken by other rules";
  }
  // Pairs that no rule is about; without rules all of them. So there is always a case, as servers want it.
  cases.push_back({rules.empty() ? "all pairs" : "pairs without a rule"});
  for (const ReviewItem& item : review.items)
    if (item.state == ReviewState::finding)
      cases[item.rule.value_or(static_cast<std::uint32_t>(rules.size()))].found.push_back(&item);
  return cases;
}

void write_rule(io::XmlWriter& xml, const Review& review, const RuleCase& rule) {
  const std::string suite = fmt::format("impinge.{}.rules", review.command);
  if (rule.found.empty() && rule.skipped.empty())
    return xml.empty("testcase", {{"classname", suite}, {"name", rule.name}, {"time", "0"}});
  xml.open("testcase", {{"classname", suite}, {"name", rule.name}, {"time", "0"}});
  if (rule.found.empty()) {
    xml.empty("skipped", {{"message", rule.skipped}});
  } else {
    std::string text;
    for (std::size_t i = 0; i < rule.found.size() && i < kNamedFindings; ++i)
      text += io::headline(review, *rule.found[i]) + '\n';
    if (rule.found.size() > kNamedFindings) text += fmt::format("and {} more\n", rule.found.size() - kNamedFindings);
    xml.leaf("failure", text, {{"message", io::counted(rule.found.size(), "finding", "findings")}, {"type", "rule"}});
  }
  xml.close();
}

void write_item(io::XmlWriter& xml, const Review& review, const ReviewItem& item) {
  const std::string suite = fmt::format("impinge.{}.findings", review.command);
  // Ids keep cases apart whose names are clipped, and hold on to them from run to run.
  const std::string name =
      item.id.empty() ? io::pair_words(review, item) : fmt::format("{} ({})", io::pair_words(review, item), item.id);
  const std::string text = fmt::format("{}\n", fmt::join(io::item_lines(review, item), "\n"));
  xml.open("testcase", {{"classname", suite}, {"name", name}, {"time", "0"}});
  if (item.state == ReviewState::finding)
    xml.leaf("failure", text, {{"message", io::headline(review, item)}, {"type", item.verdict}});
  else
    xml.empty("skipped", {{"message", fmt::format("{}, {}", item.verdict, io::state_words(item))}});
  if (item.state != ReviewState::finding) xml.leaf("system-out", text);
  xml.close();
}

/// Some servers refuse more than thousandths.
std::string seconds(double value) { return fmt::format("{:.3f}", value); }

}  // namespace

std::string junit_text(const Review& review) {
  const std::vector<RuleCase> rules = rule_cases(review);
  std::size_t broken = 0, unused = 0;
  for (const RuleCase& rule : rules) {
    broken += rule.found.empty() ? 0 : 1;
    unused += rule.found.empty() && !rule.skipped.empty() ? 1 : 0;
  }
  const std::size_t failed = io::count_of(review, ReviewState::finding), items = review.items.size();
  const auto text = [](std::size_t count) { return fmt::format("{}", count); };
  io::XmlWriter xml;
  xml.open("testsuites", {{"name", "impinge " + review.command},
                          {"tests", text(rules.size() + items)},
                          {"failures", text(broken + failed)},
                          {"errors", "0"},
                          {"time", seconds(review.seconds)}});
  xml.open("testsuite", {{"name", "rules"},
                         {"tests", text(rules.size())},
                         {"failures", text(broken)},
                         {"errors", "0"},
                         {"skipped", text(unused)},
                         {"time", seconds(review.seconds)}});
  for (const RuleCase& rule : rules) write_rule(xml, review, rule);
  xml.close();
  xml.open("testsuite", {{"name", "findings"},
                         {"tests", text(items)},
                         {"failures", text(failed)},
                         {"errors", "0"},
                         {"skipped", text(items - failed)},
                         {"time", seconds(0)}});
  for (const ReviewItem& item : review.items) write_item(xml, review, item);
  xml.close();
  xml.close();
  return xml.take();
}

}  // namespace impinge
