// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <impinge/mesh.h>

#include "base/box.h"

namespace impinge {

/// Faces that go on in each other over their edges, all turned alike.
struct Shell {
  std::vector<std::uint32_t> faces;  ///< ascending
  Box box;
  double area = 0;
  double volume = 0;  ///< signed; of an open shell that of the cone over it from the middle of its box
  Vec3 area_sum = Vec3::Zero();
  bool closed = true;  ///< each edge goes on in another face of it

  /// 1 if it looks outwards, -1 inwards, 0 where it encloses next to nothing.
  int sign() const;
};

/// The shells of faces that are given by corner. Where more than two faces meet in an edge, a face goes on in the one that
/// folds back least, so that the two sides of a wall become two shells. A face never goes on in one that lies on it.
std::vector<Shell> find_shells(std::span<const Vec3> vertices, std::span<const Face> corners);

}  // namespace impinge
