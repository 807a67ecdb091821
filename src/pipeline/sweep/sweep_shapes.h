// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pairs/contact_query.h"
#include "pairs/object_pair.h"
#include "pipeline/prepared/prepared_shapes.h"
#include "scene/motion/swept_shape.h"

namespace impinge {

/// True if the object's motion changes its shape.
inline bool deforms(const SceneObject& object) { return object.motion && !object.motion->vertex_keyframes.empty(); }

/// What the objects of a motion need, one entry each: objects of one mesh share what is derived from it, and prepared shapes
/// bring it along.
struct SweptShapes {
  /// With the topology that lasts: vertices that part in some frame are corners of their own, and leave a body open.
  std::vector<Mesh> meshes;
  std::vector<std::shared_ptr<const FeatureOwners>> owners;
  std::vector<std::shared_ptr<const SweptShape>> shapes;  ///< of objects that deform: those of a step, none before

  /// Of rigid objects, for SweptPairs::moved_octree; null for the others.
  std::vector<PreparedShapes::Octree> octrees;
  SweptPairs way = SweptPairs::trees;

  PairFinder finder(const ObjectPair& pair) const { return {way, octrees[pair.a].get(), octrees[pair.b].get()}; }
  /// Of a motion's statistics, with the way if it is not the usual one.
  std::vector<std::string> words(std::vector<std::string> others) const;

  /// Returns how many differ.
  std::uint64_t find(const Scene& scene, const PreparedShapes& prepared, SweptPairs pairs, Control& control);
};

}  // namespace impinge
