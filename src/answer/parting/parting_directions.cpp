// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/parting/parting_directions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "answer/parting/polytope_depth.h"
#include "answer/parting/surface_distance.h"

namespace impinge {

namespace {

constexpr std::size_t kHullPoints = 2048;  // vertices of a body that its hull is guessed from
constexpr std::size_t kLumps = 4;          // the largest, that are looked at
constexpr std::size_t kLumpFaces = 1024;   // of them, looked at
constexpr int kAround = 64;

std::vector<Vec3> some_corners(const WorldObject& object) {
  std::vector<Vec3> corners;
  const std::size_t n = object.local.size(), stride = 1 + n / kHullPoints;
  for (std::size_t v = 0; v < n; v += stride) corners.push_back(object.vertex(static_cast<std::uint32_t>(v)));
  return corners;
}

void add_both_ways(const Vec3& direction, std::vector<Vec3>& list) {
  list.push_back(direction);
  list.push_back(-direction);
}

// The narrow axis first.
void add_principal_axes(const OverlapSolid& solid, const Lump& lump, std::vector<Vec3>& list) {
  const auto vertices = solid.mesh->vertices();
  const auto faces = solid.mesh->faces().subspan(lump.first_face, lump.face_count);
  Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
  for (const Face& f : faces) {
    const Triangle t = triangle_of(vertices, f);
    const double area = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]).norm();
    for (const Vec3& p : t.p) spread += area * (p - lump.centroid) * (p - lump.centroid).transpose();
  }
  const double size = spread.norm();
  if (!(size > 0) || !std::isfinite(size)) return;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread / size);
  for (int i = 0; i < 3; ++i) add_both_ways(solver.eigenvectors().col(i), list);
}

}  // namespace

Vec3 box_parting(const Box& a, const Box& b) {
  Vec3 best = Vec3::Zero();
  double least = HUGE_VAL;
  for (int axis = 0; axis < 3; ++axis) {
    const double up = a.high[axis] - b.low[axis], down = b.high[axis] - a.low[axis], way = std::min(up, down);
    if (!(way < least)) continue;
    least = way;
    best = Vec3::Unit(axis) * (up <= down ? up : -down);
  }
  return best;
}

Vec3 area_of_a(const Body& a, const OverlapSolid& solid, const Lump& lump) {
  const auto vertices = solid.mesh->vertices();
  const auto faces = solid.mesh->faces().subspan(lump.first_face, lump.face_count);
  const double near = 1e-9 * (lump.box_high - lump.box_low).norm() + 0x1p-46 * largest_coordinate(a.object().box);
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 0; i < faces.size(); i += 1 + faces.size() / kLumpFaces) {
    const Triangle t = triangle_of(vertices, faces[i]);
    if (nearest_on_surface(a, (t.p[0] + t.p[1] + t.p[2]) / 3, near).distance < near)
      area += cross(t.p[1] - t.p[0], t.p[2] - t.p[0]) / 2;
  }
  return area;
}

std::vector<Vec3> suggested_directions(const Body& a, const Body& b, const OverlapSolid& solid, const Vec3& centre,
                                       const std::array<Eigen::Matrix3d, 2>& axes) {
  std::vector<Vec3> list;
  const Vec3 to_a = nearest_on_surface(a, centre, HUGE_VAL).point - centre,
             to_b = nearest_on_surface(b, centre, HUGE_VAL).point - centre;
  list.push_back(to_a - to_b);
  list.push_back(to_a);
  list.push_back(-to_b);
  Vec3 all = Vec3::Zero();
  for (std::size_t i = 0; i < std::min(kLumps, solid.lumps.size()); ++i) {
    const Vec3 area = area_of_a(a, solid, solid.lumps[i]);
    list.push_back(area);
    all += area;
  }
  if (solid.lumps.size() > 1) list.push_back(all);
  list.push_back(polytope_depth(some_corners(a.object()), some_corners(b.object())).direction);
  add_principal_axes(solid, solid.lumps.front(), list);
  for (std::size_t body = 0; body < 2; ++body) {
    if (body == 1 && axes[0] == axes[1]) continue;
    for (int i = 0; i < 3; ++i) add_both_ways(axes[body].col(i), list);
  }
  return list;
}

// On a spiral from pole to pole, at the golden angle.
std::vector<Vec3> directions_around() {
  std::vector<Vec3> list;
  for (int i = 0; i < kAround; ++i) {
    const double z = 1 - (2 * i + 1.0) / kAround, r = std::sqrt(1 - z * z),
                 turn = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    list.push_back({r * std::cos(turn), r * std::sin(turn), z});
  }
  return list;
}

}  // namespace impinge
