// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/triangle.h"

namespace impinge {

/// The shortest way between two features, in floating point: good directions for a proof, never a proof.
struct ShortestWay {
  Vec3 apart;  ///< from the point on b to the one on a
  Vec3 point;  ///< on b
};

/// The part of a direction at right angles to an edge, which is not zero. A short way is rounded as the corners are, and a
/// normal of nearly parallel edges as their product is: along a long edge that may be more than a gap, and a plane across
/// such a direction would part the edge from nothing.
inline Vec3 across(const Vec3& direction, const Vec3& edge) {
  return direction - edge * (direction.dot(edge) / edge.squaredNorm());
}

ShortestWay point_to_segment(const Vec3& p, const Vec3& a, const Vec3& b);
ShortestWay point_to_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);
ShortestWay segment_to_segment(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

/// The same by ends alone, for segments that are nearly parallel.
ShortestWay segment_ends(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1);

}  // namespace impinge
