// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// The overlap of a pair as JSON and as a note of the table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/wording.h"

namespace impinge::cli {
namespace {

Json points_json(std::span<const Vec3> points) {
  Json list = Json::array();
  for (const Vec3& point : points) list.push_back(point_json(point));
  return list;
}

Json curves_json(std::span<const ContactCurve> curves) {
  Json list = Json::array();
  for (const ContactCurve& curve : curves)
    list.push_back({{"closed", curve.closed}, {"length", curve.length}, {"points", points_json(curve.points)}});
  return list;
}

Json patches_json(std::span<const ContactPatch> patches) {
  Json list = Json::array();
  for (const ContactPatch& patch : patches) {
    Json outline = Json::array();
    for (const std::vector<Vec3>& ring : patch.outline) outline.push_back(points_json(ring));
    list.push_back({{"area", patch.area}, {"normal", point_json(patch.normal)}, {"outline", std::move(outline)}});
  }
  return list;
}

Json pushes_json(std::span<const PushPoint> pushes) {
  Json list = Json::array();
  for (const PushPoint& push : pushes)
    list.push_back({{"lump", push.lump},
                    {"point", point_json(push.point)},
                    {"normal", point_json(push.normal)},
                    {"depth", push.depth}});
  return list;
}

Json parting_json(const LeastParting& parting, std::span<const PushPoint> pushes) {
  return {{"direction", point_json(parting.direction)},
          {"length", parting.length},
          {"at_least", parting.at_least},
          {"reason", parting.reason},
          {"points", pushes_json(pushes)}};
}

}  // namespace

std::optional<Bounded> volume_of(const PairAnswer& pair) {
  if (!pair.overlap || !pair.overlap->solid) return pair.overlap_volume;
  const double volume = pair.overlap->solid->volume;
  return Bounded{volume, volume, volume};
}

Json lumps_json(std::span<const Lump> lumps) {
  Json list = Json::array();
  for (const Lump& lump : lumps)
    list.push_back({{"volume", lump.volume},
                    {"area", lump.area},
                    {"centroid", point_json(lump.centroid)},
                    {"box", Json::array({point_json(lump.box_low), point_json(lump.box_high)})},
                    {"faces", {{"a", lump.a_faces}, {"b", lump.b_faces}}}});
  return list;
}

void add_overlap_json(Json& json, const PairAnswer& pair, const OverlapAsked& asked) {
  if (!pair.overlap) return;
  const Overlap& overlap = *pair.overlap;
  if (asked.contacts) json["contacts"] = overlap.contacts.size();
  if (asked.curves) json["curves"] = curves_json(overlap.curves);
  if (asked.patches) json["patches"] = patches_json(overlap.patches);
  if (asked.solid && overlap.solid) {
    json["lumps"] = lumps_json(overlap.solid->lumps);
    json["volume"] = overlap.solid->volume;
  }
  if (asked.parting && overlap.parting) json["parting"] = parting_json(*overlap.parting, overlap.pushes);
  if (overlap.statement.empty()) return;
  const std::string before = json.value("statement", "");
  json["statement"] = before.empty() ? overlap.statement : before + "; " + overlap.statement;
}

void add_empty_overlap_json(Json& json, const OverlapAsked& asked) {
  if (asked.contacts) json["contacts"] = 0;
  if (asked.curves) json["curves"] = Json::array();
  if (asked.patches) json["patches"] = Json::array();
}

std::string overlap_text(const PairAnswer& pair, const OverlapAsked& asked, const std::string& unit) {
  if (!pair.overlap) return "";
  const Overlap& overlap = *pair.overlap;
  std::vector<std::string> parts;
  if (asked.solid && overlap.solid)
    parts.push_back(fmt::format("volume {} {}^3 in {}{}", number(overlap.solid->volume), unit,
                                plural(overlap.solid->lumps.size(), "lump", "lumps"),
                                overlap.solid->embedded ? "" : " (meets itself within rounding)"));
  if (asked.curves) {
    double length = 0;
    for (const ContactCurve& curve : overlap.curves) length += curve.length;
    parts.push_back(fmt::format("{} of {} {}", plural(overlap.curves.size(), "curve", "curves"), number(length), unit));
  }
  if (asked.patches) {
    double area = 0;
    for (const ContactPatch& patch : overlap.patches) area += patch.area;
    parts.push_back(fmt::format("{} of {} {}^2", plural(overlap.patches.size(), "patch", "patches"), number(area), unit));
  }
  if (asked.parting && overlap.parting) {
    const LeastParting& parting = *overlap.parting;
    const std::string length = number(parting.length), least = number(parting.at_least);
    parts.push_back(fmt::format("parts by {} {} along {}{}", length, unit, point_text(parting.direction, 1e-6),
                                least != length ? fmt::format(" (at least {})", least) : ""));
  }
  if (!overlap.statement.empty()) parts.push_back(overlap.statement);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace impinge::cli
