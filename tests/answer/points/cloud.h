// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cmath>
#include <vector>

#include <impinge/scene.h>
#include <support/dice.h>

namespace impinge::test {

/// Points that are hard in turn: anywhere, near a face, at a corner, in the middle of an edge or on it but for rounding, a
/// hair beside a corner, and on a lattice that many of the others lie on too.
inline std::vector<Vec3> hard_cloud(const std::vector<Vec3>& vertices, std::span<const Face> faces, int count, Dice& dice) {
  Vec3 low = vertices[0], high = low;
  for (const Vec3& v : vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const Vec3 middle = (low + high) / 2, half = (high - low) / 2;
  const auto any_face = [&] { return faces[dice.bits() % faces.size()]; };
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const Face f = any_face();
    const Vec3 &a = vertices[f[0]], &b = vertices[f[1]], &c = vertices[f[2]];
    const double s = dice.real(0, 1), t = dice.real(0, 1 - s);
    const Vec3 on_face = a + (b - a) * s + (c - a) * t, beside = half.norm() * 0.01 * dice.point(-1, 1);
    switch (i % 8) {
      case 0:
      case 1: points.push_back(middle + (half * 1.3).cwiseProduct(dice.point(-1, 1))); break;
      case 2: points.push_back(on_face + beside); break;
      case 3: points.push_back(a); break;
      case 4: points.push_back((a + b) / 2); break;
      case 5: points.push_back(on_face); break;
      case 6: points.emplace_back(std::nextafter(b.x(), 1e9), b.y(), b.z()); break;
      default: points.push_back(middle + (half / 4).cwiseProduct(dice.grid_point(-5, 5)));
    }
  }
  return points;
}

/// The vertices of an object of a scene where they stand.
inline std::vector<Vec3> vertices_of(const Scene& scene, ObjectId id) {
  const SceneObject& object = scene.object(id);
  std::vector<Vec3> vertices;
  for (const Vec3& v : object.deformed.empty() ? object.mesh.vertices() : object.deformed)
    vertices.push_back(world_point(object.pose, v));
  return vertices;
}

}  // namespace impinge::test
