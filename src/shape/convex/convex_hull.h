// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <span>
#include <string>

#include "shape/convex/convex_surface.h"

namespace impinge {

/// The convex hull of points with its neighbours, exactly: no point is outside, faces are never flat. Expected near-linear
/// time. The inner point is left for the caller. Throws Error (bad_mesh) for fewer than four points, points of one plane,
/// NaN or infinity; `origin` names them.
ConvexSurface convex_hull(std::span<const Vec3> points, const std::string& origin = {});

}  // namespace impinge
