// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <impinge/mesh.h>

#include "answer/arrangement/twofold_point.h"
#include "base/box.h"
#include "base/exact_vec.h"

namespace impinge {

/// What closed triangles enclose.
struct SolidMeasures {
  double volume = 0;  ///< with a sign: negative if they look inwards
  double area = 0;
  Vec3 centroid = Vec3::Zero();  ///< of the volume
  Box box;
};

/// A point as the sum of so many doubles a coordinate.
using PointDigits = std::function<ExactVec(std::uint32_t point, int doubles)>;

/// Volumes to 1e-10 of themselves, whatever cancels: where twice the digits do not tell them, more are asked for. Of points
/// whose largest coordinate is neither tiny nor huge.
SolidMeasures measure_solid(std::span<const TwofoldPoint> points, std::span<const Face> faces, const PointDigits& digits);

}  // namespace impinge
