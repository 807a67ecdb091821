// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "base/triangle.h"
#include "peer.h"

namespace impinge::bench {

/// The exact test behind a peer that finds pairs of boxes only.
using TriangleTest = bool (*)(const Triangle& a, const Triangle& b);

bool triangles_meet(const Triangle& a, const Triangle& b);       ///< ours, face_pair_static
bool cgal_triangles_meet(const Triangle& a, const Triangle& b);  ///< CGAL's, with exact predicates

/// Each is in a file of its own, which is compiled where the library is there.
/// @{
std::unique_ptr<Peer> make_embree(std::string name, TriangleTest test, int threads);
std::unique_ptr<Peer> make_cgal(int threads);
std::unique_ptr<Peer> make_fcl();
std::unique_ptr<Peer> make_bullet();
/// @}

}  // namespace impinge::bench
