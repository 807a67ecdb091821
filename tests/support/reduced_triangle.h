// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// A triangle as CGAL wants it: a point, a segment or a true triangle. Included by the judge alone.

#include <algorithm>
#include <variant>

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <support/judge.h>

namespace impinge::test {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Point = Kernel::Point_3;
using Segment = Kernel::Segment_3;
using Triangle3 = Kernel::Triangle_3;
using Reduced = std::variant<Point, Segment, Triangle3>;

inline Point exact_point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

inline Reduced reduce(const Corners& corners) {
  std::array<Point, 3> p = {exact_point(corners[0]), exact_point(corners[1]), exact_point(corners[2])};
  if (!CGAL::collinear(p[0], p[1], p[2])) return Triangle3(p[0], p[1], p[2]);
  // On a line the lexicographic order is the order along it.
  std::sort(p.begin(), p.end());
  if (p[0] == p[2]) return p[0];
  return Segment(p[0], p[2]);
}

}  // namespace impinge::test
