// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "answer/sampled/sampled_lines.h"
#include "raster/zlist/zlist.h"

namespace impinge {

class RasterDevice;

/// More lines where the verdict may hang on what lies between those of `lists`: cells around which the order of crossings
/// changes, or where the bodies come nearer than their gap changes from line to line, are halved, the nearest first, at most
/// `levels` times. Ends when no further line can change the verdict. Returns how many lines were added.
std::uint64_t refine_lines(const Zlist& lists, const LinePair& pair, int levels, const Control& control,
                           RasterDevice* device, LineFindings& found);

}  // namespace impinge
