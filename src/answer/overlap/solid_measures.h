// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <impinge/mesh.h>

#include "answer/arrangement/twofold_point.h"
#include "base/box.h"

namespace impinge {

/// What closed triangles enclose.
struct SolidMeasures {
  double volume = 0;  ///< with a sign: negative if they look inwards
  double area = 0;
  Vec3 centroid = Vec3::Zero();  ///< of the volume
  Box box;
};

/// Volumes to 1e-10 of themselves, whatever cancels.
SolidMeasures measure_solid(std::span<const TwofoldPoint> points, std::span<const Face> faces);

}  // namespace impinge
