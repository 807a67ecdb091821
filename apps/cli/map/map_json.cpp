// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <cmath>

#include "apps/cli/map/map_reports.h"
#include "apps/cli/report_json.h"

namespace impinge::cli {
namespace {

Json optional_json(const std::optional<Vec3>& v) { return v ? point_json(*v) : Json(nullptr); }

Json cells_json(const MapReport& report) {
  Json json;
  const auto counts = report.count_cells();
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    json[to_string(static_cast<MapCell>(kind))] = counts[kind];
  }
  return json;
}

Json refined_json(const InterferenceMap& map) {
  Json list = Json::array();
  for (const RefinedLevel& level : map.refined) list.push_back({{"cell", level.cell}, {"cells", level.cells}});
  return list;
}

Json partings_json(const InterferenceMap& map) {
  Json list = Json::array();
  for (const Parting& parting : map.partings) {
    list.push_back({{"direction", point_json(parting.direction)}, {"distance", bounded_json(parting.distance)}});
  }
  return list;
}

}  // namespace

std::string format_map_json(const MapReport& report) {
  const InterferenceMap& map = report.map;
  Json document = {{"schema", "impinge.map/1"},
                   {"units", report.scene.units},
                   {"a", report.scene.object(report.a).name},
                   {"b", report.scene.object(report.b).name}};
  document["verdict"] = to_string(map.verdict);
  document["certainty"] = to_string(map.certainty);
  document["distance"] = map.distance ? Json(*map.distance) : Json(nullptr);
  document["overlap_volume"] = map.overlap_volume ? bounded_json(*map.overlap_volume) : Json(nullptr);
  document["projected_area"] = bounded_json(map.projected_area);
  document["max_depth"] = bounded_json(map.max_depth);
  document["min_gap"] = map.min_gap ? Json(*map.min_gap) : Json(nullptr);
  document["direction"] = point_json(map.direction);
  document["direction_rule"] = map.direction_rule;
  document["resolution"] = report.options.view.resolution.value_or(ViewOptions::kResolution);
  document["range"] = std::isfinite(report.options.range) ? Json(report.options.range) : Json(nullptr);
  document["tolerance"] = report.options.tolerance;
  document["cell"] = map.cell;
  document["columns"] = map.columns;
  document["rows"] = map.rows;
  document["origin"] = point_json(map.origin);
  document["right"] = point_json(map.right);
  document["up"] = point_json(map.up);
  document["cells"] = cells_json(report);
  document["refined"] = refined_json(map);
  document["centroid"] = optional_json(map.centroid);
  document["deepest_point"] = optional_json(map.deepest_point);
  document["partings"] = partings_json(map);
  document["views"] = views_json(map.views);
  document["slope"] = {{"mean_deg", map.slope.mean_deg}, {"steep_share", map.slope.steep_share}, {"faces", map.slope.faces}};
  document["undecided_cells"] = map.undecided_cells;
  document["solids"] = map.solids;
  document["statement"] = map.statement;
  const std::optional<std::string> accepted = report.accepted();
  document["ignored"] = accepted.has_value();
  if (accepted) document["reason"] = *accepted;
  if (!report.hint.empty()) document["hint"] = report.hint;
  document["stats"] = to_json(map.stats);
  // As for checks: bytes of a name that are no UTF-8 become U+FFFD.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace impinge::cli
