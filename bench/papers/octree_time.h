// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Chapter 3's algorithm as the report runs it.

#include <impinge/engine.h>

namespace impinge::bench::papers {

/// The edge of the cube that all objects are in.
double world_edge(const Scene& scene);

/// What the report measures: boxes, overlap regions, face octree, exact test, from shapes that nothing was prepared for. The
/// report's octree begins with the cube of the world, ours with that of the overlap regions: its level is the one at which
/// voxels are no smaller than the report's at level 6.
CheckResult check_by_octree(const Scene& scene, double world);
double octree_ms(const Scene& scene, double world, int rounds);

}  // namespace impinge::bench::papers
