// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <vector>

#include "io/picture/canvas.h"

namespace impinge {

/// A line of the legend: a body with its colour, or a kind of contact.
struct LegendRow {
  std::string text;
  Rgb colour;
  bool line = false;  ///< shown by a line, not by a square
};

/// Draws the rows in the top left corner; those that do not fit are counted in the last one. Nothing in a picture that is
/// too small to read.
void draw_legend(Canvas& canvas, const std::vector<LegendRow>& rows);

}  // namespace impinge
