// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>

#include <impinge/overlap.h>

#include "base/triangle.h"
#include "exact/eight_crossings.h"

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

/// What two faces in general position have in common: a segment between two edges that pass through the inside of a face.
/// Along it, what lies behind b is on the left as seen from the front of a.
struct PlainContact {
  struct End {
    bool of_b;  ///< the edge is one of b and passes through a, else the other way round
    std::uint8_t edge;
  };
  std::array<End, 2> ends;
};

/// Nothing if the faces touch, lie in one plane, or have a corner in the plane of the other.
std::optional<PlainContact> plain_contact(const Triangle& a, const Triangle& b);

/// The same for up to eight pairs of faces at once.
class PlainContacts {
 public:
  static constexpr std::size_t kCount = EightCrossings::kCount;
  std::array<Triangle, kCount> a, b;
  std::array<std::optional<PlainContact>, kCount> contacts;

  void set(std::size_t i, const Triangle& of_a, const Triangle& of_b) {
    a[i] = of_a;
    b[i] = of_b;
    signs_.set_a(i, of_a);
    signs_.set_b(i, of_b);
  }
  /// Of the first `count` pairs.
  void find(std::size_t count);

 private:
  EightCrossings signs_;
};

}  // namespace impinge
