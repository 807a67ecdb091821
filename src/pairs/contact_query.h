// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/experiments.h>

#include "scene/motion/swept_object.h"

namespace impinge {

struct DroppedFaces;
struct ShapeOctree;

/// What finds the face pairs of a query.
struct PairFinder {
  SweptPairs way = SweptPairs::trees;
  const ShapeOctree *a_octree = nullptr, *b_octree = nullptr;  ///< for SweptPairs::moved_octree, where there are some
};

/// Two objects between two moments of a step.
struct ContactQuery {
  SweptObject a, b;
  double from = 0, until = 1;
  const DroppedFaces *a_cull = nullptr, *b_cull = nullptr;  ///< both or none
  PairFinder finder{};
};

}  // namespace impinge
