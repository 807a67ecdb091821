// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/impinge.h>

#include <cmath>

#include "scenes/bodies.h"
#include "support/dice.h"
#include "support/soup.h"

namespace impinge::test {

/// A body whose corners lie on the lattice, so that every tie occurs.
inline Mesh lattice_ball(Dice& dice, double step) {
  Soup soup = soup_of(make_icosphere(1, dice.integer(0, 2)));
  for (Vec3& v : soup.vertices)
    v = (v * 4 + dice.point(-1, 1)).unaryExpr([&](double x) { return std::round(x / step) * step; });
  return soup.mesh();
}

/// One of several closed bodies, most of them concave.
inline Mesh random_body(Dice& dice) {
  switch (dice.integer(0, 4)) {
    case 0: return make_box(dice.point(0.5, 2), dice.integer(1, 3));
    case 1: return make_displaced_sphere(1, 0.4, dice.integer(5, 16), dice.integer(5, 20), dice.bits() % 100);
    case 2: return make_torus(1, 0.3, 12, 9);
    case 3: return make_comb(2, dice.integer(2, 5), 400);
    default: return scenes::make_shuttle(2);
  }
}

}  // namespace impinge::test
