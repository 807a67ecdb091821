// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/raster/raster_queries.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "answer/map/map_numbers.h"
#include "answer/sampled/scene_raster.h"
#include "answer/verdict/likely_verdict.h"
#include "base/stopwatch.h"
#include "pipeline/solid/solid_objects.h"
#include "raster/cover/cover_list.h"
#include "raster/direction/view_direction.h"

namespace impinge {

namespace {

Vec3 direction_of(const CheckOptions& options, const Box& a, const Box& b) {
  return options.view.direction ? *options.view.direction : direction_from_boxes(a, b);
}

LinePair line_pair(const Scene& scene, std::span<const WorldObject> world, const ObjectPair& pair) {
  return {{raster_object(scene.objects()[pair.a], world[pair.a]), raster_object(scene.objects()[pair.b], world[pair.b])},
          pair};
}

// The axis that most pairs would choose.
Vec3 shared_direction(std::span<const WorldObject> world, std::span<const ObjectPair> pairs) {
  int votes[3] = {0, 0, 0};
  for (const ObjectPair& p : pairs) {
    const Vec3 d = direction_from_boxes(world[p.a].box, world[p.b].box);
    for (int k = 0; k < 3; ++k) votes[k] += d[k] != 0;
  }
  int best = 2;
  for (const int k : {1, 0})
    if (votes[k] > votes[best]) best = k;
  return Vec3::Unit(best);
}

// Some four faces a cell where both bodies are.
int certified_resolution(std::size_t faces) {
  return static_cast<int>(std::clamp(std::sqrt(static_cast<double>(faces) / 4), 16.0, 2048.0));
}

// Where lines along the axes through a box of its own frame cross a shape without faces, in the world.
void add_surface_points(const LineShape& shape, const Pose& pose, const Box& box, std::vector<Vec3>& points) {
  constexpr int kLines = 5;  // across each side of the box
  if (box.empty()) return;
  std::vector<Crossing> crossings;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < kLines * kLines; ++i) {
      Vec3 share = Vec3::Zero();
      share[(axis + 1) % 3] = (i % kLines + 0.5) / kLines;
      share[(axis + 2) % 3] = (i / kLines + 0.5) / kLines;
      const Vec3 origin = box.low + (box.high - box.low).cwiseProduct(share), direction = Vec3::Unit(axis);
      crossings.clear();
      shape.crossings(origin, direction, crossings);
      for (const Crossing& c : crossings)
        points.push_back(pose.rotation * (origin + (c.t_low / 2 + c.t_high / 2) * direction) + pose.position);
    }
}

// All over the shape, and where the open body may have it within.
std::vector<Vec3> surface_points(const LineShape& shape, const Pose& pose, const WorldObject& open) {
  const auto [low, high] = shape.bounds();
  const Box bounds{low, high};
  std::vector<Vec3> points;
  add_surface_points(shape, pose, bounds, points);
  const Box& faces = open.box;
  for (const Box& world : {faces, grown(faces, missing_reach(open))}) {
    Box local;
    for (int k = 0; k < 8; ++k) {
      const Vec3 corner(k & 1 ? world.high.x() : world.low.x(), k & 2 ? world.high.y() : world.low.y(),
                        k & 4 ? world.high.z() : world.low.z());
      local.add(pose.rotation.inverse() * (corner - pose.position));
    }
    add_surface_points(shape, pose, intersection(local, bounds), points);
  }
  return points;
}

}  // namespace

RasterObject raster_object(const SceneObject& object, const WorldObject& world) {
  const bool has_faces = !only_lines_tell(object) && solid_of(object) == nullptr;
  if (!has_faces) return {nullptr, object.shape.get(), object.pose, object.shape->closed(), &object};
  return {&world, nullptr, {}, world.sound(), &object};
}

void judge_open(const RasterObject& a, const RasterObject& b, PairAnswer& answer, Control& control) {
  if (answer.verdict != Verdict::disjoint && answer.verdict != Verdict::touching) return;
  std::optional<LikelyVerdict> likely;
  if (a.mesh != nullptr && b.mesh != nullptr) {
    const Body a_body(*a.mesh, control), b_body(*b.mesh, control);
    likely = likely_verdict(a_body, b_body, {});
  } else if (a.mesh != nullptr || b.mesh != nullptr) {
    const RasterObject &mesh = a.mesh != nullptr ? a : b, &other = a.mesh != nullptr ? b : a;
    if (mesh.mesh->sound()) return;
    likely = likely_within(Body(*mesh.mesh, control), surface_points(*other.shape, other.pose, *mesh.mesh));
    if (likely && a.mesh != nullptr) likely->verdict = mirrored(likely->verdict);
  }
  if (!likely || likely->verdict == Verdict::disjoint) return;
  answer.verdict = likely->verdict;
  answer.certainty = likely->certainty;
  answer.winding = likely->winding;
  if (!answer.witness) answer.witness = Witness{likely->point, likely->point, {}, {}};
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
                             const CheckOptions& options, const Experiments& ways, RasterDevice* device, KeptDepthMaps* kept,
                             Control& control) {
  const LinePair bodies = line_pair(scene, world, pair);
  const Stopwatch watch;
  const std::vector<ViewChoice> views =
      choose_views(bodies.objects, world[pair.a].box, world[pair.b].box, options.view, control, device);
  const double choosing_ms = watch.ms();
  SampledAnswer all;
  for (const ViewChoice& view : views) {
    SampledInput input{bodies, world, view.direction, options.view.resolution.value_or(ViewOptions::kResolution)};
    input.refine = options.refine;
    input.form = ways.zlist;
    input.depth_form = ways.depth_form;
    input.depth_passes = ways.depth_passes;
    input.kept = kept;
    SampledAnswer found = options.method == Method::depth_count ? depth_count_answer(input, control, device)
                                                                : zlist_answer(input, control, device);
    if (&view == &views.front())
      all = std::move(found);
    else
      combine(all, std::move(found));
  }
  all.phases.add("direction", choosing_ms, 1, views.size());
  all.pair.views = views;
  if (options.open == OpenBodies::solid) judge_open(bodies.objects[0], bodies.objects[1], all.pair, control);
  return all;
}

std::vector<SampledAnswer> sampled_answers(const Scene& scene, std::span<const WorldObject> world,
                                           std::span<const ObjectPair> pairs, const CheckOptions& options, ZlistForm form,
                                           RasterDevice* device, Control& control) {
  std::vector<LinePair> bodies;
  for (const ObjectPair& p : pairs) bodies.push_back(line_pair(scene, world, p));
  const Vec3 direction = options.view.direction ? *options.view.direction : shared_direction(world, pairs);
  const SceneRasterInput input{bodies,         world, direction, options.view.resolution.value_or(ViewOptions::kResolution),
                               options.refine, form};
  std::vector<SampledAnswer> answers = scene_raster_answers(input, control, device);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    PairAnswer& answer = answers[i].pair;
    answer.views = {{direction.normalized(), options.view.direction ? "given" : "boxes",
                     slope_stats(bodies[i].objects, intersection(world[pairs[i].a].box, world[pairs[i].b].box),
                                 direction.normalized())}};
    if (options.open == OpenBodies::solid) judge_open(bodies[i].objects[0], bodies[i].objects[1], answer, control);
  }
  return answers;
}

std::vector<Vec3> extent_directions(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options,
                                    const PairAnswer& pair) {
  const std::uint32_t i = pair.a.value, j = pair.b.value;
  constexpr Verdict kNoOverlap[] = {Verdict::disjoint, Verdict::near, Verdict::touching, Verdict::undecided};
  if (i == j || std::find(std::begin(kNoOverlap), std::end(kNoOverlap), pair.verdict) != std::end(kNoOverlap)) return {};
  const RasterObject objects[] = {raster_object(scene.objects()[i], world[i]), raster_object(scene.objects()[j], world[j])};
  if (!objects[0].closed || !objects[1].closed) return {};
  // Volume does not depend on the direction, depth does: the boxes' and the faces' choice, whichever is less.
  const Box &box_a = world[i].box, &box_b = world[j].box;
  std::vector<Vec3> directions = {direction_of(options, box_a, box_b)};
  if (!options.view.direction) {
    const Vec3 by_faces = direction_from_faces(objects, intersection(box_a, box_b));
    if (by_faces != Vec3::Zero() && std::abs(by_faces.dot(directions.front())) < 1 - 1e-12) directions.push_back(by_faces);
  }
  return directions;
}

bool add_extent(const Scene& scene, std::span<const WorldObject> world, const CheckOptions& options,
                std::span<const Vec3> directions, RasterDevice* device, PairAnswer& pair, Control& control) {
  const std::uint32_t i = pair.a.value, j = pair.b.value;
  const RasterObject a = raster_object(scene.objects()[i], world[i]), b = raster_object(scene.objects()[j], world[j]);
  const int resolution = options.view.resolution.value_or(kExtentResolution);
  bool within = true;
  std::optional<MapNumbers> best;
  Vec3 shortest = directions.front();
  for (const Vec3& direction : directions) {
    const MapNumbers numbers =
        map_numbers_within(options.error, ViewFrame::along(direction), a, b, resolution, options.refine, control, device);
    within = within && numbers.within;
    if (!best) {
      best = numbers;
    } else if (numbers.depth.value < best->depth.value) {
      best->depth = numbers.depth;
      shortest = direction;
    }
  }
  if (options.volume) pair.overlap_volume = best->volume;
  pair.depth = best->depth;
  pair.depth->sampled = a.shape != nullptr || b.shape != nullptr;
  if (pair.overlap_volume) pair.overlap_volume->sampled = pair.depth->sampled;
  pair.depth_direction = shortest.normalized();
  return within;
}

}  // namespace impinge
