// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Depth counting by compute shaders: integers throughout, and all processors of the card take part, where a data centre's
// card has few for drawing. Whether the second pass is made is decided on the card.

#include "backend/gl/zlist.h"

namespace impinge::gl {

class GlDepthScores {
 public:
  explicit GlDepthScores(GlZlist& lists);

  /// The maps of A, drawn unless they are kept.
  const Buffer& maps(const RasterView& view, const Bodies::Drawn& a);
  /// Fills the cases of all cells and the tally, which is clear.
  void run(const RasterView& view, const Bodies::Drawn& a, const Bodies::Drawn& b, const DepthCountOptions& options,
           Buffer& cases, Buffer& tally);
  std::uint64_t maps_drawn() const { return maps_drawn_; }

 private:
  GlZlist& lists_;
  GlZlist::Pass first_, second_;
  Program judge_first_, judge_second_, groups_program_;
  Buffer maps_, scores_, groups_;
  std::uint64_t maps_stamp_ = 0, maps_drawn_ = 0;
};

}  // namespace impinge::gl
