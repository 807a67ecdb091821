// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Solids as triangles, for pictures and for comparisons: corners lie on the surface, so that a convex one is inscribed.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "shape/make/generator.h"
#include "shape/make/make_surface.h"
#include "shape/solid/solid_data.h"

namespace impinge {

namespace {

constexpr std::size_t kMostPoints = 20000;  // drawn of a cloud

// A section through the axis, from the south pole to the north pole, turned around it.
Mesh revolved(std::span<const std::array<double, 2>> section, int segments, const char* name) {
  SurfaceBuilder surface;
  const std::uint32_t south = surface.add({0, 0, section.front()[1]});
  std::vector<std::vector<std::uint32_t>> rings;
  for (const auto& [rho, z] : section.subspan(1, section.size() - 2)) {
    std::vector<std::uint32_t>& ring = rings.emplace_back();
    for (int i = 0; i < segments; ++i) {
      const double angle = 2 * std::numbers::pi * i / segments;
      ring.push_back(surface.add({rho * std::cos(angle), rho * std::sin(angle), z}));
    }
  }
  surface.globe(south, rings, surface.add({0, 0, section.back()[1]}));
  return surface.build(name);
}

// Half circles around two points of the axis.
std::vector<std::array<double, 2>> rounded(double radius, double half, int segments) {
  std::vector<std::array<double, 2>> section;
  const int stacks = std::max(2, segments / 4);
  for (int side = -1; side <= 1; side += 2)
    for (int i = 0; i <= stacks; ++i) {
      const double up = std::numbers::pi / 2 * (side < 0 ? i - stacks : i) / stacks;
      if (side > 0 && i == 0 && half == 0) continue;
      section.push_back({radius * std::cos(up), side * half + radius * std::sin(up)});
    }
  return section;
}

Mesh stretched(const Mesh& mesh, const Vec3& by, const char* name) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& v : vertices) v = v.cwiseProduct(by);
  return {std::move(vertices), {mesh.faces().begin(), mesh.faces().end()}, name};
}

// Its wall is a square around the foot of the origin.
Mesh slab(const SolidData& data, double size) {
  const Vec3 n = data.normal / data.normal_length;
  const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
  const Mesh box = make_box({size, size, size / 16});
  std::vector<Vec3> vertices(box.vertices().begin(), box.vertices().end());
  for (Vec3& p : vertices) p = u * p.x() + v * p.y() + n * (p.z() - size / 32 + data.offset / data.normal_length);
  return {std::move(vertices), {box.faces().begin(), box.faces().end()}, "half_space"};
}

Mesh dots(const SolidData& data) {
  const std::span<const Vec3> points = data.cloud.points();
  const double radius = data.radius > 0 ? data.radius : std::max(2e-3 * (data.box.high - data.box.low).norm(), 1e-70);
  const std::size_t step = (points.size() + kMostPoints - 1) / kMostPoints;
  SurfaceBuilder surface;
  for (std::size_t i = 0; i < points.size(); i += step) {
    std::uint32_t corner[6];
    for (int k = 0; k < 6; ++k) {
      Vec3 p = points[i];
      p[k / 2] += k % 2 == 0 ? radius : -radius;
      corner[k] = surface.add(p);
    }
    for (int k = 0; k < 8; ++k) {
      const std::uint32_t x = corner[k & 1], y = corner[2 + (k >> 1 & 1)], z = corner[4 + (k >> 2 & 1)];
      ((k ^ k >> 1 ^ k >> 2) & 1) != 0 ? surface.triangle(x, z, y) : surface.triangle(x, y, z);
    }
  }
  return surface.build("points");
}

}  // namespace

Mesh Solid::tessellated(int segments, double size) const {
  require_range(to_string(kind()), "segments", segments, 3, 4096);
  require_length(to_string(kind()), "size", size);
  const SolidData& d = *data_;
  const double r = d.half.x(), h = d.half.z();
  switch (d.kind) {
    case SolidKind::half_space: return slab(d, size);
    case SolidKind::box: return make_box(2 * d.half);
    case SolidKind::sphere: return revolved(rounded(d.radius, 0, segments), segments, "sphere");
    case SolidKind::capsule: return revolved(rounded(d.radius, h, segments), segments, "capsule");
    case SolidKind::cylinder:
      return revolved(std::array<std::array<double, 2>, 4>{{{0, -h}, {r, -h}, {r, h}, {0, h}}}, segments, "cylinder");
    case SolidKind::cone:
      return revolved(std::array<std::array<double, 2>, 3>{{{0, -h}, {r, -h}, {0, h}}}, segments, "cone");
    case SolidKind::ellipsoid:
      return stretched(revolved(rounded(1, 0, segments), segments, "ellipsoid"), d.half, "ellipsoid");
    case SolidKind::height_field: return *d.mesh;
    default: return dots(d);
  }
}

}  // namespace impinge
