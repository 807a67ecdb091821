// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points are sorted along a curve and cut into blocks; each block is searched on one thread, a point from where its
// neighbour was found. No answer depends on the order or on the blocks.
#include "pipeline/points/points.h"

#include <fmt/format.h>
#include <hwy/cache_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "answer/body/body.h"
#include "answer/points/first_crossing.h"
#include "answer/points/nearest_face.h"
#include "answer/points/point_order.h"
#include "answer/points/point_sides.h"
#include "answer/verdict/likely_verdict.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

constexpr std::size_t kBlock = 1024;  // points, or rays, that one thread takes at a time

void require_finite(std::span<const Vec3> points) {
  const auto bad = std::find_if(points.begin(), points.end(), [](const Vec3& p) { return !p.allFinite(); });
  if (bad == points.end()) return;
  throw Error(ErrorCode::bad_argument, fmt::format("point {} is ({}, {}, {}); coordinates must be finite",
                                                   bad - points.begin(), bad->x(), bad->y(), bad->z()));
}

void require_rays(std::span<const Ray> rays) {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const Vec3 &p = rays[i].origin, &r = rays[i].direction;
    if (!p.allFinite() || !r.allFinite() || r == Vec3::Zero())
      throw Error(ErrorCode::bad_argument,
                  fmt::format("ray {} begins at ({}, {}, {}) along ({}, {}, {}); numbers must be finite, and the direction "
                              "not 0",
                              i, p.x(), p.y(), p.z(), r.x(), r.y(), r.z()));
  }
}

// Blocks of n things on all threads, with progress and a poll for each.
template <typename Work>
void in_blocks(std::size_t n, std::string_view stage, Control& control, const Work& work) {
  const std::size_t blocks = (n + kBlock - 1) / kBlock;
  control.begin(stage, 0, 1);
  control.set_parts(std::max<std::size_t>(blocks, 1));
  tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t b) {
    control.poll();
    work(b * kBlock, std::min(n, (b + 1) * kBlock));
    control.part_done();
  });
}

// An object with a tree: that of the engine, or one built for this question.
class TreedObject {
 public:
  TreedObject(const SceneObject& object, const PreparedShapes& shapes) : tree_(shapes.find(object)) {
    if (!tree_ && !object.deformed.empty()) tree_ = shapes.refitted(object);
    if (!tree_) {
      const auto vertices = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
      tree_ = std::make_shared<const ClusterTree>(vertices, object.mesh.faces());
    }
    world_ = place(object, tree_.get());
  }
  const WorldObject& world() const { return world_; }

 private:
  PreparedShapes::Tree tree_;
  WorldObject world_;
};

// Where winding numbers of a body that is not sound tell, or nothing does.
PointSide likely_side(const Body& body, const Vec3& point, double& winding) {
  const WorldObject& o = body.object();
  winding = 0;
  if (!box_contains(grown(o.box, missing_reach(o)), point)) return PointSide::outside;
  const Vec3 p = body.in_shell(point);
  winding = body.shell().winding(p);
  switch (body.shell().held(p, winding)) {
    case Held::inside: return PointSide::inside;
    case Held::outside: return PointSide::outside;
    default: return PointSide::undecided;
  }
}

class PointQuestion {
 public:
  PointQuestion(const WorldObject& world, std::span<const Vec3> points, const PointOptions& options, Control& control)
      : points_(points),
        options_(options),
        control_(control),
        frame_(world),
        body_(world, control),
        framed_body_(frame_.object(), control),
        order_(point_order(points)) {
    likely_ = options.sides && !world.sound() && options.open == OpenBodies::solid;
    if (likely_) {
      answers_.certainty = Certainty::likely;
      answers_.windings.resize(points.size());
    }
    if (options.sides) answers_.sides.resize(points.size());
    if (!options.nearest) return;
    answers_.distances.resize(points.size());
    answers_.faces.resize(points.size());
    answers_.nearest.resize(points.size());
  }

  PointAnswers run() {
    in_blocks(points_.size(), "points", control_, [&](std::size_t begin, std::size_t end) { block(begin, end); });
    return std::move(answers_);
  }

 private:
  // Points and answers stand anywhere in memory: they are fetched and put back in loops that do nothing else, so that the
  // processor waits for many of them at once.
  void block(std::size_t begin, std::size_t end) {
    const std::span<const std::uint32_t> order = std::span(order_).subspan(begin, end - begin);
    std::vector<Vec3> points(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) points[k] = points_[order[k]];
    std::vector<NearestFace> found(order.size());
    const double range = options_.nearest ? options_.range : 0;
    const bool exact = options_.sides && !likely_ && body_.object().closed();
    find_nearest_faces(frame_, points, range, exact, found);
    if (options_.sides) tell_sides(order, points, range, found);
    if (!options_.nearest) return;
    for (std::size_t k = 0; k < order.size(); ++k) answers_.distances[order[k]] = found[k].distance;
    for (std::size_t k = 0; k < order.size(); ++k) answers_.faces[order[k]] = found[k].face;
    for (std::size_t k = 0; k < order.size(); ++k) answers_.nearest[order[k]] = found[k].point;
  }

  // Answers are written in no order: their places are fetched while something else is computed.
  void fetch_answer(std::uint32_t i) const {
    hwy::Prefetch(&answers_.sides[i]);
    if (!options_.nearest) return;
    hwy::Prefetch(&answers_.distances[i]);
    hwy::Prefetch(&answers_.faces[i]);
    hwy::Prefetch(&answers_.nearest[i]);
  }

  void tell_sides(std::span<const std::uint32_t> order, std::span<const Vec3> points, double range,
                  std::span<NearestFace> found) {
    PointSides sides(frame_, framed_body_);
    std::vector<PointSide> told(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      fetch_answer(order[k]);
      told[k] = likely_ ? likely_side_of(order[k], points[k], found[k]) : exact_side(points[k], found[k], range, sides);
      if (told[k] == PointSide::inside) found[k].distance = -found[k].distance;
    }
    for (std::size_t k = 0; k < order.size(); ++k) answers_.sides[order[k]] = told[k];
  }

  PointSide likely_side_of(std::uint32_t i, const Vec3& point, const NearestFace& nearest) {
    const PointSide side = likely_side(body_, point, answers_.windings[i]);
    return nearest.on ? PointSide::on : side;
  }

  PointSide exact_side(const Vec3& point, const NearestFace& nearest, double range, PointSides& sides) const {
    if (nearest.on) return PointSide::on;
    if (!body_.object().closed()) return PointSide::outside;
    const double clear = std::min(nearest.distance, range);
    const int winding = sides.winding(point, std::isfinite(clear) ? clear : 0, nearest.link);
    return winding != 0 ? PointSide::inside : PointSide::outside;
  }

  std::span<const Vec3> points_;
  const PointOptions& options_;
  Control& control_;
  PointFrame frame_;
  Body body_, framed_body_;
  std::vector<std::uint32_t> order_;
  bool likely_ = false;
  PointAnswers answers_;
};

}  // namespace

PointAnswers run_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                        const PreparedShapes& shapes) {
  require_finite(points);
  if (!(options.range >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("range {}: must be a distance, 0 or more", options.range));
  if (points.size() >= PointAnswers::kNone)
    throw Error(ErrorCode::too_large, fmt::format("{} points: ask about fewer at a time", points.size()));
  Control control(options.on_progress, options.is_cancelled);
  if (solid_of(object) != nullptr) return run_solid_points(object, points, options, control);
  if (only_lines_tell(object)) return run_sampled_points(object, points, options, control);
  const TreedObject treed(object, shapes);
  return PointQuestion(treed.world(), points, options, control).run();
}

RayAnswers run_rays(const SceneObject& object, std::span<const Ray> rays, const RayOptions& options,
                    const PreparedShapes& shapes) {
  require_rays(rays);
  if (!(options.limit >= 0))
    throw Error(ErrorCode::bad_argument, fmt::format("limit {}: must be a number, 0 or more", options.limit));
  Control control(options.on_progress, options.is_cancelled);
  const TreedObject treed(object, shapes);
  const PointFrame frame(treed.world());
  RayAnswers answers;
  answers.faces.resize(rays.size());
  answers.times.resize(rays.size());
  in_blocks(rays.size(), "rays", control, [&](std::size_t begin, std::size_t end) {
    FirstCrossing crossing(frame);
    for (std::size_t i = begin; i < end; ++i) {
      const RayHit hit = crossing.find(rays[i], options.limit);
      answers.faces[i] = hit.face;
      answers.times[i] = hit.time;
    }
  });
  return answers;
}

}  // namespace impinge
