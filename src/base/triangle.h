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

inline Triangle triangle_of(std::span<const Vec3> vertices, const Face& face) {
  return {{vertices[face[0]], vertices[face[1]], vertices[face[2]]}};
}

}  // namespace impinge
