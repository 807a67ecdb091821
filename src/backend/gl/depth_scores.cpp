// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/depth_scores.h"

#include <backend/gl/shader_texts.h>

#include "backend/gl/depth_tally.h"

namespace impinge::gl {

namespace {

Program scores_program(const char* part) { return Program::compute(part, {tally_names().c_str(), text::depth_scores}); }

}  // namespace

GlDepthScores::GlDepthScores(GlZlist& lists)
    : lists_(lists),
      first_(GlZlist::make_pass("FIRST", "FIRST_LARGE", text::zlist)),
      second_(GlZlist::make_pass("SECOND", "SECOND_LARGE", text::zlist)),
      judge_first_(scores_program("SCORES_FIRST")),
      judge_second_(scores_program("SCORES_SECOND")),
      groups_program_(scores_program("SCORES_GROUPS")) {}

const Buffer& GlDepthScores::maps(const RasterView& view, const Bodies::Drawn& a) {
  if (maps_stamp_ == a.stamp) return maps_;
  maps_stamp_ = 0;
  lists_.draw_maps(a, view, 0, maps_);
  maps_stamp_ = a.stamp;
  ++maps_drawn_;
  return maps_;
}

void GlDepthScores::run(const RasterView& view, const Bodies::Drawn& a, const Bodies::Drawn& b,
                        const DepthCountOptions& options, Buffer& cases, Buffer& tally) {
  const std::size_t cells = view.cells();
  maps(view, a);
  scores_.ensure(cells * 32);
  lists_.zero_fill().run(scores_, cells * 32);
  groups_.ensure(64);
  for (const Program* program : {&judge_first_, &judge_second_, &groups_program_}) {
    program->set("form", static_cast<std::int32_t>(options.form));
    program->set("first_only", options.mode == DepthCountMode::first ? 1 : 0);
    glProgramUniform2i(program->name(), program->at("size"), view.columns(), view.rows());
  }
  maps_.bind(8);
  scores_.bind(9);
  tally.bind(10);
  lists_.run(first_, b, view, 1, true);
  cases.bind(7);
  judge_first_.run(cells);

  lists_.large(1).bind(7);
  groups_.bind(4);
  const Program::Groups few = Program::groups_of(b.face_count);
  glProgramUniform2ui(groups_program_.name(), groups_program_.at("few_groups"), few.x, few.y);
  groups_program_.run(1);
  lists_.run(second_, b, view, 1, false, &groups_);
  cases.bind(7);
  judge_second_.run(cells);
}

}  // namespace impinge::gl
