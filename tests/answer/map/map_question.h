// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/experiments.h>
#include <impinge/impinge.h>

#include "support/case_count.h"

namespace impinge::test {

/// What bounds must be at most, at 512 lines; a sanitizer looks at an eighth of them.
inline constexpr int kResolution = kSlowness > 1 ? 64 : 512;
inline constexpr double kWidth = 0.02 * 512 / kResolution;

/// The map of a and of b moved there, at that resolution unless another one is asked for.
inline InterferenceMap map_of(const Mesh& a, const Mesh& b, const Vec3& at, MapOptions options = {},
                              const Experiments& experiments = {}) {
  Scene scene;
  const ObjectId first = scene.add("a", a);
  Pose pose;
  pose.position = at;
  if (!options.view.resolution) options.view.resolution = kResolution;
  return Engine({}, experiments).map(scene, first, scene.add("b", b, pose), options);
}

}  // namespace impinge::test
