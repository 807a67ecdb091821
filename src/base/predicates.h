// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/mesh.h>

#include "base/triangle.h"

namespace impinge {

/// Exact sign of det[a-d; b-d; c-d]: positive if d lies below the plane through a, b, c, seen from the side where they turn
/// counter-clockwise; 0 if the four points are coplanar (always so when a, b, c are collinear).
int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Exact sign of the doubled area of the triangle a, b, c in the plane: positive if counter-clockwise.
int orient2d(double ax, double ay, double bx, double by, double cx, double cy);

/// The same for the shadow of three points along `axis` (0, 1, 2), on the other two coordinates in cyclic order.
inline int orient2d(const Vec3& a, const Vec3& b, const Vec3& c, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  return orient2d(a[u], a[v], b[u], b[v], c[u], c[v]);
}

/// True exactly if the three points lie on one line (or coincide).
inline bool collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  return orient2d(a, b, c, 2) == 0 && orient2d(a, b, c, 0) == 0 && orient2d(a, b, c, 1) == 0;
}

/// True exactly if the triangle has no area.
inline bool degenerate(const Triangle& t) { return collinear(t.p[0], t.p[1], t.p[2]); }

}  // namespace impinge
