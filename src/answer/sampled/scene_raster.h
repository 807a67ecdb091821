// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The 1991 paper's own form: one raster for a scene, in which every object is drawn once and every pair is read from the
// same lists.

#include "answer/sampled/sampled_answer.h"

namespace impinge {

struct SceneRasterInput {
  std::span<const LinePair> pairs;     ///< each object of a pair is recognised by its number
  std::span<const WorldObject> world;  ///< of the scene
  Vec3 direction;
  int resolution;
  int refine = 0;
  ZlistForm form = ZlistForm::complete;
};

/// The verdicts of all pairs, each at the lines through what it shares. Cells are as large as one window around all of that
/// makes them; parts thinner than a cell have no proxies here. Throws Error (too_large).
std::vector<SampledAnswer> scene_raster_answers(const SceneRasterInput& input, Control& control, RasterDevice* device);

}  // namespace impinge
