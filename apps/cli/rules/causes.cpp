// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/rules/causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

constexpr std::size_t kNamesShown = 6;  // of the parts that one part meets

// The greatest severity of its findings.
std::string severity_of(const std::vector<Finding>& findings, const Cause& cause) {
  Severity worst = Severity::low;
  for (const std::size_t i : cause.findings) {
    Severity severity = Severity::low;
    from_string(findings[i].severity, severity);
    worst = std::max(worst, severity);
  }
  return to_string(worst);
}

}  // namespace

std::vector<Cause> find_causes(const std::vector<Finding>& findings) {
  std::map<std::string, std::set<std::size_t>> left;
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (const std::string& name : {findings[i].a, findings[i].b}) left[name].insert(i);
  // By how many findings an object has left, then by name.
  using Entry = std::pair<std::int64_t, std::string>;
  std::set<Entry> order;
  const auto count = [&](const std::string& name) { return -static_cast<std::int64_t>(left[name].size()); };
  for (const auto& [name, mine] : left) order.insert({count(name), name});
  std::vector<Cause> causes;
  while (!order.empty() && order.begin()->first < -1) {
    const std::string name = order.begin()->second;
    Cause cause{{name}, {left[name].begin(), left[name].end()}};
    for (const std::size_t i : cause.findings)
      for (const std::string& other : {findings[i].a, findings[i].b}) {
        order.erase({count(other), other});
        left[other].erase(i);
        if (!left[other].empty()) order.insert({count(other), other});
      }
    causes.push_back(std::move(cause));
  }
  for (std::size_t i = 0; i < findings.size(); ++i)
    if (left[findings[i].a].contains(i)) causes.push_back({{findings[i].a, findings[i].b}, {i}});
  return causes;
}

std::string causes_text(const std::vector<Finding>& findings, const std::vector<Cause>& causes) {
  TextTable table({{"cause"}, {"findings", TextTable::Align::right}, {"severity"}, {"with"}});
  for (const Cause& cause : causes) {
    const std::string& part = cause.objects.front();
    std::vector<std::string> others;
    for (const std::size_t i : cause.findings) {
      const Finding& finding = findings[i];
      others.push_back(finding.a == finding.b ? "(itself)" : finding.a == part ? finding.b : finding.a);
    }
    const std::size_t hidden = others.size() > kNamesShown ? others.size() - kNamesShown : 0;
    others.resize(others.size() - hidden);
    table.add({part, fmt::format("{}", cause.findings.size()), severity_of(findings, cause),
               fmt::format("{}{}", fmt::join(others, ", "), hidden > 0 ? fmt::format(" and {} more", hidden) : "")});
  }
  return table.empty() ? "" : table.text("  ") + '\n';
}

Json causes_json(const std::vector<Finding>& findings, const std::vector<Cause>& causes) {
  Json list = Json::array();
  for (const Cause& cause : causes) {
    Json ids = Json::array();
    for (const std::size_t i : cause.findings) ids.push_back(findings[i].id);
    list.push_back({{"objects", cause.objects}, {"findings", std::move(ids)}, {"severity", severity_of(findings, cause)}});
  }
  return list;
}

}  // namespace impinge::cli
