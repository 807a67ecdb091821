// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <vector>

#include <impinge/convex.h>

#include "shape/convex/bound_tables.h"

namespace impinge {

/// Throws Error (bad_mesh) where spot checks find that a surface is not that of a star-shaped body around the origin, or
/// that gauge and support are not those of one convex body.
/// @{
void require_star(const StarSurface& surface);
void require_convex(const CurvedSurface& surface);
/// @}

/// Directions spread evenly over the sphere.
std::vector<Vec3> even_directions(int count);

std::shared_ptr<const CurvedSurface> make_ellipsoid_surface(const Vec3& radii);
std::shared_ptr<const CurvedSurface> make_cylinder_surface(double radius, double height);
std::shared_ptr<const CurvedSurface> make_cone_surface(double radius, double height);
std::shared_ptr<const CurvedSurface> make_lens_surface(double radius, double thickness);

}  // namespace impinge
