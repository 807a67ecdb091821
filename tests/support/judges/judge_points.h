// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What CGAL says of points: sides by exact predicates, distances in doubles. Compiled once, as the judge.

#include <span>
#include <vector>

#include <impinge/engine.h>
#include <impinge/mesh.h>

namespace impinge::test {

struct JudgedPoint {
  PointSide side = PointSide::undecided;
  double distance = 0;  ///< without a sign
};

/// Of a closed body whose faces look outwards and do not meet but at common edges.
std::vector<JudgedPoint> judge_points(std::span<const Vec3> vertices, std::span<const Face> faces,
                                      std::span<const Vec3> points);

}  // namespace impinge::test
