// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

namespace impinge {

/// Three corners in world coordinates.
struct Triangle {
  Vec3 p[3];
};

/// Eigen has it too, behind a header that costs every file a second of compiling.
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

/// The same direction with its largest coordinate 1 or -1; zero stays zero. Keeps products of tiny or huge vectors in range.
inline Vec3 unit_scaled(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  return largest > 0 ? Vec3(v / largest) : v;
}

/// Direction of the normal in floating point, at any scale; for choosing directions, never for deciding.
inline Vec3 rough_normal(const Triangle& t) {
  return unit_scaled(cross(unit_scaled(t.p[1] / 2 - t.p[0] / 2), unit_scaled(t.p[2] / 2 - t.p[0] / 2)));
}

inline Triangle triangle_of(std::span<const Vec3> vertices, const Face& face) {
  return {{vertices[face[0]], vertices[face[1]], vertices[face[2]]}};
}

}  // namespace impinge
