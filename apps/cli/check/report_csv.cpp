// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>

#include <iterator>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/rule_report.h"

namespace impinge::cli {
namespace {

template <typename Number>
std::string field(const std::optional<Number>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string point_fields(const Vec3* point) {
  return point != nullptr ? fmt::format("{},{},{}", point->x(), point->y(), point->z()) : ",,";
}

std::string header(const std::string& unit, const OverlapAsked& asked) {
  std::string text = "a,b,verdict,certainty,finding,face_pairs,crossing_face_pairs,touching_face_pairs";
  text += fmt::format(",distance [{0}],a_x [{0}],a_y [{0}],a_z [{0}],b_x [{0}],b_y [{0}],b_z [{0}]", unit);
  text += fmt::format(",a_face,b_face,overlap_volume [{0}^3],overlap_volume_low [{0}^3],overlap_volume_high [{0}^3]", unit);
  text += fmt::format(",depth [{0}],depth_low [{0}],depth_high [{0}],depth_x,depth_y,depth_z,accepted,reason", unit);
  text += ",id,rule,severity,state,statement";
  if (asked.solid) text += ",lumps";
  if (asked.parting) text += fmt::format(",parting [{0}],parting_at_least [{0}],parting_x,parting_y,parting_z", unit);
  return text + '\n';
}

/// The columns that are only there when they were asked for.
std::string overlap_fields(const PairAnswer& pair, const OverlapAsked& asked) {
  std::string text;
  const Overlap* const overlap = pair.overlap.get();
  if (asked.solid) text += overlap != nullptr && overlap->solid ? fmt::format(",{}", overlap->solid->lumps.size()) : ",";
  if (!asked.parting) return text;
  if (overlap == nullptr || !overlap->parting) return text + ",,,,,";
  const LeastParting& parting = *overlap->parting;
  return text + fmt::format(",{},{},{}", parting.length, parting.at_least, point_fields(&parting.direction));
}

std::string row(const Report& report, const PairAnswer& pair) {
  const Witness* const witness = pair.witness ? &*pair.witness : nullptr;
  const auto count = [&](std::uint64_t n) { return report.verdicts ? std::string() : fmt::format("{}", n); };
  const auto bounded = [](const std::optional<Bounded>& x) {
    return x ? fmt::format("{},{},{}", x->value, x->low, x->high) : ",,";
  };
  const auto yes = [](bool is) { return is ? "yes" : "no"; };
  const std::string fields[] = {
      csv_field(report.scene.object(pair.a).name),
      csv_field(report.scene.object(pair.b).name),
      to_string(pair.verdict),
      to_string(pair.certainty),
      yes(is_finding(report, pair)),
      count(pair.face_pair_count),
      count(pair.crossing_count),
      count(pair.touching_count),
      field(pair.distance),
      point_fields(witness != nullptr ? &witness->a_point : nullptr),
      point_fields(witness != nullptr ? &witness->b_point : nullptr),
      witness != nullptr ? field(witness->a_face) : "",
      witness != nullptr ? field(witness->b_face) : "",
      bounded(volume_of(pair)),
      bounded(pair.depth),
      point_fields(pair.depth_direction ? &*pair.depth_direction : nullptr),
      yes(pair.ignored || pair.accepted),
      csv_field(pair.reason),
      report.ids[static_cast<std::size_t>(&pair - report.result.pairs.data())],
      field(pair.rule),
      to_string(pair.severity),
      csv_field(state_text(report, pair)),
      csv_field(pair.statement),
  };
  return fmt::format("{}{}\n", fmt::join(fields, ","), overlap_fields(pair, report.overlap));
}

}  // namespace

std::string format_pairs_csv(const Report& report) {
  std::string text = header(report.scene.units, report.overlap);
  for (const PairAnswer& pair : report.result.pairs) text += row(report, pair);
  return text;
}

/// RFC 4180: a field with a comma, a quote or a line break stands in quotes, and its quotes are doubled.
std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string text = "\"";
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string format_face_pairs_csv(const Report& report) {
  std::string text = "a,b,a_face,b_face,relation\n";
  for (const PairAnswer& pair : report.result.pairs) {
    const std::string names =
        csv_field(report.scene.object(pair.a).name) + ',' + csv_field(report.scene.object(pair.b).name);
    for (const FacePair& faces : pair.face_pairs) {
      fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", names, faces.a_face, faces.b_face,
                     to_string(faces.relation));
    }
  }
  return text;
}

}  // namespace impinge::cli
