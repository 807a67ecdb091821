// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <vector>

#include "answer/body/body.h"
#include "answer/solid/solid_gap.h"

namespace impinge {

/// What the faces of a mesh are to a convex solid.
struct FaceFinding {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  Gap gap;                              ///< of the nearest face, in the solid's frame, or of one that reaches inside
  std::uint32_t face = kNone;           ///< that face; none if all are farther away than the limit
  bool crosses = false;                 ///< it is proved to reach inside the solid
  std::vector<std::uint32_t> in_doubt;  ///< faces whose bounds leave open whether they touch; all of them unless `crosses`
};

/// The nearest face within a limit, by the cluster tree if the mesh has one or is large; ends at the first face that is
/// proved to reach inside. Distances below the limit are known as well as rounding allows.
FaceFinding find_faces(const PlacedSolid& solid, const Body& mesh, double limit);

/// How far world coordinates of the mesh may be off in the solid's frame, and all that is made of them.
double rounding_of(const PlacedSolid& solid, const Box& mesh);

}  // namespace impinge
