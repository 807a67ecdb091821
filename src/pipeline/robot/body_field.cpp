// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/robot/body_field.h"

#include <impinge/convex.h>
#include <impinge/error.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <cmath>

#include "base/box.h"
#include "pipeline/robot/body_voxels.h"

namespace impinge {

namespace {

constexpr std::size_t kMostInner = 32;
constexpr double kLeastFieldSize = 0x1p-40, kMostFieldSize = 0x1p40;

std::int32_t cell_bounds(double low, double up) {
  constexpr double kMost = 0x7fff;  // an upper bound as large as this is none
  const double down = std::floor(std::clamp(low, 0.0, double{BodyField::kFarthest}) * BodyField::kSteps);
  const double over = std::ceil(std::clamp(up * BodyField::kSteps, 0.0, kMost));
  return static_cast<std::int32_t>(down) | static_cast<std::int32_t>(over) << 16;
}

double length_of_square(std::int16_t square) { return std::sqrt(static_cast<double>(square)); }

// Balls around the hull of a cover's points, grown by its radius.
BodyBalls balls_of_cover(const BodyCover& cover) {
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < cover.size(); ++i) points.push_back(cover.point(i));
  if (points.size() < 4) {
    const std::vector<Vec3> all[] = {points};
    return cover_by_balls(all, cover.radius(), [](const Vec3&) { return false; });
  }
  const ConvexBody hull = ConvexBody::from_points(points);
  std::vector<std::vector<Vec3>> polygons;
  for (const Face& f : hull.faces())
    polygons.push_back({hull.vertices()[f[0]], hull.vertices()[f[1]], hull.vertices()[f[2]]});
  return cover_by_balls(polygons, cover.radius(), [&](const Vec3& p) { return hull.contains(p); });
}

}  // namespace

BodyField::BodyField(const SceneObject& object, const BodyCover& cover, std::size_t cells) {
  const Solid* const solid = object.shape ? object.shape->solid() : nullptr;
  if (!object.deformed.empty() || !cover.exists() || (object.shape && solid == nullptr)) return;
  if (solid != nullptr && (solid->kind() == SolidKind::points || solid->kind() == SolidKind::height_field)) return;
  try {
    if (solid != nullptr)
      take_solid(*solid, cover, cells);
    else
      take_mesh(object, cells);
  } catch (const Error&) {  // points of a solid that make no hull
    usable_ = false;
  }
}

bool BodyField::fits(const Box& box) const {
  const double largest = (box.high - box.low).maxCoeff(), size = largest_coordinate(box);
  return largest > kLeastFieldSize && size < kMostFieldSize && largest > size * 0x1p-10;
}

void BodyField::take_lattice(const BodyVoxels& voxels) {
  count_ = voxels.count();
  per_cell_ = static_cast<float>(1 / voxels.cell());
  for (int i = 0; i < 3; ++i) low_[static_cast<std::size_t>(i)] = static_cast<float>(voxels.low()[i]);
  cells_.assign(voxels.size(), 0);
}

void BodyField::take_mesh(const SceneObject& object, std::size_t cells) {
  const std::span<const Vec3> vertices = object.mesh.vertices();
  const std::span<const Face> faces = object.mesh.faces();
  Box box;
  std::vector<std::vector<Vec3>> polygons;
  for (const Face& f : faces) {
    polygons.push_back({vertices[f[0]], vertices[f[1]], vertices[f[2]]});
    for (const Vec3& p : polygons.back()) box.add(p);
  }
  if (!fits(box)) return;
  BodyVoxels voxels(box, cells);
  voxels.add(vertices, faces, object.mesh.report().sound());
  take_lattice(voxels);
  const BodyVoxels::Squares squares = voxels.squares();
  const std::vector<std::int16_t> deep = voxels.depths();
  std::vector<double> depths(voxels.size(), 0);
  for (std::size_t i = 0; i < voxels.size(); ++i) {
    cells_[i] = cell_bounds(length_of_square(squares.low[i]), length_of_square(squares.up[i]));
    // Half a cell more, from the middle of one.
    if (voxels.at(i) == BodyVoxels::Cell::inside)
      depths[i] = (std::min(length_of_square(deep[i]), double{BodyVoxels::kReach - 1}) + 0.5) * voxels.cell();
  }
  add_inner(voxels, depths);
  cover_ =
      cover_by_balls(polygons, 0, [&](const Vec3& p) { return voxels.at(voxels.index_of(p)) != BodyVoxels::Cell::outside; });
  usable_ = true;
}

void BodyField::take_solid(const Solid& solid, const BodyCover& cover, std::size_t cells) {
  const std::array<Vec3, 2> bounds = solid.bounds();
  const Box box{bounds[0], bounds[1]};
  if (!fits(box)) return;
  const BodyVoxels voxels(box, cells);
  take_lattice(voxels);
  std::vector<double> depths(voxels.size(), 0);
  const double half = 0.5 * std::sqrt(3.0) * (1 + 1e-6);
  for (std::size_t i = 0; i < voxels.size(); ++i) {
    const double distance = solid.signed_distance(voxels.middle(i));
    cells_[i] = cell_bounds(distance / voxels.cell() - half, distance / voxels.cell() + half);
    depths[i] = std::max(-distance * (1 - 1e-6) - 1e-6 * voxels.cell(), 0.0);
  }
  add_inner(voxels, depths);
  cover_ = balls_of_cover(cover);
  usable_ = true;
}

// The largest that no chosen one has the middle of, as often as there is room.
void BodyField::add_inner(const BodyVoxels& voxels, const std::vector<double>& depths) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < depths.size(); ++i)
    if (depths[i] > 0.5 * voxels.cell()) open.push_back(i);
  std::stable_sort(open.begin(), open.end(), [&](std::uint32_t a, std::uint32_t b) { return depths[a] > depths[b]; });
  while (!open.empty() && inner_.size() < kMostInner) {
    const Vec3 middle = voxels.middle(open.front());
    const double radius = depths[open.front()];
    const double size = middle.cwiseAbs().maxCoeff() + radius;
    inner_.push_back({static_cast<float>(middle.x()), static_cast<float>(middle.y()), static_cast<float>(middle.z()),
                      static_cast<float>(radius * (1 - 0x1p-20) - size * 0x1p-20)});
    std::erase_if(open, [&](std::uint32_t i) { return (voxels.middle(i) - middle).squaredNorm() < radius * radius; });
  }
}

}  // namespace impinge
