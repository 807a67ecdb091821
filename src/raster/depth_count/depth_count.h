// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// K. Myszkowski, O. G. Okunev and T. L. Kunii, "Fast collision detection between complex solids using rasterizing graphics
// hardware", 1995: two bodies seen along lines, told apart by counting how many layers of one lie in front of the extremes
// of the other. Mended: counters never clamp, comparisons are strict with ties put off to the layer code, layer codes are
// integers.

#include <optional>

#include "base/control.h"
#include "raster/device/depth_question.h"
#include "raster/view/raster_object.h"

namespace impinge {

class KeptDepthMaps;
class RasterDevice;

/// On the device where there is one.
DepthMaps draw_depth_maps(const RasterView& view, const RasterObject& a, const Control& control,
                          RasterDevice* device = nullptr);

/// Counts B against the maps of A. `a` is drawn again only where layer codes need it.
DepthCountResult depth_count(const DepthMaps& maps, const RasterObject& a, const RasterObject& b,
                             const DepthCountOptions& options, const Control& control);

/// Maps and counting in one go, on the device where there is one. Maps on the processor come from `kept` where they are
/// known and go there; a device keeps its own.
DepthCountResult depth_count_of(const RasterView& view, const RasterObject& a, const RasterObject& b,
                                const DepthCountOptions& options, const Control& control, RasterDevice* device = nullptr,
                                KeptDepthMaps* kept = nullptr);

/// By layer codes alone, where lines meet A so often that its maps would not be used; nothing elsewhere.
std::optional<DepthCountResult> count_layers_alone(const RasterView& view, const RasterObject& a, const RasterObject& b,
                                                   const DepthCountOptions& options, const Control& control);

/// Which of two bodies should be A, by a look at some faces: the one that lines meet once; of two with layers the one with
/// more; else the nearer one along the view. True: the first.
bool first_is_a(const RasterView& view, const RasterObject& first, const RasterObject& second);

}  // namespace impinge
