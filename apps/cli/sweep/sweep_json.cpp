// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/rule_report.h"
#include "apps/cli/sweep/sweep_reports.h"

namespace impinge::cli {
namespace {

Json face(const std::optional<std::uint32_t>& f) { return f ? Json(*f) : Json(nullptr); }

Json to_json(const FirstContact& c) {
  return {{"t", c.t},
          {"point", Json::array({c.point.x(), c.point.y(), c.point.z()})},
          {"a_face", face(c.a_face)},
          {"b_face", face(c.b_face)}};
}

Json to_json(const LeastDistance& d) { return {{"value", d.value}, {"low", d.low}, {"high", d.high}, {"t", d.t}}; }

Json to_json(const Enclosure& e) {
  return {{"begin", e.begin},
          {"end", e.end},
          {"t", e.t},
          {"verdict", to_string(e.verdict)},
          {"winding", e.winding ? Json(*e.winding) : Json(nullptr)},
          {"point", Json::array({e.point.x(), e.point.y(), e.point.z()})}};
}

// Contacts and distances are certified; what winding numbers tell is not.
Certainty certainty_of(const SweptPair& pair) {
  return pair.first_contact || !pair.enclosed ? Certainty::proved : pair.enclosed->certainty;
}

Json to_json(const OverlapMoment& moment, const OverlapAsked& asked) {
  Json json = {{"t", moment.t}, {"verdict", to_string(moment.answer.verdict)}};
  add_overlap_json(json, moment.answer, asked);
  return json;
}

Json to_json(const Scene& scene, const SweptPair& pair, const OverlapAsked& asked) {
  Json intervals = Json::array();
  for (const ContactInterval& i : pair.intervals) intervals.push_back(Json::array({i.begin, i.end}));
  Json json = {{"a", scene.object(pair.a).name},
               {"b", scene.object(pair.b).name},
               {"certainty", to_string(certainty_of(pair))},
               {"first_contact", pair.first_contact ? to_json(*pair.first_contact) : Json(nullptr)},
               {"intervals", std::move(intervals)},
               {"worst_t", pair.worst_t},
               {"worst_crossing_count", pair.worst_crossing_count},
               {"least_distance", pair.least_distance ? to_json(*pair.least_distance) : Json(nullptr)},
               {"enclosed", pair.enclosed ? to_json(*pair.enclosed) : Json(nullptr)},
               {"ignored", pair.ignored}};
  if (asked.any()) json["overlap"] = pair.overlap ? to_json(*pair.overlap, asked) : Json(nullptr);
  if (pair.ignored) json["reason"] = pair.reason;
  return json;
}

Json to_json(const CullStats& c) {
  const double share = c.faces == 0 ? 0 : static_cast<double>(c.faces_dropped) / static_cast<double>(c.faces);
  return {{"pairs", c.pairs},
          {"faces", c.faces},
          {"faces_dropped", c.faces_dropped},
          {"dropped_share", share},
          {"by_plane", c.by_plane},
          {"face_pairs", c.face_pairs},
          {"face_pairs_saved", c.face_pairs_saved},
          {"refused",
           {{"open surface: a face has no outside", c.refused_open},
            {"in contact when the step begins: separating faces may meet", c.refused_contact},
            {"not proved to look outwards: a normal does not tell the outside", c.refused_inward}}}};
}

}  // namespace

CheckResult overlaps_of(const SweepResult& result) {
  CheckResult overlaps;
  for (const SweptPair& pair : result.pairs)
    if (pair.overlap) overlaps.pairs.push_back(pair.overlap->answer);
  return overlaps;
}

std::string format_json(const SweepReport& report) {
  const SweepResult& result = report.result;
  Json objects = Json::array();
  for (const SceneObject& o : report.scene.objects())
    objects.push_back(
        {{"name", o.name}, {"faces", o.mesh.faces().size()}, {"closed", o.mesh.closed()}, {"moves", o.motion != nullptr}});
  Json pairs = Json::array();
  for (const SweptPair& pair : result.pairs) pairs.push_back(to_json(report.scene, pair, report.overlap));
  Json stages = Json::array();
  for (const StageStats& s : result.stats.stages)
    stages.push_back({{"name", s.name}, {"ms", s.ms}, {"in", s.in}, {"out", s.out}});
  Json document = {{"schema", "impinge.sweep/1"}, {"units", report.scene.units},   {"duration", result.duration},
                   {"steps", result.steps},       {"objects", std::move(objects)}, {"pairs", std::move(pairs)}};
  document["asked"] = result.asked;
  document["skipped"] = skipped_json(result.skipped);
  if (report.clearance) {
    Json curve = Json::array();
    for (const DistanceSample& s : result.curve)
      curve.push_back({{"t", s.t},
                       {"a", report.scene.object(s.a).name},
                       {"b", report.scene.object(s.b).name},
                       {"distance", s.distance}});
    document["clearance"] = *report.clearance;
    document["curve"] = std::move(curve);
  }
  if (result.cull) document["velocity_backface"] = to_json(*result.cull);
  document["stats"] = {{"method", result.stats.methods},
                       {"backend", result.stats.backend},
                       {"threads", result.stats.threads},
                       {"total_ms", result.stats.total_ms},
                       {"stages", std::move(stages)}};
  if (!result.stats.not_as_asked.empty()) document["stats"]["not_as_asked"] = result.stats.not_as_asked;
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string format_curve_csv(const SweepReport& report) {
  std::string text = "t,a,b,distance\n";
  for (const DistanceSample& s : report.result.curve)
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", s.t, csv_field(report.scene.object(s.a).name),
                   csv_field(report.scene.object(s.b).name), s.distance);
  return text;
}

}  // namespace impinge::cli
