// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "answer/body/body.h"
#include "answer/points/line_walk.h"
#include "answer/points/nearest_face.h"

namespace impinge {

/// Winding numbers of points that come one after the other, neighbours close
/// together, exactly; for closed bodies. Two balls around points that hold
/// nothing of the surface and meet have one winding number; else the faces
/// between two points tell by how much theirs differ; and where that runs into
/// an edge, a ray does.
class PointSides {
 public:
  /// Both are of the same object and must outlive it.
  PointSides(const PointFrame& frame, const Body& body);

  /// At a point that is not on the surface and no nearer to it than `clear`,
  /// but for rounding. `link`, if known, is how much the number differs from
  /// that of the last point.
  int winding(const Vec3& point, double clear, std::optional<PointLink> link = {});

 private:
  struct Known {
    Vec3 point;
    double clear;
    int winding;
  };

  bool joined(const Known& known, const Vec3& point, double clear) const;
  /// The winding number at a minus that at b; nothing if the segment between
  /// them meets an edge or runs inside a face.
  std::optional<int> passed(const Vec3& a, const Vec3& b);
  int find(const Vec3& point, double clear, std::optional<PointLink> link);

  const Body& body_;
  LineWalk walk_;
  double size_;  // the largest coordinate of the object
  std::array<Known, kPointsKept> known_{};
  std::size_t count_ = 0;  // of all so far; the last few are known
};

}  // namespace impinge
