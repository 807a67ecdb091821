// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Faces of a body made ready for the card's own rasteriser.

#include "backend/gl/gl_bodies.h"

namespace impinge::gl {

class DrawnFaces {
 public:
  static constexpr std::size_t kBytes = 64;  ///< of a face in the largest of the buffers
  static constexpr float kGrow = 4;          ///< steps for centres: the rasteriser rounds by half of one, floats by two

  enum class Cells {
    centres,  ///< those whose centres a face covers
    closed,   ///< those that a face meets
  };
  /// Edges are moved outwards by `grow` steps.
  DrawnFaces(Cells cells, float grow);

  /// A program that draws them; the fragment shader finds its face in `drawn`.
  static Program program(const char* fragment_part, std::initializer_list<const char*> texts);

  /// Unless they are those of the body already.
  void set_up(const Bodies::Drawn& body, const RasterView& view);
  /// With the state that is set, and no vertices of its own.
  void draw(const Program& program) const;

 private:
  Program set_up_;
  float grow_;
  Buffer places_, faces_, command_;
  std::uint64_t stamp_ = 0;
};

}  // namespace impinge::gl
