// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <impinge/error.h>

#include "base/enum_words.h"
#include "shape/line/near_line.h"
#include "shape/make/generator.h"
#include "shape/solid/solid_data.h"
#include "shape/solid/solid_distance.h"

namespace impinge {

namespace {

constexpr EnumWord<SolidKind> kKinds[] = {{SolidKind::half_space, "half_space"}, {SolidKind::box, "box"},
                                          {SolidKind::sphere, "sphere"},         {SolidKind::capsule, "capsule"},
                                          {SolidKind::cylinder, "cylinder"},     {SolidKind::cone, "cone"},
                                          {SolidKind::ellipsoid, "ellipsoid"},   {SolidKind::height_field, "height_field"},
                                          {SolidKind::points, "points"}};

// Squares and cubes of sizes beyond would leave the range of doubles.
void require_size(const char* kind, const std::string& parameter, double value) {
  require_length(kind, parameter, value);
  require_range(kind, parameter, value, 1e-75, 1e75);
}

void require_sizes(const char* kind, const char* parameter, const Vec3& values) {
  for (int i = 0; i < 3; ++i) require_size(kind, fmt::format("{}[{}]", parameter, i), values[i]);
}

std::shared_ptr<SolidData> around(SolidKind kind, const Vec3& half, double radius, LineShapePtr lines) {
  const auto data = std::make_shared<SolidData>();
  data->kind = kind;
  data->half = half;
  data->radius = radius;
  const Vec3 reach = half + Vec3::Constant(radius);
  data->box = grown({-reach, reach}, 0);
  data->reach = half.norm() + radius;
  data->lines = std::move(lines);
  return data;
}

// A cone by its distance; the box has room, so that the surface ends by its own function.
LineShapePtr line_cone(double radius, double height) {
  const auto cone = std::make_shared<SolidData>();
  cone->kind = SolidKind::cone;
  cone->half = Vec3(radius, radius, height / 2);
  const Vec3 room = cone->half * (1 + 1e-6);
  return make_signed_distance([cone](const Vec3& p) { return core_distance(*cone, p).distance; }, {-room, room}, "cone");
}

}  // namespace

const char* to_string(SolidKind kind) noexcept { return word_of(kKinds, kind); }
bool from_string(std::string_view word, SolidKind& kind) noexcept { return read_word(kKinds, word, kind); }

Solid::~Solid() = default;

SolidPtr Solid::half_space(const Vec3& normal, double offset) {
  const double size = normal.allFinite() ? normal.cwiseAbs().maxCoeff() : 0;
  if (!(size >= 1e-75 && size <= 1e75) || !(std::fabs(offset) <= kFarAway))
    throw Error(ErrorCode::bad_argument,
                fmt::format("shape \"half_space\": normal [{}, {}, {}], offset {}: the normal must be finite and not 0, and "
                            "the offset finite",
                            normal.x(), normal.y(), normal.z(), offset));
  const auto data = std::make_shared<SolidData>();
  data->kind = SolidKind::half_space;
  data->normal = normal;
  data->offset = offset;
  data->normal_length = normal.norm();
  data->reach = std::numeric_limits<double>::infinity();
  data->box = {Vec3::Constant(-kFarAway), Vec3::Constant(kFarAway)};
  for (int i = 0; i < 3; ++i) {
    if (std::fabs(normal[i]) != size || normal[(i + 1) % 3] != 0 || normal[(i + 2) % 3] != 0) continue;
    const double wall = offset / normal[i], room = 4 * kRoundOff * std::fabs(wall);
    if (normal[i] > 0)
      data->box.high[i] = wall + room;
    else
      data->box.low[i] = wall - room;
  }
  return SolidPtr(new Solid(data));
}

SolidPtr Solid::box(const Vec3& edges) {
  require_sizes("box", "edges", edges);
  return SolidPtr(new Solid(around(SolidKind::box, edges / 2, 0, make_rounded_box(edges, 0))));
}

SolidPtr Solid::sphere(double radius) {
  require_size("sphere", "radius", radius);
  return SolidPtr(new Solid(around(SolidKind::sphere, Vec3::Zero(), radius, make_implicit_sphere(radius))));
}

SolidPtr Solid::capsule(double radius, double length) {
  require_size("capsule", "radius", radius);
  require_size("capsule", "length", length);
  const Vec3 end(0, 0, length / 2);
  return SolidPtr(new Solid(around(SolidKind::capsule, end, radius, make_capsule(-end, end, radius))));
}

SolidPtr Solid::cylinder(double radius, double height) {
  require_size("cylinder", "radius", radius);
  require_size("cylinder", "height", height);
  const auto data = around(SolidKind::cylinder, Vec3(radius, radius, height / 2), 0, make_implicit_cylinder(radius, height));
  data->reach = std::hypot(radius, height / 2);
  return SolidPtr(new Solid(data));
}

SolidPtr Solid::cone(double radius, double height) {
  require_size("cone", "radius", radius);
  require_size("cone", "height", height);
  const auto data = around(SolidKind::cone, Vec3(radius, radius, height / 2), 0, line_cone(radius, height));
  data->reach = std::hypot(radius, height / 2);
  return SolidPtr(new Solid(data));
}

SolidPtr Solid::ellipsoid(const Vec3& radii) {
  require_sizes("ellipsoid", "radii", radii);
  if (radii.maxCoeff() > 1e6 * radii.minCoeff())
    throw Error(ErrorCode::bad_argument,
                fmt::format("shape \"ellipsoid\": radii [{}, {}, {}]: the longest may be 1e6 times the shortest", radii.x(),
                            radii.y(), radii.z()));
  const auto data = around(SolidKind::ellipsoid, radii, 0, make_implicit_ellipsoid(radii));
  data->reach = radii.maxCoeff();
  return SolidPtr(new Solid(data));
}

SolidPtr Solid::height_field(std::span<const double> heights, int columns, double cell, double depth) {
  require_length("height_field", "depth", depth);
  const auto data = std::make_shared<SolidData>();
  data->kind = SolidKind::height_field;
  data->mesh.emplace(make_height_field(heights, columns, cell, depth));
  for (const Vec3& v : data->mesh->vertices()) {
    data->box.add(v);
    data->reach = std::max(data->reach, v.norm());
  }
  data->lines = make_line_mesh(*data->mesh);
  return SolidPtr(new Solid(data));
}

SolidPtr Solid::points(std::vector<Vec3> points, double radius) {
  if (points.empty()) throw Error(ErrorCode::bad_argument, "shape \"points\": there are none");
  if (!(radius >= 0 && radius <= 1e75))
    throw Error(ErrorCode::bad_argument, fmt::format("shape \"points\": radius {}: must be 0 or more, and finite", radius));
  if (points.size() >= UINT32_MAX / 2)
    throw Error(ErrorCode::too_large, fmt::format("shape \"points\": {} of them; at most 2^31 - 1", points.size()));
  const auto data = std::make_shared<SolidData>();
  data->kind = SolidKind::points;
  data->radius = radius;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].allFinite() || points[i].cwiseAbs().maxCoeff() > kFarAway)
      throw Error(ErrorCode::bad_argument,
                  fmt::format("shape \"points\": point {} is ({}, {}, {}); coordinates must be finite", i, points[i].x(),
                              points[i].y(), points[i].z()));
    data->box.add(points[i]);
    data->reach = std::max(data->reach, points[i].norm() + radius);
  }
  // A box needs an extent: of single points, and of those in a plane, too.
  const double room = std::max(radius, std::max(1e-9 * data->reach, 1e-75));
  data->box = grown(data->box, room);
  data->cloud = PointTree(std::move(points));
  return SolidPtr(new Solid(data));
}

SolidKind Solid::kind() const noexcept { return data_->kind; }

std::span<const Vec3> Solid::centres() const noexcept { return data_->cloud.points(); }

double Solid::signed_distance(const Vec3& point) const {
  if (data_->convex()) return core_distance(*data_, point).distance - data_->radius;
  if (data_->kind == SolidKind::points) {
    std::uint32_t which = 0;
    return data_->cloud.nearest(point, std::numeric_limits<double>::infinity(), which) - data_->radius;
  }
  throw Error(ErrorCode::unsupported, "signed_distance: a height field is a mesh; ask Engine::points about it");
}

std::array<Vec3, 2> Solid::bounds() const { return {data_->box.low, data_->box.high}; }

void Solid::crossings(const Vec3& origin, const Vec3& direction, std::vector<Crossing>& out) const {
  if (data_->lines) data_->lines->crossings(origin, direction, out);
}

bool Solid::closed() const { return data_->lines != nullptr; }

std::string Solid::name() const { return to_string(data_->kind); }

}  // namespace impinge
