// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Points for the judge of bounds: the surface at given parameters, and a search for the point of it nearest to another.
#include <algorithm>
#include <cmath>

#include "cad/kernel.h"

namespace impinge::cad {

constexpr int kSteps = 12;

io::SampleAnswer sample(const TrueShape& shape, const io::SampleQuestion& question) {
  const TrueFace& face = shape.faces.at(question.face);
  double u = question.uv[0], v = question.uv[1];
  const gp_Pnt target(question.point[0], question.point[1], question.point[2]);
  io::SampleAnswer answer;
  gp_Pnt p = face.surface->Value(u, v);
  answer.on_surface = {p.X(), p.Y(), p.Z()};
  answer.distance = p.Distance(target);
  for (int i = 0; i < kSteps; ++i) {
    gp_Vec du, dv;
    face.surface->D1(u, v, p, du, dv);
    const gp_Vec to(p, target);
    const double a = du * du, b = du * dv, c = dv * dv, d = a * c - b * b;
    if (!(d > 1e-14 * a * c)) break;
    u += (c * (to * du) - b * (to * dv)) / d;
    v += (a * (to * dv) - b * (to * du)) / d;
    answer.distance = std::min(answer.distance, face.surface->Value(u, v).Distance(target));
  }
  return answer;
}

}  // namespace impinge::cad
