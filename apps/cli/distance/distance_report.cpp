// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "apps/cli/distance/distance_answer.h"
#include "apps/cli/report_json.h"
#include "apps/cli/reports.h"
#include "apps/cli/text_table.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

using Align = TextTable::Align;

std::string histogram_text(const DistanceSummary& s, const std::string& units) {
  constexpr int kWidest = 40;
  TextTable table({{fmt::format("from [{}]", units), Align::right}, {"to", Align::right}, {"points", Align::right}, {""}});
  std::uint64_t most = 1;
  for (const std::uint64_t count : s.bins) most = std::max(most, count);
  const double n = static_cast<double>(s.bins.size()), width = (s.bins_high - s.bins_low) / n;
  for (std::size_t i = 0; i < s.bins.size(); ++i) {
    const double low = s.bins_low + width * static_cast<double>(i);
    const auto length =
        static_cast<std::size_t>(std::ceil(kWidest * static_cast<double>(s.bins[i]) / static_cast<double>(most)));
    table.add({number(low, 5), number(i + 1 == s.bins.size() ? s.bins_high : low + width, 5), fmt::format("{}", s.bins[i]),
               std::string(length, '#')});
  }
  return table.text("  ");
}

std::string sides_text(const DistanceAnswer& answer, const DistanceSummary& s) {
  std::string text = fmt::format("{} outside, {} inside, {} on the surface", s.outside, s.inside, s.on);
  if (s.undecided > 0) text += fmt::format(", {} undecided", s.undecided);
  if (answer.points.certainty != Certainty::proved) text += fmt::format(" ({})", to_string(answer.points.certainty));
  if (s.beyond > 0) text += fmt::format("; {} beyond the range", s.beyond);
  return text;
}

std::string limits_text(const DistanceAnswer& answer, const DistanceSummary& s) {
  std::string text;
  const auto say = [&](const std::optional<double>& limit, const char* word, std::uint64_t count) {
    if (!limit) return;
    text += fmt::format("{} {} {}: {}\n", word, number(*limit), answer.scene.units,
                        count == 0 ? "kept" : fmt::format("not kept by {}", plural(count, "point", "points")));
  };
  say(answer.limits.least, "at least", s.below_limit);
  say(answer.limits.most, "at most", s.above_limit);
  return text;
}

/// A point with its distance, and the nearest one of the body where it has faces.
Json place_json(const DistanceAnswer& answer, std::uint32_t i) {
  Json json = {{"index", i}, {"point", point_json(answer.cloud.points[i])}, {"distance", answer.points.distances[i]}};
  if (answer.points.faces[i] != PointAnswers::kNone) json["face"] = answer.points.faces[i];
  json["nearest"] = point_json(answer.points.nearest[i]);
  return json;
}

Json percentiles_json(const DistanceSummary& s) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kPercentiles.size(); ++i)
    json[fmt::format("{}", kPercentiles[i])] = s.measured > 0 ? Json(s.percentiles[i]) : Json(nullptr);
  return json;
}

Json limits_json(const DistanceAnswer& answer, const DistanceSummary& s) {
  Json json = Json::object();
  if (answer.limits.least) json["min"] = {{"limit", *answer.limits.least}, {"points", s.below_limit}};
  if (answer.limits.most) json["max"] = {{"limit", *answer.limits.most}, {"points", s.above_limit}};
  return json;
}

/// How far bounds from below stay behind the distances, of shapes without faces.
Json bounds_json(const DistanceAnswer& answer) {
  double widest = 0;
  for (std::size_t i = 0; i < answer.points.least_distances.size(); ++i)
    if (const double d = std::fabs(answer.points.distances[i]); std::isfinite(d))
      widest = std::max(widest, d - answer.points.least_distances[i]);
  return {{"widest", widest}};
}

std::string body_text(const DistanceAnswer& answer) {
  const SceneObject& object = answer.scene.object(answer.body);
  if (object.shape) return fmt::format("{} (a shape without faces)", printable(answer.b));
  return fmt::format("{} ({}, {})", printable(answer.b), plural(object.mesh.faces().size(), "face", "faces"),
                     closed_word(object.mesh.report()));
}

}  // namespace

std::string format_distance_table(const DistanceAnswer& answer, const DistanceSummary& s) {
  const std::string& units = answer.scene.units;
  std::string text;
  if (s.measured > 0) {
    text += histogram_text(s, units) + '\n';
    TextTable table({{"min", Align::right},
                     {"5 %", Align::right},
                     {"median", Align::right},
                     {"95 %", Align::right},
                     {"max", Align::right},
                     {"mean", Align::right},
                     {"rms", Align::right},
                     {"deviation", Align::right}});
    table.add({number(s.min), number(s.percentiles[1]), number(s.percentiles[4]), number(s.percentiles[7]), number(s.max),
               number(s.mean), number(s.rms), number(s.deviation)});
    text += table.text("  ") + '\n';
  }
  text += limits_text(answer, s);
  if (!answer.points.least_distances.empty())
    text += "distances are to the nearest crossing found, not below the truth; --json and --csv have bounds from below\n";
  return text + fmt::format("{} of {} against {}: {}\n", plural(answer.cloud.points.size(), "point", "points"),
                            printable(answer.a), body_text(answer), sides_text(answer, s));
}

std::string format_distance_json(const DistanceAnswer& answer, const DistanceSummary& s) {
  const auto told = [&](double value) { return s.measured > 0 ? Json(value) : Json(nullptr); };
  const SceneObject& object = answer.scene.object(answer.body);
  Json document = {{"schema", "impinge.distance/1"},
                   {"units", answer.scene.units},
                   {"a", answer.a},
                   {"b", answer.b},
                   {"closed", is_closed(object)},
                   {"certainty", to_string(answer.points.certainty)},
                   {"points", answer.cloud.points.size()},
                   {"min", told(s.min)},
                   {"max", told(s.max)},
                   {"mean", told(s.mean)},
                   {"rms", told(s.rms)},
                   {"deviation", told(s.deviation)},
                   {"percentiles", percentiles_json(s)},
                   {"inside", s.inside},
                   {"outside", s.outside},
                   {"on", s.on},
                   {"undecided", s.undecided},
                   {"beyond", s.beyond}};
  document["histogram"] = {{"low", told(s.bins_low)}, {"high", told(s.bins_high)}, {"counts", s.bins}};
  if (s.measured > 0) {
    document["least"] = place_json(answer, s.least);
    document["most"] = place_json(answer, s.most);
  }
  if (!answer.points.least_distances.empty()) document["bounds"] = bounds_json(answer);
  if (answer.limits.any()) document["limits"] = limits_json(answer, s);
  document["finding"] = s.is_finding();
  document["milliseconds"] = answer.milliseconds;
  // As for checks: bytes of a name that are no UTF-8 become U+FFFD.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string format_distance_csv(const DistanceAnswer& answer) {
  const std::string& u = answer.scene.units;
  const PointAnswers& p = answer.points;
  const bool bounds = !p.least_distances.empty();
  std::string text = fmt::format(
      "index,x [{0}],y [{0}],z [{0}],distance [{0}]{1},side,face,nearest_x [{0}],nearest_y [{0}],"
      "nearest_z [{0}]\n",
      u, bounds ? fmt::format(",least [{}]", u) : "");
  const auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < answer.cloud.points.size(); ++i) {
    const Vec3 &at = answer.cloud.points[i], &n = p.nearest[i];
    const bool found = std::isfinite(p.distances[i]);
    fmt::format_to(out, "{},{},{},{},", i, at.x(), at.y(), at.z());
    if (found) fmt::format_to(out, "{}", p.distances[i]);
    if (bounds) fmt::format_to(out, ",{}", p.least_distances[i]);
    fmt::format_to(out, ",{},", to_string(p.sides[i]));
    if (p.faces[i] != PointAnswers::kNone) fmt::format_to(out, "{}", p.faces[i]);
    if (found)
      fmt::format_to(out, ",{},{},{}\n", n.x(), n.y(), n.z());
    else
      fmt::format_to(out, ",,,\n");
  }
  return text;
}

}  // namespace impinge::cli
