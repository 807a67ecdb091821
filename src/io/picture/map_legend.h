// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/io.h>
#include <impinge/overlap.h>

#include <string>

#include "io/picture/canvas.h"
#include "io/picture/map_colours.h"

namespace impinge {

/// Inks of a map's labels.
inline constexpr Rgb kInk{0.11f, 0.13f, 0.17f}, kFaintInk{0.42f, 0.45f, 0.50f}, kLine{0.70f, 0.73f, 0.77f};

/// Pixels that the legend beside a map needs.
inline constexpr int kLegendWidth = 230;
int legend_height(const InterferenceMap& map, const MapScale& scale);

/// Colour bars with their scales, and what the other colours mean.
void draw_legend(Canvas& canvas, int x, int y, const InterferenceMap& map, const MapScale& scale,
                 const MapPictureOptions& options);

/// Pixels that the numbers need under a picture with this much room.
int numbers_height(const InterferenceMap& map, int width);

/// What the map amounts to, each number with its bounds.
void draw_numbers(Canvas& canvas, int x, int y, int width, const InterferenceMap& map, const std::string& units);

/// A bar of round length, at most `width` pixels, with its length in the units; `y` is its baseline.
void draw_scale_bar(Canvas& canvas, int x, int y, int width, double pixels_per_length, const std::string& units);

/// Four digits read well; -0 would only puzzle.
std::string legend_number(double value);

}  // namespace impinge
