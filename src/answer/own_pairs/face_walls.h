// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

namespace impinge {

/// A face of a mesh and five walls that may part it from others: its plane from both sides, and the planes through its edges
/// across it. Another face that has some corners of this one on a wall and the others beyond meets it in those corners
/// alone.
class FaceWalls {
 public:
  FaceWalls() = default;
  /// Corners are numbered by topology, so that neighbours share some.
  FaceWalls(const Vec3& p, const Vec3& q, const Vec3& r, const Face& corners);

  /// True if the faces are proved to meet in the corners they share at most, even if rounding moves each coordinate of all
  /// corners by up to `slack`.
  bool part(const FaceWalls& other, double slack) const { return holds_off(other, slack) || other.holds_off(*this, slack); }

 private:
  bool holds_off(const FaceWalls& other, double slack) const;

  Vec3 p_[3];
  Face corners_{};
  Vec3 normal_, out_[3];  // out_[k] leads away from the face across edge k
  double size_ = 0;       // bounds the coordinates of the edges
};

}  // namespace impinge
