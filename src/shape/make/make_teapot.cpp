// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// The Utah teapot as it was published: 32 bicubic Bezier patches, each sampled on a square grid.
// Based on: Crow, The origins of the teapot, IEEE Computer Graphics and Applications, 1987.
#include <impinge/shapes.h>

#include "shape/make/generator.h"
#include "shape/make/make_surface.h"
#include "shape/make/make_teapot_patches.h"

namespace impinge {
namespace teapot {

ProfilePoint profile_point(const Profile& profile, double t) {
  const auto w = bernstein(t);
  ProfilePoint point{0, 0};
  for (int i = 0; i < 4; ++i) {
    point.radius += w[i] * profile[i].radius;
    point.height += w[i] * profile[i].height;
  }
  return point;
}

Vec3 quarter_point(const Profile& profile, double along, double around) {
  const auto u = bernstein(along), v = bernstein(around);
  Vec3 point = Vec3::Zero();
  for (int i = 0; i < 4; ++i) {
    const auto& [radius, tangent, height] = profile[i];
    point.x() += u[i] * (v[0] * radius + v[1] * radius + v[2] * tangent);
    point.y() += u[i] * (v[1] * tangent + v[2] * radius + v[3] * radius);
    point.z() += u[i] * height;
  }
  return point;
}

Vec3 tube_point(const Tube& tube, double along, double across) {
  const auto u = bernstein(along), v = bernstein(across);
  Vec3 point = Vec3::Zero();
  for (int i = 0; i < 4; ++i) {
    const auto& [from_x, from_z, to_x, to_z, width] = tube[i];
    point.x() += u[i] * ((v[0] + v[1]) * from_x + (v[2] + v[3]) * to_x);
    point.y() -= u[i] * ((v[1] + v[2]) * width);
    point.z() += u[i] * ((v[0] + v[1]) * from_z + (v[2] + v[3]) * to_z);
  }
  return point;
}

}  // namespace teapot

namespace {

using PatchPoint = std::function<Vec3(double u, double v)>;

// Outside is where u turns left into v, or right if `mirrored`. Triangles that collapse at a pole are left out.
void add_patch(SurfaceBuilder& surface, int divisions, bool mirrored, const PatchPoint& point) {
  const auto first = static_cast<std::uint32_t>(surface.vertices.size());
  const auto row = static_cast<std::uint32_t>(divisions + 1);
  for (int i = 0; i <= divisions; ++i) {
    for (int j = 0; j <= divisions; ++j) {
      const Vec3 sample = point(static_cast<double>(i) / divisions, static_cast<double>(j) / divisions);
      surface.add(sample + Vec3::Zero());  // no negative zeros: seams must agree in every bit
    }
  }
  const auto triangle = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
    const auto& at = surface.vertices;
    if (at[p] == at[q] || at[q] == at[r] || at[r] == at[p]) return;
    surface.triangle(p, mirrored ? r : q, mirrored ? q : r);
  };
  for (std::uint32_t i = 0; i + 1 < row; ++i) {
    for (std::uint32_t j = 0; j + 1 < row; ++j) {
      const std::uint32_t corner = first + i * row + j;
      triangle(corner, corner + 1, corner + row + 1);
      triangle(corner, corner + row + 1, corner + row);
    }
  }
}

void add_tubes(SurfaceBuilder& surface, int divisions, std::span<const teapot::Tube> tubes) {
  for (const teapot::Tube& tube : tubes) {
    add_patch(surface, divisions, false, [&](double u, double v) { return teapot::tube_point(tube, u, v); });
    add_patch(surface, divisions, true, [&](double u, double v) {
      const Vec3 p = teapot::tube_point(tube, u, v);
      return Vec3(p.x(), -p.y(), p.z());
    });
  }
}

}  // namespace

Mesh make_teapot(double size, int divisions) {
  require_length("teapot", "size", size);
  require_range("teapot", "divisions", divisions, 2, 1000);
  require_face_count("teapot", 64.0 * divisions * divisions);
  SurfaceBuilder surface;
  for (const teapot::Profile& profile : teapot::kProfiles) {
    for (int quarter = 0; quarter < 4; ++quarter) {
      add_patch(surface, divisions, false, [&](double u, double v) {
        Vec3 p = teapot::quarter_point(profile, u, v);
        for (int i = 0; i < quarter; ++i) p = Vec3(-p.y(), p.x(), p.z());
        return p;
      });
    }
  }
  add_tubes(surface, divisions, teapot::kHandle);
  add_tubes(surface, divisions, teapot::kSpout);
  return surface.build("teapot", size / teapot::kHeight);
}

}  // namespace impinge
