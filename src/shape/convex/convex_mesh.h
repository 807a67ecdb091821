// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "shape/convex/convex_surface.h"

namespace impinge {

/// The surface of a convex mesh with its inner point: faces in the order of the mesh where it is closed and has no flat
/// faces, else those of its hull. Exact. Throws Error (bad_mesh) that names the offending edge or face.
ConvexSurface convex_surface_of(const Mesh& mesh);

/// False if the mesh is open, flawed, of several parts, or has vertices on both sides of one of a few faces: most bodies
/// that are not convex are recognised by a look at a small part. True says nothing.
bool may_be_convex(const Mesh& mesh);

/// Puts the inner point strictly inside: the centre of volume, or another place where rounding spoils that. Throws Error
/// (bad_mesh) if there is no double inside.
void choose_inner_point(ConvexSurface& surface, const std::string& origin);

}  // namespace impinge
