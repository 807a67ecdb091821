// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/depth_count.h"

#include <backend/gl/shader_texts.h>
#include "backend/gl/depth_tally.h"

namespace impinge::gl {

namespace {

constexpr double kManyScoredTwo = 0.5;  // of the cells with both bodies: then the roles are the wrong way round

Program faces_program(const char* part) {
  return DrawnFaces::program(part, {tally_names().c_str(), text::raster_fragment, text::depth_count});
}
Program whole_program(const char* part) {
  return Program::drawing("WHOLE_VERTEX", part, {tally_names().c_str(), text::raster_fragment, text::depth_count});
}

// A target of one or two textures; each channel keeps its greatest value or adds up.
Handle<FramebufferKind> target(std::initializer_list<GLuint> colours, GLuint depth = 0) {
  Handle<FramebufferKind> made = make_framebuffer();
  std::vector<GLenum> buffers;
  for (const GLuint colour : colours) {
    buffers.push_back(static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + buffers.size()));
    glNamedFramebufferTexture(made.name(), buffers.back(), colour, 0);
  }
  glNamedFramebufferDrawBuffers(made.name(), static_cast<GLsizei>(buffers.size()), buffers.data());
  if (depth != 0) glNamedFramebufferTexture(made.name(), GL_DEPTH_STENCIL_ATTACHMENT, depth, 0);
  return made;
}

void clear_colour(GLuint framebuffer, GLint attachment, float x, float y, float z, float w) {
  const float values[] = {x, y, z, w};
  glClearNamedFramebufferfv(framebuffer, GL_COLOR, attachment, values);
}

// Attachment 0 keeps the greatest, attachment 1 adds up.
void blend(GLenum first, GLenum second) {
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  glBlendEquationi(0, first);
  glBlendEquationi(1, second);
}

}  // namespace

void append(DepthCountResult& all, const DepthCountResult& rows) {
  all.collision = all.collision || rows.collision;
  all.cases.insert(all.cases.end(), rows.cases.begin(), rows.cases.end());
  all.passes = std::max(all.passes, rows.passes);
  all.settled_first += rows.settled_first;
  all.settled_second += rows.settled_second;
  all.settled_layers += rows.settled_layers;
  all.settled_rays += rows.settled_rays;
  all.left_open += rows.left_open;
  all.scored_two += rows.scored_two;
  all.covered += rows.covered;
  all.alone += rows.alone;
  all.swap_roles = static_cast<double>(all.scored_two) > kManyScoredTwo * static_cast<double>(all.covered - all.alone);
}

GlDepthCount::GlDepthCount(GlDevice& device, Bodies& bodies, GlZlist& lists)
    : device_(device),
      bodies_(bodies),
      lists_(lists),
      scores_(lists),
      faces_(DrawnFaces::Cells::centres, DrawnFaces::kGrow),
      first_(faces_program("FIRST_FRAGMENT")),
      second_(faces_program("SECOND_FRAGMENT")),
      load_(whole_program("LOAD_FRAGMENT")),
      judge_first_(whole_program("JUDGE_FRAGMENT")),
      any_collision_(whole_program("ANY_COLLISION_FRAGMENT")),
      any_waits_(whole_program("ANY_WAITS_FRAGMENT")),
      judge_second_(Program::compute("JUDGE_SECOND", {tally_names().c_str(), text::depth_count})),
      no_vertices_(make_vertex_array()),
      collision_query_(make_query(GL_ANY_SAMPLES_PASSED)),
      waits_query_(make_query(GL_ANY_SAMPLES_PASSED)) {}

void GlDepthCount::resize(const RasterView& view) {
  if (columns_ == view.columns() && rows_ == view.rows()) return;
  columns_ = rows_ = 0;
  const int w = view.columns(), h = view.rows();
  b_least_ = Texture(GL_R32F, w, h);
  b_sums_ = Texture(GL_RG32F, w, h);
  b_layers_ = Texture(GL_R32UI, w, h);
  cases_ = Texture(GL_R8UI, w, h);
  depth_ = Texture(GL_DEPTH32F_STENCIL8, w, h);
  glTextureParameteri(depth_.name(), GL_DEPTH_STENCIL_TEXTURE_MODE, GL_STENCIL_INDEX);
  device_.require_no_trouble("making room for counts");
  b_target_ = target({b_least_.name(), b_sums_.name()}, depth_.name());
  depth_target_ = target({}, depth_.name());
  case_target_ = target({cases_.name()});
  no_target_ = make_framebuffer();
  glNamedFramebufferParameteri(no_target_.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, w);
  glNamedFramebufferParameteri(no_target_.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, h);
  device_.require_no_trouble("making targets for depth counting");
  columns_ = w;
  rows_ = h;
}

void GlDepthCount::draw_whole(const Program& program) const {
  program.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Stencil values stay.
void GlDepthCount::load_depth(bool last) const {
  glBindFramebuffer(GL_FRAMEBUFFER, depth_target_.name());
  glDisable(GL_STENCIL_TEST);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_ALWAYS);
  load_.set("last", last ? 1 : 0);
  draw_whole(load_);
  glDepthMask(GL_FALSE);
  glDepthFunc(GL_LESS);
  glEnable(GL_STENCIL_TEST);
}

void GlDepthCount::first_pass() {
  clear_colour(b_target_.name(), 0, -4e9f, 0, 0, 0);
  clear_colour(b_target_.name(), 1, 0, 0, 0, 0);
  const GLint zero = 0;
  glClearTexImage(b_layers_.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
  glBindImageTexture(0, b_layers_.name(), 0, GL_FALSE, 0, GL_READ_WRITE, GL_R32UI);
  glStencilMask(0xff);
  glClearNamedFramebufferiv(depth_target_.name(), GL_STENCIL, 0, &zero);
  load_depth(true);
  glBindFramebuffer(GL_FRAMEBUFFER, b_target_.name());
  blend(GL_MAX, GL_FUNC_ADD);
  glStencilFunc(GL_ALWAYS, 0, 0xff);
  glStencilOp(GL_KEEP, GL_KEEP, GL_INCR_WRAP);
  faces_.draw(first_);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
}

// Drawn only where cells wait for it; `first_only` leaves it out after a collision as well.
void GlDepthCount::second_pass(bool first_only) {
  glBindFramebuffer(GL_FRAMEBUFFER, no_target_.name());
  glBindTextureUnit(4, cases_.name());
  tally_.bind(10);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, collision_query_.name());
  draw_whole(any_collision_);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  if (first_only) glBeginConditionalRender(collision_query_.name(), GL_QUERY_WAIT_INVERTED);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, waits_query_.name());
  draw_whole(any_waits_);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
  if (first_only) glEndConditionalRender();

  glBeginConditionalRender(waits_query_.name(), GL_QUERY_WAIT);
  load_depth(false);
  glBindFramebuffer(GL_FRAMEBUFFER, b_target_.name());
  blend(GL_MAX, GL_FUNC_ADD);
  glStencilOp(GL_KEEP, GL_KEEP, GL_DECR_WRAP);
  faces_.draw(second_);
  glDisable(GL_STENCIL_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glEndConditionalRender();
}

void GlDepthCount::judge(const RasterView& view, const DepthCountOptions& options) {
  judge_second_.set("form", static_cast<std::int32_t>(options.form));
  judge_second_.set("first_only", options.mode == DepthCountMode::first ? 1 : 0);
  final_cases_.bind(7);
  tally_.bind(10);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  judge_second_.run(view.cells());
}

// The viewport refocused on what is open: complete lists of that window alone.
bool GlDepthCount::settle_open(const RasterView& view, const RasterObject& a, const RasterObject& b,
                               std::span<std::uint32_t> tally) {
  const auto begin_of = [](int size, std::uint32_t from_end) { return size - static_cast<int>(from_end); };
  const int column = begin_of(view.columns(), tally[kColumnsRight]), row = begin_of(view.rows(), tally[kRowsAbove]);
  const RasterView window = view.part(row, static_cast<int>(tally[kRowEnd]), column, static_cast<int>(tally[kColumnEnd]));
  const RasterObject objects[] = {a, b};
  // Slots 0 and 1 keep what is drawn in the whole view.
  if (!lists_.draw(window, objects, {}, 2)) return false;
  lists_.settle(window.cells(), {column, row, window.columns(), view.columns()}, final_cases_, tally_);
  tally_.fetch(tally);
  return true;
}

void GlDepthCount::count_by_stencil(const RasterView& view, const Bodies::Drawn& body_a, const Bodies::Drawn& body_b,
                                    const DepthCountOptions& options) {
  resize(view);
  glBindVertexArray(no_vertices_.name());
  glViewport(0, 0, columns_, rows_);
  faces_.set_up(body_b, view);
  scores_.maps(view, body_a).bind(8);
  for (const Program* program : {&first_, &second_, &load_, &judge_first_, &judge_second_})
    glProgramUniform2i(program->name(), program->at("size"), columns_, rows_);
  first_pass();
  glBindTextureUnit(3, depth_.name());
  glBindTextureUnit(5, b_least_.name());
  glBindTextureUnit(6, b_sums_.name());
  glBindTextureUnit(7, b_layers_.name());
  glBindFramebuffer(GL_FRAMEBUFFER, case_target_.name());
  judge_first_.set("form", static_cast<std::int32_t>(options.form));
  draw_whole(judge_first_);
  second_pass(options.mode == DepthCountMode::first);
  judge(view, options);
}

bool GlDepthCount::count(const RasterView& view, const RasterObject& a, const RasterObject& b,
                         const DepthCountOptions& options, Drawing drawing, DepthCountResult& result) {
  const Bodies::Drawn& body_a = bodies_.draw(0, view, a);
  const Bodies::Drawn& body_b = bodies_.draw(1, view, b);
  final_cases_.ensure(view.cells() * 4);
  tally_.ensure(kTallySize * 4);
  tally_.clear(kTallySize * 4);
  if (drawing == Drawing::raster)
    count_by_stencil(view, body_a, body_b, options);
  else
    scores_.run(view, body_a, body_b, options, final_cases_, tally_);
  std::vector<std::uint32_t> tally(kTallySize);
  tally_.fetch(std::span(tally));
  device_.require_no_trouble("depth counting");
  const bool stop = options.mode == DepthCountMode::first && tally[kCollisions] > 0;
  const std::uint32_t open = tally[kOpen];
  if (open > 0 && options.layer_codes && !stop && !settle_open(view, a, b, tally)) return false;
  result = {};
  result.collision = tally[kCollisions] > 0;
  result.passes = tally[kWaited] > 0 && !(options.mode == DepthCountMode::first && tally[kFirstHit] != 0) ? 2 : 1;
  result.settled_first = tally[kFirst];
  result.settled_second = tally[kSecond];
  result.settled_layers = tally[kLayers];
  result.left_open = open - tally[kLayers];
  result.scored_two = tally[kWaited];
  result.swap_roles = tally[kWaited] > kManyScoredTwo * tally[kBoth];
  result.covered = tally[kCovered];
  result.alone = tally[kAlone];
  if (!options.cases) return true;
  std::vector<std::uint32_t> cases(view.cells());
  final_cases_.fetch(std::span(cases));
  result.cases.resize(cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) result.cases[i] = static_cast<DepthCase>(cases[i]);
  device_.require_no_trouble("reading the counts");
  return true;
}

}  // namespace impinge::gl
