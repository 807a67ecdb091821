// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <optional>

#include "base/control.h"
#include "localise/localise_input.h"

namespace impinge {

/// Deepest level that can be asked for: two flush walls fill 4^12 voxels.
inline constexpr int kMaxOctreeLevel = 12;

/// How the tree is cut; the face pairs that meet are among the candidates with every choice. For the benchmark and the
/// tests; the defaults are what was measured best.
struct OctreeOptions {
  /// Cubes halved along all three axes, or boxes halved along their longest.
  enum class Split { octree, bintree };
  /// When a node is a voxel: not wider than its faces by some factor; at a level; or not crowded any more.
  enum class Leaf { extent, level, crowd };

  Split split = Split::octree;
  Leaf leaf = Leaf::extent;
  int level = 6;             ///< Leaf::level: halvings of each axis
  double voxel_extents = 5;  ///< Leaf::extent: a voxel is at most this many mean extents of its faces wide
  std::size_t crowd = 24;    ///< no node of so few faces is split, but for Leaf::level
  int levels_at_once = 6;    ///< 1 is recursion level by level, 10 one sort of Morton keys as far as they reach
};

/// Face pairs that share a voxel of one octree over all faces. A node is split only where it holds faces of two or more
/// objects (of two faces, for an object with itself), and only the parent's faces are passed on. Without a level, the faces
/// in a node decide when it is a voxel. Nothing is precomputed, so deforming bodies cost the same as rigid ones. Throws
/// Error (too_large) where there are more candidates than the input allows.
std::vector<Candidate> face_octree(const LocaliseInput& input, Control& control);
/// The same with every choice laid open.
std::vector<Candidate> face_octree_cut(const LocaliseInput& input, const OctreeOptions& options, Control& control);

}  // namespace impinge
