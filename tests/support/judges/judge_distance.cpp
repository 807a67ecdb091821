// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Distances in exact arithmetic, feature against feature; rounded once at the end.

#include <support/judge.h>
#include <support/reduced_triangle.h>

#include <cmath>
#include <limits>

#include <CGAL/squared_distance_3.h>

namespace impinge::test {
namespace {

using Number = Kernel::FT;

Number point_distance(const Reduced& shape, const Point& p) {
  return std::visit([&](const auto& s) -> Number { return CGAL::squared_distance(p, s); }, shape);
}

Number edge_distance(const Corners& a, const Corners& b, Number best) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Point p = exact_point(a[i]), q = exact_point(a[(i + 1) % 3]);
    if (p == q) continue;
    for (std::size_t j = 0; j < 3; ++j) {
      const Point r = exact_point(b[j]), s = exact_point(b[(j + 1) % 3]);
      if (r != s) best = std::min(best, Number(CGAL::squared_distance(Segment(p, q), Segment(r, s))));
    }
  }
  return best;
}

// Of triangles that do not meet.
Number squared_distance(const Corners& a, const Corners& b) {
  const Reduced ra = reduce(a), rb = reduce(b);
  Number best = point_distance(rb, exact_point(a[0]));
  for (const Vec3& p : a) best = std::min(best, point_distance(rb, exact_point(p)));
  for (const Vec3& p : b) best = std::min(best, point_distance(ra, exact_point(p)));
  return edge_distance(a, b, best);
}

double box_distance(const Corners& a, const Corners& b) {
  const Vec3 a_lo = a[0].cwiseMin(a[1]).cwiseMin(a[2]), a_hi = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
  const Vec3 b_lo = b[0].cwiseMin(b[1]).cwiseMin(b[2]), b_hi = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
  return (a_lo - b_hi).cwiseMax(b_lo - a_hi).cwiseMax(Vec3::Zero()).norm();
}

}  // namespace

double judge_distance(const Corners& a, const Corners& b) {
  if (judge_relation(a, b) != Relation::disjoint) return 0;
  return std::sqrt(CGAL::to_double(squared_distance(a, b).exact()));
}

bool judge_within(const Corners& a, const Corners& b, double limit) {
  return judge_relation(a, b) != Relation::disjoint || squared_distance(a, b) <= Number(limit) * Number(limit);
}

double judge_distance(std::span<const Vec3> a_vertices, std::span<const Face> a_faces, std::span<const Vec3> b_vertices,
                      std::span<const Face> b_faces) {
  struct Candidate {
    double bound;
    Corners a, b;
  };
  std::vector<Candidate> candidates;
  double best = std::numeric_limits<double>::infinity();
  for (const Vec3& p : a_vertices) {
    for (const Vec3& q : b_vertices) best = std::min(best, (p - q).norm());
  }
  for (const Face& f : a_faces) {
    const Corners a = {a_vertices[f[0]], a_vertices[f[1]], a_vertices[f[2]]};
    for (const Face& g : b_faces) {
      const Corners b = {b_vertices[g[0]], b_vertices[g[1]], b_vertices[g[2]]};
      const double bound = box_distance(a, b);
      if (bound <= best) candidates.push_back({bound, a, b});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const auto& p, const auto& q) { return p.bound < q.bound; });
  for (const Candidate& c : candidates) {
    // The bound is rounded; the slack keeps a pair that ties with the best.
    if (c.bound > best * (1 + 1e-12)) break;
    best = std::min(best, judge_distance(c.a, c.b));
    if (best == 0) break;
  }
  return best;
}

}  // namespace impinge::test
