// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/rule_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/rules/baseline.h"
#include "apps/cli/rules/causes.h"
#include "apps/cli/rules/decided.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

std::string words(const std::vector<std::string>& patterns) { return fmt::format("{}", fmt::join(patterns, ", ")); }

std::string name_of(const Rule& rule, std::size_t index) {
  const std::string where = rule.origin.empty() ? fmt::format("rule {}", index) : rule.origin;
  if (where.starts_with("--")) return where;
  return rule.self ? fmt::format("{} ({} with itself)", where, words(rule.a))
                   : fmt::format("{} ({} and {})", where, words(rule.a), words(rule.b));
}

/// Empty for a rule that was good for something.
std::string why_unused(const RuleUse& use) {
  if (use.pairs > 0) return "";
  return use.selected == 0
             ? "fits nothing in the scene"
             : fmt::format("fits {}, all taken by what comes before it", plural(use.selected, "pair", "pairs"));
}

// The findings of the comparison are those of the report, in its order.
const Compared* compared_of(const Report& report, const PairAnswer& pair) {
  if (report.baseline == nullptr || !is_finding(report, pair)) return nullptr;
  const std::string& id = report.ids[static_cast<std::size_t>(&pair - report.result.pairs.data())];
  const auto found = report.baseline->by_id.find(id);
  return found == report.baseline->by_id.end() ? nullptr : &report.baseline->now[found->second];
}

// All, or with a baseline the new ones.
std::vector<Finding> counted_findings(const Report& report) {
  if (report.baseline == nullptr) return findings_of(report).all;
  std::vector<Finding> findings;
  for (const Compared& compared : report.baseline->now)
    if (!compared.known) findings.push_back(compared.finding);
  return findings;
}

// Every rule with its selections and how many pairs fell under it.
Json rules_json(const Report& report) {
  Json list = Json::array();
  const auto rules = report.scene.rules();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const RuleUse& use = report.result.rules[i];
    Json json = {
        {"origin", rules[i].origin}, {"a", rules[i].a}, {"b", rules[i].b}, {"pairs", use.pairs}, {"selected", use.selected}};
    if (const std::string why = why_unused(use); !why.empty()) json["unused"] = why;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

std::string rule_note(const Report& report, const PairAnswer& pair) {
  std::vector<std::string> parts;
  const bool settled = pair.ignored || pair.accepted;
  if (settled)
    parts.push_back(pair.reason.empty() ? "accepted" : "accepted: " + pair.reason);
  else if (!is_finding(report, pair) && pair.verdict == Verdict::touching)
    parts.emplace_back("not counted");
  if (!settled && !pair.reason.empty()) parts.push_back(pair.reason);
  if (!settled && pair.severity != Severity::medium) parts.push_back(fmt::format("severity {}", to_string(pair.severity)));
  if (!pair.statement.empty()) parts.push_back(pair.statement);
  if (std::string decided = decision_note(report, pair); !decided.empty()) parts.push_back(std::move(decided));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string state_text(const Report& report, const PairAnswer& pair) {
  const Compared* const compared = compared_of(report, pair);
  if (compared == nullptr) return "";
  if (compared->known) return "known";
  return compared->was.empty() ? "new" : "new, was " + compared->was;
}

std::string findings_text(const Report& report) {
  std::string text;
  if (report.baseline != nullptr)
    for (const Finding& finding : report.baseline->gone)
      text += printable(fmt::format("gone: {} / {} {} ({})", finding.a, finding.b, to_string(finding.verdict), finding.id)) +
              '\n';
  if (!report.causes) return text;
  const std::vector<Finding> counted = counted_findings(report);
  return text + causes_text(counted, find_causes(counted));
}

void add_findings_json(const Report& report, Json& document) {
  if (report.baseline != nullptr) {
    Json gone = Json::array();
    for (const Finding& finding : report.baseline->gone) gone.push_back(to_json(finding));
    document["gone"] = std::move(gone);
  }
  if (report.causes) {
    const std::vector<Finding> counted = counted_findings(report);
    document["causes"] = causes_json(counted, find_causes(counted));
  }
  document["asked"] = report.result.asked;
  document["skipped"] = skipped_json(report.result.skipped);
  if (!report.scene.rules().empty()) document["rules"] = rules_json(report);
  add_decisions_json(report, document);
}

void add_rule_json(const Report& report, std::size_t index, Json& json) {
  const PairAnswer& pair = report.result.pairs[index];
  json["id"] = report.ids[index];
  json["finding"] = is_finding(report, pair);
  json["rule"] = pair.rule ? Json(*pair.rule) : Json(nullptr);
  json["severity"] = to_string(pair.severity);
  json["ignored"] = pair.ignored;
  if (pair.accepted) json["accepted"] = true;
  if (pair.beyond) json["beyond"] = true;
  if (pair.ignored || !pair.reason.empty()) json["reason"] = pair.reason;
  if (!pair.statement.empty()) json["statement"] = pair.statement;
  add_decision_json(report, pair, json);
  if (const Compared* const compared = compared_of(report, pair)) {
    json["state"] = compared->known ? "known" : "new";
    if (!compared->was.empty()) json["was"] = compared->was;
  }
}

std::string unused_rules_text(const Report& report) {
  std::string text;
  const auto rules = report.scene.rules();
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (const std::string why = why_unused(report.result.rules[i]); !why.empty())
      text += printable(fmt::format("unused: {} {}", name_of(rules[i], i), why)) + '\n';
  return text;
}

std::string skipped_text(const SkippedPairs& skipped) {
  std::vector<std::string> parts;
  if (skipped.ignored > 0) parts.push_back(fmt::format("{} ignored", skipped.ignored));
  if (skipped.unasked > 0) parts.push_back(fmt::format("{} that no rule asks about", skipped.unasked));
  return parts.empty() ? "" : fmt::format("; not computed: {}", fmt::join(parts, ", "));
}

Json skipped_json(const SkippedPairs& skipped) { return {{"ignored", skipped.ignored}, {"unasked", skipped.unasked}}; }

Findings findings_of(const Report& report) {
  Findings findings;
  for (const SceneObject& object : report.scene.objects()) findings.places[object.name] = place_of(object);
  for (std::size_t i = 0; i < report.result.pairs.size(); ++i) {
    const PairAnswer& pair = report.result.pairs[i];
    if (!is_finding(report, pair)) continue;
    findings.all.push_back({report.ids[i], report.scene.object(pair.a).name, report.scene.object(pair.b).name, pair.verdict,
                            to_string(pair.severity)});
  }
  return findings;
}

std::optional<std::string> ignored_because(const Scene& scene, ObjectId a, ObjectId b) {
  for (const IgnoredPair& pair : scene.ignored())
    if (pair.a == std::min(a, b) && pair.b == std::max(a, b)) return pair.reason;
  const Rule* const rule = scene.find_rule(a, b);
  return rule != nullptr && rule->ignore ? std::optional(rule->reason) : std::nullopt;
}

}  // namespace impinge::cli
