// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace impinge {

/// A point of a drawing, in pixels from its top left.
struct CanvasPoint {
  double x = 0, y = 0;
};

/// A line through these points; a single point is a dot.
using Stroke = std::vector<CanvasPoint>;

/// The pen strokes of a text in UTF-8 that starts at `at` on its baseline, with capitals `size` pixels high. Characters the
/// font lacks are drawn as boxes.
std::vector<Stroke> text_strokes(std::string_view text, const CanvasPoint& at, double size);

/// How far the text reaches to the right.
double text_width(std::string_view text, double size);

/// The text, cut with an ellipsis where it would be wider.
std::string fit_text(std::string_view text, double size, double width);

}  // namespace impinge
