// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/shapes.h>

namespace impinge {

/// A shape that knows how far its surface is, which displacement needs: negative inside, and it changes by no more than the
/// distance walked. Right about the sign everywhere; a true distance where the shape has a simple one.
class DistanceField : public LineShape {
 public:
  virtual double distance(const Vec3& point) const = 0;
  /// False where the parts of a shape know none, as in CSG with a spline surface.
  virtual bool knows_distance() const { return true; }
};

/// The shape as one that knows its distance, or null.
inline const DistanceField* distance_field(const LineShape* shape) {
  const auto* field = dynamic_cast<const DistanceField*>(shape);
  return field != nullptr && field->knows_distance() ? field : nullptr;
}

}  // namespace impinge
