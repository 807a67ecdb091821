// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/convex.h>
#include <impinge/scene.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace impinge::bench::papers {

/// The competitor of figure 3.9: for each pair of convex bodies a plane that parts them, kept from cycle to cycle (Baraff
/// 1990) and looked for anew, between the nearest points, where it parts them no longer (Gilbert, Johnson & Keerthi 1988).
class SeparatingPlanes {
 public:
  SeparatingPlanes(std::span<const Vec3> shape, std::size_t bodies);

  struct Counts {
    std::uint64_t pairs = 0;     ///< that were looked at
    std::uint64_t vertices = 0;  ///< compared with planes
    std::uint64_t searches = 0;  ///< for a new plane
    std::uint64_t meeting = 0;   ///< pairs without one
  };
  /// One cycle: every pair of bodies.
  Counts step(std::span<const Pose> poses);

 private:
  struct Plane {
    Vec3 normal = Vec3::Zero();  ///< from the earlier body to the later one
    double offset = 0;
  };
  bool parts(const Plane& plane, std::size_t a, std::size_t b, Counts& counts) const;

  ConvexBody body_;
  std::vector<std::vector<Vec3>> placed_;
  std::vector<Plane> planes_;
};

}  // namespace impinge::bench::papers
