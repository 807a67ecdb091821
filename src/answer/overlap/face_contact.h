// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include <impinge/overlap.h>

#include "base/triangle.h"

namespace impinge {

/// What a point of a face lies on: corner or edge `index` (edge i runs from corner i to i + 1), or the face itself.
struct FaceSpot {
  FaceFeature kind = FaceFeature::face;
  std::uint8_t index = 0;
  auto operator<=>(const FaceSpot&) const = default;
};

/// A corner of what two faces have in common, told by what it lies on in each.
struct SharedPoint {
  FaceSpot a, b;
  auto operator<=>(const SharedPoint&) const = default;
};

/// What two faces with area have in common: nothing, a point, a segment, or of coplanar faces a convex polygon of up to six
/// corners. No coordinates: the features tell where each corner lies, exactly.
struct FaceContact {
  bool coplanar = false;
  int count = 0;
  std::array<SharedPoint, 12> points;  // the corners of a polygon in no order

  void add(const SharedPoint& p) {
    for (int i = 0; i < count; ++i)
      if (points[static_cast<std::size_t>(i)] == p) return;
    points[static_cast<std::size_t>(count++)] = p;
  }
};

/// Decided exactly; the faces have area.
FaceContact face_contact(const Triangle& a, const Triangle& b);

}  // namespace impinge
