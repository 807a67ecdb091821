// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points against a simple solid, by its closed form.
#include <tbb/parallel_for.h>

#include <cmath>
#include <limits>

#include "answer/solid/exact_solids.h"
#include "answer/solid/placed_solid.h"
#include "base/control.h"
#include "pipeline/points/points.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

// Of a convex solid, or of the nearest of many balls.
SignedDistance distance_to(const SolidData& solid, const Vec3& local) {
  if (solid.kind != SolidKind::points) {
    SignedDistance d = core_distance(solid, local);
    d.distance -= solid.radius;
    return d;
  }
  std::uint32_t which = 0;
  const double d = solid.cloud.nearest(local, std::numeric_limits<double>::infinity(), which);
  const Vec3 way = local - solid.cloud.points()[which];
  return {d - solid.radius, d > 0 ? Vec3(way / d) : Vec3(Vec3::UnitX())};
}

PointSide side_of(const PlacedSolid& solid, const Vec3& point, double distance, double rounding) {
  if (distance > rounding) return PointSide::outside;
  if (distance < -rounding) return PointSide::inside;
  const std::optional<int> exact = exact_point_gap(solid, point, 0);
  if (!exact) return PointSide::undecided;
  return *exact > 0 ? PointSide::outside : *exact < 0 ? PointSide::inside : PointSide::on;
}

}  // namespace

PointAnswers run_solid_points(const SceneObject& object, std::span<const Vec3> points, const PointOptions& options,
                              Control& control) {
  const PlacedSolid solid = placed_solid(object);
  const double own = solid.data->kind == SolidKind::half_space ? std::fabs(solid.data->offset) / solid.data->normal_length
                                                               : solid.data->reach;
  PointAnswers answers = answers_without_faces(points.size(), options);
  control.begin("points", 0, 1);
  tbb::parallel_for(std::size_t{0}, points.size(), [&](std::size_t i) {
    if (i % 1024 == 0) control.poll();
    const SignedDistance d = distance_to(*solid.data, solid.to_local(points[i]));
    const double rounding = (kSolidRounding + 2 * solid.skew) * (own + (points[i] - solid.position).norm());
    if (options.sides) answers.sides[i] = side_of(solid, points[i], d.distance, rounding);
    if (!options.nearest) return;
    const bool within = std::fabs(d.distance) <= options.range;
    const double distance = options.sides ? d.distance : std::fabs(d.distance);
    answers.distances[i] = within ? distance : std::copysign(std::numeric_limits<double>::infinity(), distance);
    answers.least_distances[i] = std::max(0.0, std::fabs(d.distance) - rounding);
    answers.nearest[i] = within ? Vec3(points[i] - solid.rotation * d.out * d.distance)
                                : Vec3(Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
  });
  control.share(1);
  return answers;
}

}  // namespace impinge
