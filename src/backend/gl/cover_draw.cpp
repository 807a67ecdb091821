// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/cover_draw.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

namespace {

// Two steps for the rounding of corners to the lattice, as in cover_cells.h, four for floats in clip space and for clipping.
// No triangle that is drawn is without area: whether such a one has fragments is the driver's choice.
constexpr float kGrowCovers = 6;
constexpr float kHalfCell = 182;  // steps, along the diagonal

// The mode is the context's; no other pass is to see it.
class ConservativeMode {
 public:
  explicit ConservativeMode(Conservative mode) : mode_(mode) {
    if (mode == Conservative::none) return;
    if (mode == Conservative::pre_snap)
      glConservativeRasterParameteriNV(GL_CONSERVATIVE_RASTER_MODE_NV, GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_NV);
    if (mode == Conservative::pre_snap_triangles)
      glConservativeRasterParameteriNV(GL_CONSERVATIVE_RASTER_MODE_NV, GL_CONSERVATIVE_RASTER_MODE_PRE_SNAP_TRIANGLES_NV);
    glEnable(switch_of(mode));
  }
  ~ConservativeMode() {
    if (mode_ != Conservative::none) glDisable(switch_of(mode_));
  }
  ConservativeMode(const ConservativeMode&) = delete;
  ConservativeMode& operator=(const ConservativeMode&) = delete;

 private:
  static GLenum switch_of(Conservative mode) {
    return mode == Conservative::intel ? GL_CONSERVATIVE_RASTERIZATION_INTEL : GL_CONSERVATIVE_RASTERIZATION_NV;
  }
  Conservative mode_;
};

}  // namespace

GlCoverDraw::GlCoverDraw(GlDevice& device)
    : device_(device),
      count_(DrawnFaces::program("COVER_COUNT_FRAGMENT", {text::cover_list})),
      fill_(DrawnFaces::program("COVER_FILL_FRAGMENT", {text::cover_list})),
      target_(make_framebuffer()),
      no_vertices_(make_vertex_array()) {}

void GlCoverDraw::draw(const Bodies::Drawn& body, const RasterView& view, std::uint32_t object, bool fills,
                       std::int32_t z_low, std::int32_t z_high) {
  const Conservative mode = device_.limits().conservative;
  while (faces_.size() <= object)
    faces_.emplace_back(DrawnFaces::Cells::closed, mode == Conservative::none ? kGrowCovers + kHalfCell : kGrowCovers);
  faces_[object].set_up(body, view);
  glNamedFramebufferParameteri(target_.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, view.columns());
  glNamedFramebufferParameteri(target_.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, view.rows());
  glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
  glBindVertexArray(no_vertices_.name());
  glViewport(0, 0, view.columns(), view.rows());
  const Program& program = fills ? fill_ : count_;
  body.bind(program, view);
  program.set("object", object);
  program.set("z_low", z_low);
  program.set("z_high", z_high);
  const ConservativeMode conservative(mode);
  faces_[object].draw(program);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace impinge::gl
