// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The verdict on two bodies from the lines of a raster alone: what is proved at a line is proved, what lies between the
// lines may be missed, and faces that the error bounds cannot order are put to the exact test.

#include <impinge/answer.h>
#include <impinge/experiments.h>

#include "answer/sampled/sampled_lines.h"
#include "answer/sampled/sampled_phases.h"
#include "base/control.h"

namespace impinge {

class RasterDevice;
class KeptDepthMaps;

struct SampledInput {
  LinePair pair;
  std::span<const WorldObject> world;  ///< of the scene
  Vec3 direction;
  int resolution;
  int refine = 0;
  ZlistForm form = ZlistForm::complete;
  DepthCountForm depth_form = DepthCountForm::extended;
  DepthPasses depth_passes = DepthPasses::all;
  KeptDepthMaps* kept = nullptr;  ///< where an engine keeps depth maps
};

struct SampledAnswer {
  PairAnswer pair;
  std::uint64_t crossings = 0;  ///< of lines and bodies
  std::uint64_t undecided = 0;  ///< lines whose order was put to the exact test, or stays open
  SampledPhases phases{};       ///< what took how long
};

/// By z-lists, drawn on the device where there is one.
SampledAnswer zlist_answer(const SampledInput& input, Control& control, RasterDevice* device);

/// By depth counting, which needs closed bodies; z-lists where one is open.
SampledAnswer depth_count_answer(const SampledInput& input, Control& control, RasterDevice* device);

/// What two views of one pair show together: everything that one of them proves.
void combine(SampledAnswer& all, SampledAnswer&& next);

}  // namespace impinge
