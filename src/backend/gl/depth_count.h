// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Depth counting by the card's depth and stencil tests. Nothing is read back until the passes are done: whether the second
// one is drawn is decided by occlusion queries and conditional rendering.

#include "backend/gl/depth_scores.h"
#include "backend/gl/drawn_faces.h"

namespace impinge::gl {

/// Joins the counts of further rows to those of the rows before.
void append(DepthCountResult& all, const DepthCountResult& rows);

class GlDepthCount {
 public:
  GlDepthCount(GlDevice& device, Bodies& bodies, GlZlist& lists);

  /// By the card's depth and stencil tests, or by compute shaders. False where undecided lines have too many crossings for
  /// the card.
  bool count(const RasterView& view, const RasterObject& a, const RasterObject& b, const DepthCountOptions& options,
             Drawing drawing, DepthCountResult& result);

  /// How often the maps of A were drawn, for those who want to see that they are kept.
  std::uint64_t maps_drawn() const { return scores_.maps_drawn(); }

 private:
  void resize(const RasterView& view);
  void count_by_stencil(const RasterView& view, const Bodies::Drawn& a, const Bodies::Drawn& b,
                        const DepthCountOptions& options);
  void draw_whole(const Program& program) const;
  void first_pass();
  void second_pass(bool first_only);
  void judge(const RasterView& view, const DepthCountOptions& options);
  bool settle_open(const RasterView& view, const RasterObject& a, const RasterObject& b, std::span<std::uint32_t> tally);
  void load_depth(bool last) const;

  GlDevice& device_;
  Bodies& bodies_;
  GlZlist& lists_;
  GlDepthScores scores_;
  DrawnFaces faces_;  // of B
  Program first_, second_, load_, judge_first_, any_collision_, any_waits_, judge_second_;
  int columns_ = 0, rows_ = 0;
  Texture depth_, cases_, b_least_, b_sums_, b_layers_;
  Handle<FramebufferKind> b_target_, depth_target_, case_target_, no_target_;
  Handle<VertexArrayKind> no_vertices_;
  Handle<QueryKind> collision_query_, waits_query_;
  Buffer final_cases_, tally_;
};

}  // namespace impinge::gl
