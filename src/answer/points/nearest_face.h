// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "answer/points/point_frame.h"

namespace impinge {

/// So many points that are not on a face are kept to compare later ones with.
inline constexpr std::size_t kPointsKept = 4;

/// How the winding number of a point differs from that of an earlier one.
struct PointLink {
  int winding = 0;  ///< here minus there
  int back = 0;     ///< which: 0 is the last one that was not on a face
};

/// The nearest face of a point.
struct NearestFace {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  double distance = 0;              ///< infinite where none is within the range
  std::uint32_t face = kNone;       ///< of those that are equally far but for rounding the lowest
  bool on = false;                  ///< the point lies on a face with an area, exactly; the
                                    ///< distance is then 0, and else not
  std::optional<PointLink> link{};  ///< to a point before it in the order, where they could be compared on the way
  Vec3 point = Vec3::Zero();        ///< NaN without a face
};

/// Finds the nearest face of each point. Each search begins where the last one ended, so neighbours should follow each
/// other. With `link`, neighbours that no two empty balls join are compared by the faces between them. Uses the calling
/// thread alone. The answer depends neither on the order nor on the instruction set.
void find_nearest_faces(const PointFrame& frame, std::span<const Vec3> points, double range, bool link,
                        std::span<NearestFace> found);

}  // namespace impinge
