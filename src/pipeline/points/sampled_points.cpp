// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A shape without faces lists its crossings with lines, and nothing is known between them: lines through a point along
// directions all around tell its side and how near a crossing comes. What is proved is that the surface is no farther than
// that crossing, and no nearer than the box around the shape.
#include <impinge/shapes.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/box.h"
#include "base/control.h"
#include "pipeline/points/points.h"

namespace impinge {

namespace {

constexpr int kLines = 64;

// Along a spiral over half a sphere, evenly; no direction is along an axis.
std::vector<Vec3> line_directions() {
  std::vector<Vec3> directions;
  for (int i = 0; i < kLines; ++i) {
    const double z = (i + 0.5) / kLines, angle = (i + 0.37) * (3 - std::sqrt(5.0)) * std::numbers::pi;
    const double across = std::sqrt(1 - z * z);
    directions.emplace_back(across * std::cos(angle), across * std::sin(angle), z);
  }
  return directions;
}

struct Sampled {
  double distance = std::numeric_limits<double>::infinity();  // to the farther end of the nearest crossing's bracket
  Vec3 nearest = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  int inside = 0, outside = 0;  // lines that say so
  bool in_bracket = false;      // the point may be on the surface
};

Sampled sample(const LineShape& shape, const Vec3& local, std::span<const Vec3> directions,
               std::vector<Crossing>& crossings) {
  Sampled sampled;
  for (const Vec3& direction : directions) {
    crossings.clear();
    shape.crossings(local, direction, crossings);
    int before = 0;
    for (const Crossing& c : crossings) {
      if (c.t_low <= 0 && c.t_high >= 0) sampled.in_bracket = true;
      if (c.t_high < 0) before += c.sign;
      const double far = std::max(std::fabs(c.t_low), std::fabs(c.t_high));
      if (!(far < sampled.distance)) continue;
      sampled.distance = far;
      sampled.nearest = local + direction * ((c.t_low + c.t_high) / 2);
    }
    ++(before != 0 ? sampled.inside : sampled.outside);
  }
  return sampled;
}

PointSide side_of(const Sampled& sampled, bool closed) {
  if (!closed) return PointSide::outside;
  if (sampled.in_bracket) return PointSide::undecided;
  if (sampled.inside > 0 && sampled.outside > 0) return PointSide::undecided;
  return sampled.inside > 0 ? PointSide::inside : PointSide::outside;
}

}  // namespace

PointAnswers answers_without_faces(std::size_t count, const PointOptions& options) {
  PointAnswers answers;
  if (options.sides) answers.sides.resize(count);
  if (options.nearest) {
    answers.distances.resize(count);
    answers.least_distances.resize(count);
    answers.faces.assign(count, PointAnswers::kNone);
    answers.nearest.resize(count);
  }
  return answers;
}

PointAnswers run_sampled_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                                Control& control) {
  const LineShape& shape = *object.shape;
  const std::vector<Vec3> directions = line_directions();
  const auto corners = shape.bounds();
  const Box box{corners[0].cwiseMin(corners[1]), corners[0].cwiseMax(corners[1])};
  PointAnswers answers = answers_without_faces(points.size(), options);
  answers.certainty = Certainty::sampled;
  const Eigen::Matrix3d& r = object.pose.rotation;
  control.begin("points", 0, 1);
  control.set_parts(std::max<std::size_t>(points.size(), 1));
  tbb::parallel_for(std::size_t{0}, points.size(), [&](std::size_t i) {
    control.poll();
    thread_local std::vector<Crossing> crossings;
    const Vec3 local = r.transpose() * (points[i] - object.pose.position);
    const Sampled sampled = sample(shape, local, directions, crossings);
    const PointSide side = side_of(sampled, shape.closed());
    if (options.sides) answers.sides[i] = side;
    if (options.nearest) {
      const bool within = sampled.distance <= options.range;
      const Vec3 gap = (box.low - local).cwiseMax(local - box.high).cwiseMax(Vec3::Zero());
      const double distance = within ? sampled.distance : std::numeric_limits<double>::infinity();
      answers.distances[i] = options.sides && side == PointSide::inside ? -distance : distance;
      answers.least_distances[i] = gap.norm() * (1 - 0x1p-40);
      answers.nearest[i] = within ? world_point(object.pose, sampled.nearest)
                                  : Vec3(Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
    }
    control.part_done();
  });
  return answers;
}

}  // namespace impinge
