// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/report/report_findings.h"

#include <algorithm>

namespace impinge::io {
namespace {

// Of what a view is chosen for; spread over all there is.
constexpr std::size_t kSamples = 12;

/// Collects points: the box around them, and those that should be seen.
struct Gathered {
  std::optional<Vec3> low{}, high{};
  std::vector<Vec3> all{};

  void hold(const Vec3& point) {
    low = low ? Vec3(low->cwiseMin(point)) : point;
    high = high ? Vec3(high->cwiseMax(point)) : point;
  }
  void add(const Vec3& point) {
    hold(point);
    all.push_back(point);
  }
  void add(std::span<const Vec3> points) {
    for (const Vec3& point : points) add(point);
  }
};

void gather(const Overlap& overlap, Gathered& points) {
  for (const ContactCurve& curve : overlap.curves) points.add(curve.points);
  for (const ContactPatch& patch : overlap.patches)
    for (const auto& outline : patch.outline) points.add(outline);
  if (!overlap.solid || !overlap.solid->mesh) return;
  // Curves lie on both surfaces and can be seen; the rest of the solid is within the bodies.
  const auto vertices = overlap.solid->mesh->vertices();
  if (points.all.empty()) return points.add(vertices);
  for (const Vec3& vertex : vertices) points.hold(vertex);
}

void add_solid(const OverlapSolid& solid, ReportPage& page, OrderedJson& json) {
  OrderedJson lumps = OrderedJson::array();
  for (const Lump& lump : solid.lumps)
    lumps.push_back({{"volume", lump.volume}, {"area", lump.area}, {"centroid", point_json(lump.centroid)}});
  json["lumps"] = std::move(lumps);
  if (!solid.mesh) return;
  const GridMesh grid = to_grid(solid.mesh->vertices(), solid.mesh->faces());
  json["solid"] = page.add_mesh(encode(grid), grid);
}

// All polylines as one list of points, with the length of each; negative: closed.
void add_lines(const char* key, const std::vector<std::pair<std::span<const Vec3>, bool>>& lines, ReportPage& page,
               OrderedJson& json) {
  if (lines.empty()) return;
  std::vector<Vec3> points;
  OrderedJson counts = OrderedJson::array();
  for (const auto& [line, closed] : lines) {
    points.insert(points.end(), line.begin(), line.end());
    const auto count = static_cast<std::int64_t>(line.size());
    counts.push_back(closed ? -count : count);
  }
  const GridMesh grid = points_to_grid(points);
  json[key] = {{"points", page.add_mesh(encode_points(grid), grid)}, {"counts", std::move(counts)}};
}

void add_overlap(const Overlap& overlap, ReportPage& page, OrderedJson& json) {
  std::vector<std::pair<std::span<const Vec3>, bool>> curves, outlines;
  double length = 0, area = 0;
  for (const ContactCurve& curve : overlap.curves) {
    curves.emplace_back(curve.points, curve.closed);
    length += curve.length;
  }
  for (const ContactPatch& patch : overlap.patches) {
    for (const auto& outline : patch.outline) outlines.emplace_back(outline, true);
    area += patch.area;
  }
  add_lines("curves", curves, page, json);
  add_lines("patches", outlines, page, json);
  if (!curves.empty()) json["curve_length"] = length;
  if (!outlines.empty()) json["patch_area"] = area;
  if (overlap.solid) add_solid(*overlap.solid, page, json);
  if (overlap.parting)
    json["parting"] = {{"direction", point_json(overlap.parting->direction)},
                       {"length", overlap.parting->length},
                       {"at_least", overlap.parting->at_least},
                       {"reason", overlap.parting->reason}};
  if (!overlap.statement.empty()) json["overlap_statement"] = overlap.statement;
}

std::optional<Bounded> volume_of(const PairAnswer& pair) {
  if (pair.overlap && pair.overlap->solid) {
    const double volume = pair.overlap->solid->volume;
    return Bounded{volume, volume, volume};
  }
  return pair.overlap_volume;
}

void add_numbers(const PairAnswer& pair, OrderedJson& json) {
  json["face_pairs"] = {pair.face_pair_count, pair.crossing_count, pair.touching_count};
  if (pair.distance) json["distance"] = *pair.distance;
  if (const auto volume = volume_of(pair)) json["volume"] = bounded_json(*volume);
  if (pair.depth) json["depth"] = bounded_json(*pair.depth);
  if (pair.depth_direction) json["depth_direction"] = point_json(*pair.depth_direction);
  if (pair.winding) json["winding"] = *pair.winding;
  if (pair.guarantee == Guarantee::sampled) json["sampled"] = true;
  if (!pair.witness) return;
  json["a_point"] = point_json(pair.witness->a_point);
  json["b_point"] = point_json(pair.witness->b_point);
  if (pair.witness->a_face) json["a_face"] = *pair.witness->a_face;
  if (pair.witness->b_face) json["b_face"] = *pair.witness->b_face;
}

std::optional<Vec3> normal_of(const PairAnswer& pair) {
  if (pair.depth_direction) return pair.depth_direction;
  if (pair.overlap && pair.overlap->parting) return pair.overlap->parting->direction;
  if (pair.overlap && !pair.overlap->patches.empty()) return pair.overlap->patches.front().normal;
  if (!pair.witness) return {};
  const Vec3 way = pair.witness->b_point - pair.witness->a_point;
  const double length = way.norm();
  return length > 0 ? std::optional(Vec3(way / length)) : std::nullopt;
}

}  // namespace

std::optional<Focus> focus_of(const PairAnswer& pair) {
  Gathered points;
  if (pair.overlap) gather(*pair.overlap, points);
  if (points.all.empty() && pair.witness) {
    points.add(pair.witness->a_point);
    points.add(pair.witness->b_point);
  }
  if (points.all.empty()) return {};
  Focus focus;
  focus.middle = 0.5 * *points.low + 0.5 * *points.high;
  focus.radius = (0.5 * *points.high - 0.5 * *points.low).stableNorm();
  focus.normal = normal_of(pair);
  const std::size_t count = std::min(kSamples, points.all.size());
  for (std::size_t i = 0; i < count; ++i) focus.points.push_back(points.all[i * points.all.size() / count]);
  return focus;
}

OrderedJson bounded_json(const Bounded& x) {
  OrderedJson json = {{"value", x.value}, {"low", x.low}, {"high", x.high}};
  if (x.sampled) json["sampled"] = true;
  return json;
}

OrderedJson pair_json(const PairAnswer& pair, ReportPage& page) {
  OrderedJson json = {{"a", pair.a.value},
                      {"b", pair.b.value},
                      {"verdict", to_string(pair.verdict)},
                      {"certainty", to_string(pair.certainty)},
                      {"severity", to_string(pair.severity)}};
  if (pair.rule) json["rule"] = *pair.rule;
  if (pair.ignored) json["ignored"] = true;
  if (pair.accepted) json["accepted"] = true;
  if (pair.beyond) json["beyond"] = true;
  if (!pair.reason.empty()) json["reason"] = pair.reason;
  if (!pair.statement.empty()) json["statement"] = pair.statement;
  add_numbers(pair, json);
  if (pair.overlap) add_overlap(*pair.overlap, page, json);
  return json;
}

void add_view(const Focus& focus, const Vec3& view, OrderedJson& json) {
  json["focus"] = {focus.middle.x(), focus.middle.y(), focus.middle.z(), focus.radius};
  json["view"] = point_json(view);
}

}  // namespace impinge::io
