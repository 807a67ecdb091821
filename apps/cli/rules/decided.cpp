// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/decided.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unordered_map>

#include "apps/cli/rules/baseline.h"
#include "apps/cli/text_table.h"

namespace impinge::cli {
namespace {

constexpr const char* kFitsNothing = "fits nothing that was found";

std::string names_of(const Decision& decision) {
  return decision.a.empty() && decision.b.empty() ? decision.id : fmt::format("{} and {}", decision.a, decision.b);
}

}  // namespace

bool is_outdated(const Decision& decision, const PairAnswer& pair) {
  return decision.state == DecisionState::accepted && decision.verdict && is_worse(pair.verdict, *decision.verdict);
}

Decided decide(std::vector<Decision> decisions, const std::vector<std::string>& ids, CheckResult& result) {
  Decided decided{std::move(decisions), std::vector<const Decision*>(ids.size(), nullptr), {}};
  decided.fits.resize(decided.all.size(), false);
  std::unordered_map<std::string, std::size_t> by_id;
  for (std::size_t i = 0; i < decided.all.size(); ++i) by_id.emplace(decided.all[i].id, i);
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const auto found = by_id.find(ids[k]);
    if (found == by_id.end()) continue;
    const Decision& decision = decided.all[found->second];
    PairAnswer& pair = result.pairs[k];
    decided.fits[found->second] = true;
    decided.of_pair[k] = &decision;
    if (decision.state != DecisionState::accepted || is_outdated(decision, pair)) continue;
    pair.accepted = true;
    if (!decision.reason.empty()) pair.reason = decision.reason;
  }
  return decided;
}

const Decision* decision_of(const Report& report, const PairAnswer& pair) {
  if (report.decided == nullptr) return nullptr;
  return report.decided->of_pair[static_cast<std::size_t>(&pair - report.result.pairs.data())];
}

std::string decision_note(const Report& report, const PairAnswer& pair) {
  const Decision* const decision = decision_of(report, pair);
  if (decision == nullptr) return "";
  std::vector<std::string> parts;
  if (is_outdated(*decision, pair)) parts.push_back(fmt::format("accepted as {}, worse now", to_string(*decision->verdict)));
  if (decision->state == DecisionState::assigned)
    parts.push_back(decision->assignee.empty() ? "assigned" : "assigned to " + decision->assignee);
  if (!decision->comment.empty()) parts.push_back(decision->comment);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string unused_decisions_text(const Report& report) {
  std::string text;
  if (report.decided == nullptr) return text;
  for (std::size_t i = 0; i < report.decided->all.size(); ++i) {
    const Decision& decision = report.decided->all[i];
    if (!report.decided->fits[i])
      text += printable(fmt::format("unused: {} ({}) {}", decision.origin, names_of(decision), kFitsNothing)) + '\n';
  }
  return text;
}

void add_decision_json(const Report& report, const PairAnswer& pair, Json& json) {
  const Decision* const decision = decision_of(report, pair);
  if (decision == nullptr) return;
  Json said = {{"state", to_string(decision->state)}};
  if (!decision->reason.empty()) said["reason"] = decision->reason;
  if (!decision->assignee.empty()) said["assignee"] = decision->assignee;
  if (!decision->comment.empty()) said["comment"] = decision->comment;
  if (is_outdated(*decision, pair)) said["was"] = to_string(*decision->verdict);
  json["decision"] = std::move(said);
}

void add_decisions_json(const Report& report, Json& document) {
  if (report.decided == nullptr) return;
  Json list = Json::array();
  for (std::size_t i = 0; i < report.decided->all.size(); ++i) {
    const Decision& decision = report.decided->all[i];
    Json json = {{"id", decision.id}, {"origin", decision.origin}, {"state", to_string(decision.state)}};
    if (!report.decided->fits[i]) json["unused"] = kFitsNothing;
    list.push_back(std::move(json));
  }
  document["decisions"] = std::move(list);
}

}  // namespace impinge::cli
