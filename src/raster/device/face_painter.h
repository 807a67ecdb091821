// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Faces of a picture drawn by a device in place of the processor.

#include <cstdint>
#include <span>

namespace impinge {

/// A face on the screen, in samples from the top left; nearness is 1 / depth.
struct PaintedFace {
  float x[3], y[3], nearness[3], colour[3];
  float edge_shade;
  std::uint32_t owner;
};

/// What is nearest in each sample; nearness 0 where there is nothing. Colours are bytes, red first.
struct PaintedSamples {
  std::span<float> nearness;
  std::span<std::uint32_t> owner, colour;
};

class FacePainter {
 public:
  virtual ~FacePainter() = default;
  /// False where the device cannot; throws Error (no_device) where it fails.
  virtual bool paint(std::span<const PaintedFace> faces, int width, int height, const PaintedSamples& samples) = 0;
};

}  // namespace impinge
