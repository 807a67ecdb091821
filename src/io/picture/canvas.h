// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "io/picture/picture_layer.h"
#include "io/picture/stroke_font.h"

namespace impinge {

/// A drawing in pixels from the top left, with smooth lines and text. What lies beyond its edges is cut.
class Canvas {
 public:
  Canvas(int width, int height, const Rgb& background);

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }

  void set(int x, int y, const Rgb& colour);
  Rgb get(int x, int y) const { return pixels_[at(x, y)]; }
  void fill(int x, int y, int width, int height, const Rgb& colour);

  /// The outline of a rectangle, one pixel wide, just outside it.
  void outline(int x, int y, int width, int height, const Rgb& colour);

  /// Lines with round ends. Where they overlap they are drawn once.
  void draw(std::span<const Stroke> strokes, double thickness, const Rgb& colour);

  /// Text on its baseline; `weight` is the pen's width for capitals of height 1.
  void text(std::string_view text, double x, double y, double size, const Rgb& colour, double weight = 0.12);

  /// Rows of red, green and blue, from the top.
  std::vector<std::uint8_t> bytes() const;

 private:
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_, height_;
  std::vector<Rgb> pixels_;
};

}  // namespace impinge
