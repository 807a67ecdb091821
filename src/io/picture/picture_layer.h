// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "raster/device/face_painter.h"

namespace impinge {

struct Rgb {
  float r = 0, g = 0, b = 0;
};

inline Rgb mix(const Rgb& from, const Rgb& to, float share) {
  return {from.r + (to.r - from.r) * share, from.g + (to.g - from.g) * share, from.b + (to.b - from.b) * share};
}

inline Rgb scaled(const Rgb& colour, float factor) { return {colour.r * factor, colour.g * factor, colour.b * factor}; }

/// A corner on the screen, in samples from the top left; nearness is 1 / depth, which is linear over a flat face.
struct ScreenPoint {
  double x = 0, y = 0, nearness = 0;
};

/// Colours and nearness of the faces drawn so far; the nearest wins. Nothing drawn is nearness 0.
class PictureLayer {
 public:
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  /// `painter`, if given, draws the faces when the layer is finished.
  PictureLayer(int width, int height, FacePainter* painter = nullptr);

  /// Draws a face. `edge_shade` darkens its borders by that share, less where the face is only a few samples large.
  void draw(const std::array<ScreenPoint, 3>& corners, const Rgb& colour, std::uint32_t owner, float edge_shade);

  /// After the last face; nothing can be read before.
  void finish();

  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  std::size_t at(int x, int y) const noexcept {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  float nearness(std::size_t sample) const noexcept { return nearness_[sample]; }
  std::uint32_t owner(std::size_t sample) const noexcept { return owner_[sample]; }
  Rgb colour(std::size_t sample) const noexcept;

  /// True if another owner, or a jump in depth, lies beside this sample: the outline of a body.
  bool on_outline(int x, int y) const noexcept;

 private:
  int width_, height_;
  FacePainter* painter_;
  std::vector<PaintedFace> waiting_;  // for the painter
  std::vector<float> nearness_;
  std::vector<std::uint32_t> owner_;
  std::vector<std::array<std::uint8_t, 3>> colour_;
};

}  // namespace impinge
