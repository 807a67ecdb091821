// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "base/control.h"
#include "localise/candidates.h"

namespace impinge {

/// Deepest level that can be asked for: two flush walls fill 4^12 voxels.
inline constexpr int kMaxOctreeLevel = 12;

/// Face pairs that share a voxel of one octree over all faces. A node is split only where it holds faces of two or more
/// objects (of two faces, for an object with itself), and only the parent's faces are passed on. Without a level, a node
/// becomes a voxel when it is about 2.5 mean extents of its faces wide. Nothing is precomputed, so deforming bodies cost the
/// same as rigid ones.
std::vector<Candidate> face_octree(const LocaliseInput& input, std::optional<int> level, Control& control);

}  // namespace impinge
