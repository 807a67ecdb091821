// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

namespace impinge {

/// A point as the sum of two doubles a coordinate: twice the digits of its rounding.
struct TwofoldPoint {
  Vec3 high = Vec3::Zero(), low = Vec3::Zero();
};

}  // namespace impinge
