// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>

#include <impinge/mesh.h>

#include "shape/convex/bound_tables.h"

namespace impinge {

/// A convex body in closed form around the origin. Values are good to 1e-14 of their size.
class CurvedSurface {
 public:
  virtual ~CurvedSurface() = default;
  /// How far a point is out, as a multiple of the way to the boundary, and the slope; `x` is not zero.
  virtual Slope gauge(const Vec3& x) const = 0;
  /// A point of the body farthest along a direction that is not zero.
  virtual Vec3 support(const Vec3& n) const = 0;
  /// Mean of x * x^T over the body, about.
  virtual Vec3 spread() const = 0;
  /// Of a ball around the origin that holds the body.
  virtual double radius() const = 0;
};

std::unique_ptr<const CurvedSurface> make_ellipsoid_surface(const Vec3& radii);
std::unique_ptr<const CurvedSurface> make_cylinder_surface(double radius, double height);
std::unique_ptr<const CurvedSurface> make_cone_surface(double radius, double height);
std::unique_ptr<const CurvedSurface> make_lens_surface(double radius, double thickness);

}  // namespace impinge
