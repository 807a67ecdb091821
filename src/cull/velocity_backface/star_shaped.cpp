// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One determinant a face. Over a step it is a cubic in time, positive where its four Bernstein coefficients are.
#include "cull/velocity_backface/star_shaped.h"

#include <algorithm>

#include "base/predicates.h"

namespace impinge {

namespace {

constexpr double kRounding = 0x1p-46;  // of products of three lengths

double determinant(const Vec3& a, const Vec3& b, const Vec3& c) { return a.dot(cross(b, c)); }

struct Ends {
  Vec3 t0, t1;  // from the centre
};

bool stays_positive(const Ends& a, const Ends& b, const Ends& c, double size) {
  const double least = kRounding * size * size * size;
  return determinant(a.t0, b.t0, c.t0) > least && determinant(a.t1, b.t1, c.t1) > least &&
         determinant(a.t1, b.t0, c.t0) + determinant(a.t0, b.t1, c.t0) + determinant(a.t0, b.t0, c.t1) > 3 * least &&
         determinant(a.t0, b.t1, c.t1) + determinant(a.t1, b.t0, c.t1) + determinant(a.t1, b.t1, c.t0) > 3 * least;
}

Box box_around(std::span<const Vec3> vertices) {
  Box box;
  for (const Vec3& p : vertices) box.add(p);
  return box;
}

}  // namespace

bool star_shaped(std::span<const Vec3> vertices, std::span<const Face> faces, const Vec3& centre) {
  return std::all_of(faces.begin(), faces.end(),
                     [&](const Face& f) { return orient3d(vertices[f[0]], vertices[f[1]], vertices[f[2]], centre) >= 0; });
}

bool star_shaped(const ObjectStep& step, std::span<const Face> faces) {
  const Box box0 = box_around(step.from), box1 = box_around(step.to);
  const Vec3 centre0 = box0.low / 2 + box0.high / 2, centre1 = box1.low / 2 + box1.high / 2;
  double size = 0;  // of all that is subtracted, so that its rounding is covered too
  for (const Box* b : {&box0, &box1})
    size = std::max({size, 2 * b->low.cwiseAbs().maxCoeff(), 2 * b->high.cwiseAbs().maxCoeff()});
  const auto ends = [&](std::uint32_t v) { return Ends{step.from[v] - centre0, step.to[v] - centre1}; };
  return std::all_of(faces.begin(), faces.end(),
                     [&](const Face& f) { return stays_positive(ends(f[0]), ends(f[1]), ends(f[2]), size); });
}

}  // namespace impinge
