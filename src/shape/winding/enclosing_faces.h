// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// Vector sum of the faces' areas, and the sum of their sizes. The former bounds the area of whatever closes them from
/// below.
struct AreaSum {
  Vec3 vector = Vec3::Zero();
  double size = 0;

  void add(const AreaSum& more) {
    vector += more.vector;
    size += more.size;
  }
  /// Any surface that closes these faces has at least two thirds of their area: a floor, a relief, a cloth.
  bool is_sheet() const { return vector.norm() >= 2.0 / 3 * size; }
};

AreaSum area_sum(std::span<const Vec3> vertices, std::span<const Face> faces);

/// Faces of a file that may hold several bodies.
struct EnclosingFaces {
  std::vector<Face> faces;  ///< without the mere sheets among the components; none where nothing else is there
  /// Of these all components that are closed in themselves, then each of the largest others that is no sheet; none where
  /// that is all of them.
  std::vector<std::vector<Face>> bodies;
  AreaSum area;  ///< of `faces`
};

/// A floor beside a body hides what the body encloses: together they may be a mere sheet, and from within the body the floor
/// is seen under a number of up to 1/2. So as long as all is a sheet, the largest component that is one is left out. Faces
/// are those of OrientedFaces.
EnclosingFaces enclosing_faces(std::span<const Vec3> vertices, std::span<const Face> faces);

}  // namespace impinge
