// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io.h>

#include <algorithm>
#include <cmath>

#include "io/picture/drawn_scene.h"
#include "io/report/report_document.h"
#include "io/report/report_findings.h"
#include "io/report/report_scene.h"
#include "io/report/report_views.h"

namespace impinge {
namespace {

using io::OrderedJson;
using io::ReportPage;

constexpr int kMost = 32000, kUnknown = -32768;

double largest_gap(const InterferenceMap& map) {
  double most = 0;
  for (float gap : map.gap)
    if (std::isfinite(gap)) most = std::max(most, std::abs(static_cast<double>(gap)));
  return most;
}

// Sixteen bits a cell, as the difference to the cell before; low bytes, then high bytes.
std::string value_bytes(const InterferenceMap& map, double scale) {
  std::string bytes(2 * map.gap.size(), '\0');
  std::uint16_t last = 0;
  for (std::size_t i = 0; i < map.gap.size(); ++i) {
    const float gap = map.gap[i];
    const int value = std::isfinite(gap) ? static_cast<int>(std::lround(static_cast<double>(gap) / scale)) : kUnknown;
    const auto here = static_cast<std::uint16_t>(value);
    const auto step = static_cast<std::uint16_t>(here - last);
    bytes[i] = static_cast<char>(step & 255);
    bytes[map.gap.size() + i] = static_cast<char>(step >> 8);
    last = here;
  }
  return bytes;
}

OrderedJson map_json(ObjectId a, ObjectId b, const InterferenceMap& map, ReportPage& page) {
  const double most = largest_gap(map), scale = most > 0 ? most / kMost : 1;
  std::string kinds(map.cells.size(), '\0');
  std::transform(map.cells.begin(), map.cells.end(), kinds.begin(), [](MapCell cell) { return static_cast<char>(cell); });
  OrderedJson json = {{"a", a.value},
                      {"b", b.value},
                      {"columns", map.columns},
                      {"rows", map.rows},
                      {"cell", map.cell},
                      {"origin", io::point_json(map.origin)},
                      {"right", io::point_json(map.right)},
                      {"up", io::point_json(map.up)},
                      {"direction", io::point_json(map.direction)},
                      {"values", page.add_bytes(value_bytes(map, scale))},
                      {"kinds", page.add_bytes(kinds)},
                      {"scale", scale},
                      {"range", most},
                      {"projected_area", io::bounded_json(map.projected_area)},
                      {"max_depth", io::bounded_json(map.max_depth)}};
  if (map.min_gap) json["min_gap"] = *map.min_gap;
  if (map.deepest_point) json["deepest_point"] = io::point_json(*map.deepest_point);
  return json;
}

/// The pair as a check would say it.
PairAnswer answer_of(ObjectId a, ObjectId b, const InterferenceMap& map) {
  PairAnswer answer;
  answer.a = a;
  answer.b = b;
  answer.verdict = map.verdict;
  answer.certainty = map.certainty;
  answer.distance = map.distance;
  answer.overlap_volume = map.overlap_volume;
  if (map.max_depth.high > 0) {
    answer.depth = map.max_depth;
    answer.depth_direction = map.direction;
  }
  answer.statement = map.statement;
  if (map.deepest_point) answer.witness = Witness{*map.deepest_point, *map.deepest_point, {}, {}};
  return answer;
}

}  // namespace

void write_report(const Scene& scene, ObjectId a, ObjectId b, const InterferenceMap& map, const std::filesystem::path& file,
                  const ReportOptions& options) {
  ReportPage page;
  OrderedJson document = io::begin_document("map", scene, options);
  std::vector<bool> named(scene.objects().size(), false);
  named.at(a.value) = named.at(b.value) = true;
  io::add_scene(scene, named, options.max_faces, page, document);
  document["map"] = map_json(a, b, map, page);
  OrderedJson json = io::pair_json(answer_of(a, b, map), page);
  json.erase("face_pairs");
  io::add_known(options, 0, map.verdict != Verdict::disjoint, json);
  // The whole map is looked at, against the direction of its lines.
  io::Focus focus;
  const double width = map.cell * map.columns, height = map.cell * map.rows;
  focus.middle = map.origin + 0.5 * width * map.right + 0.5 * height * map.up;
  const Scene drawn = drawn_scene(scene);
  const auto inside = [&](ObjectId id) { return world_point(drawn.object(id).pose, drawn.object(id).mesh.vertices()[0]); };
  focus.middle += map.direction * (map.deepest_point ? *map.deepest_point : inside(b)).dot(map.direction) -
                  map.direction * focus.middle.dot(map.direction);
  focus.radius = 0.5 * std::hypot(width, height);
  io::add_view(focus, -map.direction, json);
  document["pairs"] = OrderedJson::array({std::move(json)});
  document["asked"] = 1;
  io::end_document(scene, map.stats, document);
  page.write(document, file);
}

}  // namespace impinge
