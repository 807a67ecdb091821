// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <impinge/mesh.h>

namespace impinge {

/// A point as the sum of two doubles a coordinate: twice the digits of its rounding.
struct TwofoldPoint {
  Vec3 high = Vec3::Zero(), low = Vec3::Zero();
};

/// What closed triangles enclose.
struct SolidMeasures {
  double volume = 0;  ///< with a sign: negative if they look inwards
  double area = 0;
  Vec3 centroid = Vec3::Zero();  ///< of the volume
};

/// Volumes to 1e-10 of themselves, whatever cancels.
SolidMeasures measure_solid(std::span<const TwofoldPoint> points, std::span<const Face> faces);

}  // namespace impinge
