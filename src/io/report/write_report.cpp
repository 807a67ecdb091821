// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io.h>

#include "io/report/report_document.h"
#include "io/report/report_findings.h"
#include "io/report/report_scene.h"
#include "io/report/report_views.h"

namespace impinge {
namespace io {

namespace {

/// As the page saves it.
OrderedJson decision_json(const Decision& decision) {
  return {{"id", decision.id},
          {"a", decision.a},
          {"b", decision.b},
          {"state", to_string(decision.state)},
          {"reason", decision.reason},
          {"assignee", decision.assignee},
          {"comment", decision.comment},
          {"verdict", decision.verdict ? to_string(*decision.verdict) : ""}};
}

}  // namespace

OrderedJson begin_document(const char* kind, const Scene& scene, const ReportOptions& options) {
  OrderedJson document = {{"schema", "impinge.report/1"}, {"kind", kind}, {"title", options.title}, {"units", scene.units}};
  if (options.decisions.empty()) return document;
  OrderedJson& list = document["decisions"] = OrderedJson::array();
  for (const Decision& decision : options.decisions) list.push_back(decision_json(decision));
  return document;
}

void end_document(const Scene& scene, const Stats& stats, OrderedJson& document) {
  OrderedJson rules = OrderedJson::array();
  for (const Rule& rule : scene.rules())
    rules.push_back({{"origin", rule.origin}, {"a", rule.a}, {"b", rule.b}, {"reason", rule.reason}});
  document["rules"] = std::move(rules);
  document["stats"] = {{"method", stats.methods}, {"threads", stats.threads}, {"total_ms", stats.total_ms}};
}

void add_known(const ReportOptions& options, std::size_t i, bool finding, OrderedJson& json) {
  if (i < options.pairs.size()) {
    const ReportPair& known = options.pairs[i];
    json["id"] = known.id;
    json["finding"] = known.finding;
    if (!known.state.empty()) json["state"] = known.state;
    if (!known.was.empty()) json["was"] = known.was;
    return;
  }
  json["id"] = std::to_string(i);
  json["finding"] = finding;
}

}  // namespace io

void write_report(const Scene& scene, const CheckResult& result, const std::filesystem::path& file,
                  const ReportOptions& options) {
  using io::OrderedJson;
  io::ReportPage page;
  OrderedJson document = io::begin_document("check", scene, options);
  std::vector<bool> named(scene.objects().size(), false);
  for (const PairAnswer& pair : result.pairs) named[pair.a.value] = named[pair.b.value] = true;
  io::add_scene(scene, named, options.max_faces, page, document);
  io::ReportViews views(scene);
  OrderedJson pairs = OrderedJson::array();
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const PairAnswer& pair = result.pairs[i];
    OrderedJson json = io::pair_json(pair, page);
    io::add_known(options, i, !pair.ignored && !pair.accepted, json);
    if (const auto focus = io::focus_of(pair)) io::add_view(*focus, views.choose(pair, *focus), json);
    pairs.push_back(std::move(json));
  }
  document["pairs"] = std::move(pairs);
  document["asked"] = result.asked;
  io::end_document(scene, result.stats, document);
  page.write(document, file);
}

}  // namespace impinge
