// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/map/map.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>

#include "answer/map/face_parting.h"
#include "answer/map/interference_map.h"
#include "answer/map/map_stages.h"
#include "answer/map/map_verdict.h"
#include "base/stopwatch.h"
#include "pipeline/check/exact_pair.h"
#include "pipeline/raster/raster_queries.h"
#include "raster/direction/view_direction.h"

namespace impinge {

namespace {

// An open mesh in the world, closed along the view and away from the other body.
Mesh closed_scan(const WorldObject& scan, const Vec3& away, double depth) {
  std::vector<Vec3> vertices;
  vertices.reserve(scan.local.size());
  for (std::uint32_t v = 0; v < scan.local.size(); ++v) vertices.push_back(scan.vertex(v));
  return close_scan(Mesh(std::move(vertices), {scan.faces.begin(), scan.faces.end()}), away, depth);
}

// Two bodies as they are drawn, with what they point to.
struct MapBodies {
  Scene closed;  // scans that were closed
  std::vector<WorldObject> closed_world;
  RasterObject objects[2];
  const SceneObject* sources[2];
  std::string statement;

  bool are_meshes() const { return objects[0].mesh != nullptr && objects[1].mesh != nullptr; }

  // The lower body is closed downwards, the upper one upwards, beyond everything that is seen.
  void close_scans(const Vec3& direction) {
    const ViewFrame frame = ViewFrame::along(direction);
    const Box boxes[2] = {objects[0].seen(frame), objects[1].seen(frame)};
    Box all = boxes[0];
    all.add(boxes[1]);
    const double depth = std::max(all.high.z() - all.low.z(), largest_coordinate(all) * 0x1p-40);
    const bool first_below = boxes[0].low.z() + boxes[0].high.z() <= boxes[1].low.z() + boxes[1].high.z();
    std::vector<int> which;
    for (int k = 0; k < 2; ++k) {
      if (objects[k].mesh == nullptr || objects[k].mesh->closed()) continue;
      closed.add("scan",
                 closed_scan(*objects[k].mesh, (k == 0) == first_below ? Vec3(-frame.forward) : frame.forward, depth));
      which.push_back(k);
    }
    if (which.empty()) return;
    closed_world = place(closed);
    for (std::size_t i = 0; i < which.size(); ++i) {
      objects[which[i]] = {&closed_world[i], nullptr, {}, closed_world[i].closed()};
      sources[which[i]] = &closed.objects()[i];
    }
    statement = "open surfaces were closed by their outlines along the view, away from the other body";
  }
};

// Partings at the lines become bounds that the exact check proves, and those bound the depth in turn: bodies that are moved
// by less than their longest overlap along the way still overlap.
void prove_partings(InterferenceMap& map, const MapBodies& bodies, ExactPair& pair, Control& control) {
  control.begin("parting", MapStages::kTo, 1);
  control.set_parts(map.partings.size());
  for (Parting& parting : map.partings) {
    const double hint = &parting == &map.partings.front() ? map.max_depth.high : 0;
    const double about = parting.distance.value;
    const double guess =
        map.solids ? face_parting(*bodies.objects[0].mesh, *bodies.objects[1].mesh, parting.direction, about, control)
                   : about;
    parting.distance = pair.parting(parting.direction, {guess, hint}, parting.distance.high);
    control.part_done();
  }
  if (!map.solids) return;
  Bounded &depth = map.max_depth, &first = map.partings.front().distance;
  depth.high = std::max(depth.low, std::min(depth.high, first.high));
  depth.value = std::min(depth.value, depth.high);
  first.low = std::max(first.low, depth.low);
}

// What the judgement about bodies without an exact inside rests on.
std::string said(const PairAnswer& answer) {
  if (answer.verdict == Verdict::same)
    return "all of their faces lie on each other, as those of a part that was placed twice";
  if (!answer.winding) return "their walls cross";
  return fmt::format("one body {} the other, which surrounds it in {:.0f} % of all directions",
                     answer.verdict == Verdict::undecided ? "may lie in" : "lies in",
                     100 * std::min(1.0, std::abs(*answer.winding)));
}

// An open body may hold the other one though no surfaces meet: the map then says what a check says.
void set_enclosing(InterferenceMap& map, const PairAnswer& answer) {
  map.verdict = answer.verdict;
  map.certainty = answer.certainty;
  map.statement += "; " + said(answer);
}

void judge_open(InterferenceMap& map, ExactPair& pair) {
  const std::optional<PairAnswer> answer = pair.enclosing();
  if (!answer) return;
  set_enclosing(map, *answer);
  if (insides_overlap(answer->verdict)) map.distance = 0;
}

// The same where the other one has no faces.
void judge_open(InterferenceMap& map, const RasterObject& a, const RasterObject& b, Control& control) {
  PairAnswer answer;
  answer.verdict = map.verdict;
  judge_open(a, b, answer, control);
  if (answer.winding) set_enclosing(map, answer);
}

}  // namespace

InterferenceMap run_map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options, ZlistForm form,
                        const PreparedShapes& shapes) {
  const Stopwatch watch;
  const SceneObject &first = scene.object(a), &second = scene.object(b);
  if (a == b) throw Error(ErrorCode::bad_argument, fmt::format("a map of '{}' with itself: give two objects", first.name));
  require_map_options(options);
  RasterDevice* const device = shapes.device.get();
  Control control(options.on_progress, options.is_cancelled);
  control.poll();
  control.begin("views", 0, 0);
  const WorldObject world[] = {place(first), place(second)};
  MapBodies bodies{{}, {}, {raster_object(first, world[0]), raster_object(second, world[1])}, {&first, &second}, {}};
  Stopwatch lap;
  std::vector<StageStats> phases;
  const auto done = [&](const char* phase, std::size_t in, std::size_t out) {
    phases.push_back({fmt::format("{}: {}", to_string(Method::zlist), phase), lap.lap(), in, out});
  };
  const std::vector<ViewChoice> views =
      choose_views(bodies.objects, world[0].box, world[1].box, options.view, control, device);
  done("direction", 1, views.size());
  if (options.close_scans) bodies.close_scans(views.front().direction);
  std::optional<ExactPair> pair;
  std::optional<PairAnswer> exact;
  if (bodies.are_meshes()) {
    control.begin("verdict", 0, MapStages::kFrom);
    pair.emplace(*bodies.sources[0], *bodies.sources[1], shapes, control);
    exact = pair->answer();
    done("verdict", 1, 1);
  }
  InterferenceMap map = interference_map(bodies.objects[0], bodies.objects[1], views, options, form,
                                         exact ? &*exact : nullptr, control, device);
  done("lines and bounds", views.size(), views.size());
  if (exact && insides_overlap(exact->verdict))
    prove_partings(map, bodies, *pair, control);
  else if (exact && !map.solids)
    judge_open(map, *pair);
  else if (!exact && !map.solids)
    judge_open(map, bodies.objects[0], bodies.objects[1], control);
  done("parting", map.partings.size(), map.partings.size());
  control.begin("done", 1, 1);
  if (map.statement.empty()) map.statement = bodies.statement;
  map.stats.methods = {to_string(Method::zlist)};
  map.stats.threads = tbb::this_task_arena::max_concurrency();
  map.stats.total_ms = watch.ms();
  if (!map.stats.stages.empty()) map.stats.stages.front().ms = map.stats.total_ms;
  map.stats.stages.insert(map.stats.stages.end(), phases.begin(), phases.end());
  return map;
}

}  // namespace impinge
