// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <impinge/mesh.h>

namespace impinge {

/// A ball in the frame of a body, in floats that were rounded outwards (or inwards, where it lies in the body).
struct BodyBall {
  float x = 0, y = 0, z = 0, radius = 0;
};

/// Balls that together hold all of a body: a few, and finer ones in groups that hold what one of the few holds.
struct BodyBalls {
  struct Group {
    BodyBall all;
    std::vector<BodyBall> parts;
  };
  std::vector<Group> groups;
};

/// Of the surface that these polygons make (by the numbers of points; segments and single points count as such), grown by a
/// radius, and all that it encloses: `encloses` tells of a point whether it may.
BodyBalls cover_by_balls(std::span<const std::vector<Vec3>> polygons, double radius,
                         const std::function<bool(const Vec3&)>& encloses);

}  // namespace impinge
