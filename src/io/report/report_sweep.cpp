// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io.h>

#include <map>

#include "io/report/report_document.h"
#include "io/report/report_findings.h"
#include "io/report/report_scene.h"
#include "io/report/report_views.h"

namespace impinge {
namespace {

using io::OrderedJson;
using io::ReportPage;

/// The answer at the worst moment, or what the motion alone tells.
PairAnswer answer_of(const SweptPair& pair) {
  PairAnswer answer;
  if (pair.overlap) answer = pair.overlap->answer;
  answer.a = pair.a;
  answer.b = pair.b;
  answer.ignored = pair.ignored;
  if (!pair.reason.empty()) answer.reason = pair.reason;
  if (pair.overlap) return answer;
  answer.verdict = pair.worst_crossing_count > 0 ? Verdict::crossing
                   : pair.first_contact          ? Verdict::touching
                                                 : Verdict::near;
  if (pair.first_contact) answer.witness = Witness{pair.first_contact->point, pair.first_contact->point, {}, {}};
  return answer;
}

OrderedJson swept_json(const SweptPair& pair, OrderedJson curve) {
  OrderedJson intervals = OrderedJson::array();
  for (const ContactInterval& i : pair.intervals) intervals.push_back({i.begin, i.end});
  OrderedJson json = {{"intervals", std::move(intervals)},
                      {"worst_t", pair.overlap ? pair.overlap->t : pair.worst_t},
                      {"worst_crossing", pair.worst_crossing_count}};
  if (pair.first_contact)
    json["first"] = {{"t", pair.first_contact->t}, {"point", io::point_json(pair.first_contact->point)}};
  if (const auto& least = pair.least_distance)
    json["least"] = {{"value", least->value}, {"low", least->low}, {"high", least->high}, {"t", least->t}};
  if (!curve.empty()) json["curve"] = std::move(curve);
  return json;
}

using Curves = std::map<std::pair<std::uint32_t, std::uint32_t>, OrderedJson>;

Curves curves_of(const SweepResult& result) {
  Curves curves;
  for (const DistanceSample& sample : result.curve) {
    OrderedJson& curve = curves.try_emplace({sample.a.value, sample.b.value}, OrderedJson::array()).first->second;
    curve.push_back({sample.t, sample.distance});
  }
  return curves;
}

}  // namespace

void write_report(const Scene& scene, const SweepResult& result, const std::filesystem::path& file,
                  const ReportOptions& options) {
  ReportPage page;
  OrderedJson document = io::begin_document("sweep", scene, options);
  std::vector<bool> named(scene.objects().size(), false);
  for (const SweptPair& pair : result.pairs) named[pair.a.value] = named[pair.b.value] = true;
  io::add_scene(scene, named, options.max_faces, page, document);
  Curves curves = curves_of(result);
  OrderedJson pairs = OrderedJson::array();
  for (std::size_t i = 0; i < result.pairs.size(); ++i) {
    const SweptPair& swept = result.pairs[i];
    const PairAnswer answer = answer_of(swept);
    OrderedJson json = io::pair_json(answer, page);
    // Without a clearance the distance at the worst moment says nothing.
    json.erase("distance");
    io::add_known(options, i, !swept.ignored, json);
    const auto curve = curves.find({swept.a.value, swept.b.value});
    json["swept"] = swept_json(swept, curve == curves.end() ? OrderedJson::array() : std::move(curve->second));
    if (const auto focus = io::focus_of(answer)) io::add_view(*focus, io::ReportViews::guess(*focus), json);
    pairs.push_back(std::move(json));
  }
  document["pairs"] = std::move(pairs);
  document["asked"] = result.asked;
  document["duration"] = result.duration;
  io::end_document(scene, result.stats, document);
  page.write(document, file);
}

}  // namespace impinge
