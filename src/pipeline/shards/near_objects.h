// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <vector>

#include "base/box.h"
#include "pairs/object_pair.h"
#include "pipeline/rules/rulebook.h"

namespace impinge {

/// Objects and their pairs as far as boxes tell, without reading a mesh.
struct NearObjects {
  std::vector<Box> boxes;         ///< by object; empty for hidden ones
  std::vector<ObjectPair> pairs;  ///< ordered: all that a check would look at, and few more; objects with themselves too
};

NearObjects near_objects(const Scene& scene, const CheckOptions& options, const Rulebook& rules);

}  // namespace impinge
