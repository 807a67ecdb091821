// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/map/raster_queries.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <cmath>

#include "answer/map/interference_map.h"
#include "answer/map/map_numbers.h"
#include "base/stopwatch.h"
#include "raster/cover/cover_list.h"
#include "raster/direction/view_direction.h"

namespace impinge {

namespace {

constexpr int kExtentResolution = 256;

Vec3 direction_of(const CheckOptions& options, const Box& a, const Box& b) {
  return options.view.direction ? *options.view.direction : direction_from_boxes(a, b);
}

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
  std::string statement;

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
      if (objects[k].closed || objects[k].mesh == nullptr) continue;
      closed.add("scan",
                 closed_scan(*objects[k].mesh, (k == 0) == first_below ? Vec3(-frame.forward) : frame.forward, depth));
      which.push_back(k);
    }
    if (which.empty()) return;
    closed_world = place(closed);
    for (std::size_t i = 0; i < which.size(); ++i)
      objects[which[i]] = {&closed_world[i], nullptr, {}, closed_world[i].closed()};
    statement = "open surfaces were closed by their outlines along the view, away from the other body";
  }
};

// Some four faces a cell where both bodies are.
int certified_resolution(std::size_t faces) {
  return static_cast<int>(std::clamp(std::sqrt(static_cast<double>(faces) / 4), 16.0, 2048.0));
}

}  // namespace

RasterObject raster_object(const SceneObject& object, const WorldObject& world) {
  if (object.shape) return {nullptr, object.shape.get(), object.pose, object.shape->closed(), &object};
  return {&world, nullptr, {}, world.closed(), &object};
}

InterferenceMap run_map(const Scene& scene, ObjectId a, ObjectId b, const MapOptions& options, ZlistForm form,
                        RasterDevice* device) {
  const Stopwatch watch;
  const SceneObject &first = scene.object(a), &second = scene.object(b);
  if (a == b) throw Error(ErrorCode::bad_argument, fmt::format("a map of '{}' with itself: give two objects", first.name));
  require_map_options(options);
  Control control(options.on_progress, options.is_cancelled);
  control.poll();
  control.begin("views", 0, 0);
  const WorldObject world[] = {place(first), place(second)};
  MapBodies bodies{{}, {}, {raster_object(first, world[0]), raster_object(second, world[1])}, {}};
  const std::vector<ViewChoice> views =
      choose_views(bodies.objects, world[0].box, world[1].box, options.view, control, device);
  if (options.close_scans) bodies.close_scans(views.front().direction);
  InterferenceMap map = interference_map(bodies.objects[0], bodies.objects[1], views, options, form, control, device);
  control.begin("done", 1, 1);
  if (map.statement.empty()) map.statement = bodies.statement;
  map.stats.methods = {to_string(Method::zlist)};
  map.stats.threads = tbb::this_task_arena::max_concurrency();
  map.stats.total_ms = watch.ms();
  if (!map.stats.stages.empty()) map.stats.stages.front().ms = map.stats.total_ms;
  return map;
}

std::vector<Candidate> certified_candidates(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                                            const CheckOptions& options, RasterDevice* device, Control& control) {
  const WorldObject &a = world[pair.a], &b = world[pair.b];
  const ViewFrame frame = ViewFrame::along(direction_of(options, a.box, b.box));
  const RasterObject objects[] = {raster_object(scene.objects()[pair.a], a), raster_object(scene.objects()[pair.b], b)};
  const Box box_a = objects[0].seen(frame), box_b = objects[1].seen(frame);
  // Rounding in the frame moves a point by less than this.
  Box extent = box_a;
  extent.add(box_b);
  const double slack = largest_coordinate(extent) * 0x1p-48;
  const Box window = intersection(grown(box_a, slack), grown(box_b, slack));
  if (window.empty()) return {};
  extent = grown(extent, slack);
  const RasterView view(frame, window, extent,
                        options.view.resolution.value_or(certified_resolution(a.faces.size() + b.faces.size())));
  const auto steps = [&](double z, int out) {
    return static_cast<std::int32_t>(std::clamp(std::floor(view.z_steps(z)) + out, -2.0, kDepthSteps + 2.0));
  };
  const CoverList covers(view, objects, steps(window.low.z(), -2), steps(window.high.z(), 2), control, device);
  const std::uint32_t ids[] = {pair.a, pair.b};
  return cover_pairs(covers, view.cells(), ids, kMaxCandidates, control);
}

SampledAnswer sampled_answer(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair,
                             const CheckOptions& options, ZlistForm form, RasterDevice* device, Control& control) {
  const RasterObject a = raster_object(scene.objects()[pair.a], world[pair.a]);
  const RasterObject b = raster_object(scene.objects()[pair.b], world[pair.b]);
  const RasterObject objects[] = {a, b};
  const std::vector<ViewChoice> views =
      choose_views(objects, world[pair.a].box, world[pair.b].box, options.view, control, device);
  SampledAnswer all;
  for (const ViewChoice& view : views) {
    const SampledInput input{a,   b, world, pair, view.direction, options.view.resolution.value_or(ViewOptions::kResolution),
                             form};
    SampledAnswer found = options.method == Method::depth_count ? depth_count_answer(input, control, device)
                                                                : zlist_answer(input, control, device);
    if (&view == &views.front())
      all = std::move(found);
    else
      combine(all, std::move(found));
  }
  all.pair.views = views;
  return all;
}

void add_extent(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options, RasterDevice* device,
                PairAnswer& pair, Control& control) {
  const std::uint32_t i = pair.a.value, j = pair.b.value;
  if (i == j || pair.verdict == Verdict::disjoint || pair.verdict == Verdict::near || pair.verdict == Verdict::touching)
    return;
  const RasterObject a = raster_object(scene.objects()[i], world[i]), b = raster_object(scene.objects()[j], world[j]);
  if (!a.closed || !b.closed) return;
  const int resolution = options.view.resolution.value_or(kExtentResolution);
  // Volume does not depend on the direction, depth does: the boxes' and the faces' choice, whichever is less.
  const Box &box_a = world[i].box, &box_b = world[j].box;
  const RasterObject objects[] = {a, b};
  std::vector<Vec3> directions = {direction_of(options, box_a, box_b)};
  if (!options.view.direction) {
    const Vec3 by_faces = direction_from_faces(objects, intersection(box_a, box_b));
    if (by_faces != Vec3::Zero() && std::abs(by_faces.dot(directions.front())) < 1 - 1e-12) directions.push_back(by_faces);
  }
  std::optional<MapNumbers> best;
  for (const Vec3& direction : directions) {
    const MapNumbers numbers = map_numbers(ViewFrame::along(direction), a, b, resolution, 0, control, device);
    if (!best) {
      best = numbers;
    } else if (numbers.depth.value < best->depth.value) {
      best->depth = numbers.depth;
    }
  }
  if (options.volume) pair.overlap_volume = best->volume;
  pair.depth = best->depth;
  if (options.tolerance && pair.verdict == Verdict::crossing && best->depth.value <= *options.tolerance * (1 + 1e-9))
    pair.verdict = Verdict::touching;
}

}  // namespace impinge
