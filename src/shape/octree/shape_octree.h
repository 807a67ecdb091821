// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <optional>

#include "shape/octree/octree_faces.h"

namespace impinge {

/// What moved_octree keeps of a rigid shape: its face octree in its own frame, each voxel with the faces it holds.
struct ShapeOctree {
  FaceVoxels faces;
  std::vector<OctreeCube> inside;  ///< black nodes that touch no face; only where a volumetric octree was asked for
};

/// Without a level, voxels are about twice as wide as a face. Nothing where the shape is too large, too small, or too far
/// from its own origin for voxels.
std::shared_ptr<const ShapeOctree> make_shape_octree(std::span<const Vec3> vertices, std::span<const Face> faces,
                                                     std::optional<int> level, bool volumetric = false);

}  // namespace impinge
