// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "apps/cli/report_json.h"

#include <impinge/shapes.h>

#include "apps/cli/cad/cad_json.h"
#include "apps/cli/overlap/overlap_report.h"
#include "apps/cli/reports.h"
#include "apps/cli/rules/finding_id.h"
#include "apps/cli/rules/rule_report.h"

namespace impinge::cli {
namespace {

Json to_json(const SceneObject& object) {
  const MeshReport& doctor = object.mesh.report();
  const Place place = place_of(object);
  Json json = {{"name", object.name},
               // A shape beyond meshes has no faces to count.
               {"faces", object.shape ? Json(nullptr) : Json(object.mesh.face_count())},
               {"closed", is_closed(object)},
               {"components", doctor.components},
               {"origin", object.mesh.origin()},
               {"centre", point_json(place.centre)},
               {"size", place.size},
               {"findings",
                {{"degenerate_faces", doctor.degenerate_faces},
                 {"duplicate_faces", doctor.duplicate_faces},
                 {"open_edges", doctor.open_edges},
                 {"non_manifold_edges", doctor.non_manifold_edges},
                 {"inconsistent_edges", doctor.inconsistent_edges},
                 {"back_faces", doctor.back_faces},
                 {"inside_out_shells", doctor.inside_out_shells},
                 {"crossing_polygons", doctor.polygons.crossing},
                 {"bent_polygons", doctor.polygons.bent}}}};
  if (doctor.mixed_orientation()) json["mixed_orientation"] = true;
  return json;
}

Json to_json(const std::vector<RobotState>& robots) {
  Json list = Json::array();
  for (const RobotState& robot : robots) {
    Json joints = Json::object();
    for (const auto& [name, value] : robot.joints) joints[name] = value;
    list.push_back({{"name", robot.name}, {"file", robot.file}, {"joints", std::move(joints)}});
  }
  return list;
}

Json to_json(const std::vector<Trouble>& trouble) {
  Json list = Json::array();
  for (const Trouble& pair : trouble) list.push_back({{"a", pair.a}, {"b", pair.b}, {"why", pair.why}});
  return list;
}

void add_face(Json& witness, const char* side, const Mesh& mesh, const std::optional<std::uint32_t>& face) {
  const std::string key(side);
  witness[key + "_face"] = face ? Json(*face) : Json(nullptr);
  if (face && mesh.has_source_faces()) witness[key + "_source_face"] = mesh.source_face(*face);
}

Json to_json(const Scene& scene, const PairAnswer& pair, const Witness& witness) {
  Json json;
  if (pair.verdict == Verdict::near || pair.beyond) {
    json["a_point"] = point_json(witness.a_point);
    json["b_point"] = point_json(witness.b_point);
  } else {
    json["point"] = point_json(witness.a_point);
  }
  add_face(json, "a", scene.object(pair.a).mesh, witness.a_face);
  add_face(json, "b", scene.object(pair.b).mesh, witness.b_face);
  return json;
}

Json to_json(const Report& report, std::size_t index) {
  const PairAnswer& pair = report.result.pairs[index];
  const Scene& scene = report.scene;
  const auto count = [&](std::uint64_t n) { return report.verdicts ? Json(nullptr) : Json(n); };
  Json json = {{"a", scene.object(pair.a).name},
               {"b", scene.object(pair.b).name},
               {"verdict", to_string(pair.verdict)},
               {"certainty", to_string(pair.certainty)},
               {"face_pair_count", count(pair.face_pair_count)},
               {"crossing_count", count(pair.crossing_count)},
               {"touching_count", count(pair.touching_count)},
               {"truncated", pair.truncated},
               {"distance", pair.distance ? Json(*pair.distance) : Json(nullptr)},
               {"witness", pair.witness ? to_json(scene, pair, *pair.witness) : Json(nullptr)}};
  add_rule_json(report, index, json);
  if (pair.gap) json["gap"] = bounded_json(*pair.gap);
  if (report.cad != nullptr) add_cad_bounds(pair, json);
  if (pair.winding) json["winding"] = *pair.winding;
  if (pair.overlap_volume) json["overlap_volume"] = bounded_json(*volume_of(pair));
  if (pair.depth) json["depth"] = bounded_json(*pair.depth);
  if (pair.depth_direction) json["depth_direction"] = point_json(*pair.depth_direction);
  if (pair.guarantee != Guarantee::direct) json["guarantee"] = to_string(pair.guarantee);
  if (!pair.views.empty()) {
    json["views"] = views_json(pair.views);
    json["proxy_faces"] = pair.proxy_faces;
  }
  add_overlap_json(json, pair, report.overlap);
  return json;
}

}  // namespace

Json point_json(const Vec3& point) { return Json::array({point.x(), point.y(), point.z()}); }

Json bounded_json(const Bounded& x) {
  Json json = {{"value", x.value}, {"low", x.low}, {"high", x.high}};
  if (x.sampled) json["sampled"] = true;
  return json;
}

Json views_json(std::span<const ViewChoice> views) {
  Json list = Json::array();
  for (const ViewChoice& view : views)
    list.push_back(
        {{"direction", point_json(view.direction)},
         {"rule", view.rule},
         {"slope",
          {{"mean_deg", view.slope.mean_deg}, {"steep_share", view.slope.steep_share}, {"faces", view.slope.faces}}}});
  return list;
}

Json to_json(const Stats& stats) {
  Json stages = Json::array();
  for (const StageStats& stage : stats.stages) {
    stages.push_back({{"name", stage.name}, {"ms", stage.ms}, {"in", stage.in}, {"out", stage.out}});
  }
  Json json = {{"method", stats.methods},
               {"backend", stats.backend},
               {"threads", stats.threads},
               {"total_ms", stats.total_ms},
               {"stages", std::move(stages)}};
  if (!stats.not_as_asked.empty()) json["not_as_asked"] = stats.not_as_asked;
  return json;
}

std::string format_json(const Report& report) {
  Json objects = Json::array();
  for (const SceneObject& object : report.scene.objects()) objects.push_back(to_json(object));
  if (report.cad != nullptr) add_colours(report, objects);
  Json pairs = Json::array();
  bool truncated = false;
  for (std::size_t i = 0; i < report.result.pairs.size(); ++i) {
    pairs.push_back(to_json(report, i));
    truncated = truncated || report.result.pairs[i].truncated;
  }
  Json document = {{"schema", "impinge.check/1"},
                   {"units", report.scene.units},
                   {"objects", std::move(objects)},
                   {"pairs", std::move(pairs)},
                   {"truncated", truncated}};
  if (report.stats) document["stats"] = to_json(report.result.stats);
  add_findings_json(report, document);
  if (report.cad != nullptr) document["cad"] = cad_json(*report.cad);
  if (!report.hint.empty()) document["hint"] = report.hint;
  if (!report.robots.empty()) document["robots"] = to_json(report.robots);
  if (!report.trouble.empty()) document["trouble"] = to_json(report.trouble);
  // File names may be anything; bytes that are no UTF-8 become U+FFFD, since JSON cannot carry them.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace impinge::cli
