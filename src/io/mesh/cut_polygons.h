// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string_view>

#include "io/mesh/mesh_arrays.h"

namespace impinge::io {

/// Cuts the polygons of a file properly: they come as fans (see PolygonFan), which is right for convex ones alone. The
/// others get triangles that cover what they enclose, as many as before, in place. Notes those that cross themselves or are
/// not planar. Indices are good. Throws Error (too_large) for a polygon that would take minutes.
void cut_polygons(MeshArrays& arrays, std::string_view origin);

}  // namespace impinge::io
