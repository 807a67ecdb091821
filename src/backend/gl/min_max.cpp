// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/min_max.h"

#include <backend/gl/shader_texts.h>

#include <bit>

namespace impinge::gl {

namespace {

constexpr double kStored = 0x1p30;  // depths are stored as (steps + 1) / 2^30

}  // namespace

GlMinMax::GlMinMax(GlDevice& device)
    : device_(device),
      draw_(DrawnFaces::program("MIN_MAX_FRAGMENT", {text::raster_fragment, text::min_max})),
      compare_(Program::compute("MIN_MAX_COMPARE", {text::min_max})),
      bodies_{DrawnFaces(DrawnFaces::Cells::centres, DrawnFaces::kGrow),
              DrawnFaces(DrawnFaces::Cells::centres, DrawnFaces::kGrow)},
      no_vertices_(make_vertex_array()) {}

void GlMinMax::resize(const RasterView& view) {
  if (columns_ == view.columns() && rows_ == view.rows()) return;
  columns_ = rows_ = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    depths_[k] = Texture(GL_DEPTH_COMPONENT32F, view.columns(), view.rows());
    faces_[k] = Texture(GL_R32UI, view.columns(), view.rows());
    device_.require_no_trouble("making room for extremes");
    targets_[k] = make_framebuffer();
    glNamedFramebufferTexture(targets_[k].name(), GL_COLOR_ATTACHMENT0, faces_[k].name(), 0);
    glNamedFramebufferTexture(targets_[k].name(), GL_DEPTH_ATTACHMENT, depths_[k].name(), 0);
  }
  extremes_.ensure(view.cells() * 32);
  lines_.ensure(4);
  device_.require_no_trouble("making targets for extremes");
  columns_ = view.columns();
  rows_ = view.rows();
}

std::uint64_t GlMinMax::run(Bodies& bodies, const RasterView& view, std::span<const RasterObject> objects,
                            std::span<LineExtremes> cells) {
  resize(view);
  glBindVertexArray(no_vertices_.name());
  glViewport(0, 0, columns_, rows_);
  glEnable(GL_DEPTH_TEST);
  glDepthMask(GL_TRUE);
  for (std::size_t k = 0; k < 4; ++k) {
    bodies_[k / 2].set_up(bodies.draw(k / 2, view, objects[k / 2]), view);
    const bool last = k % 2 == 1;
    const GLuint none[] = {kNoFace, 0, 0, 0};
    const float farthest = last ? 0.0f : 1.0f;
    glClearNamedFramebufferuiv(targets_[k].name(), GL_COLOR, 0, none);
    glClearNamedFramebufferfv(targets_[k].name(), GL_DEPTH, 0, &farthest);
    glBindFramebuffer(GL_FRAMEBUFFER, targets_[k].name());
    glDepthFunc(last ? GL_GREATER : GL_LESS);
    bodies_[k / 2].draw(draw_);
  }
  glDisable(GL_DEPTH_TEST);
  for (GLuint k = 0; k < 4; ++k) {
    glBindTextureUnit(k, depths_[k].name());
    glBindTextureUnit(4 + k, faces_[k].name());
  }
  lines_.clear(4);
  extremes_.bind(8);
  lines_.bind(10);
  glProgramUniform2i(compare_.name(), compare_.at("size"), columns_, rows_);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  compare_.run(view.cells());
  std::uint32_t lines = 0;
  lines_.fetch(std::span(&lines, 1));
  if (cells.empty()) return lines;
  std::vector<std::uint32_t> found(8 * view.cells());
  extremes_.fetch(std::span(found));
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      cells[i].z[k] = static_cast<double>(std::bit_cast<float>(found[8 * i + k])) * kStored - 1;
      cells[i].face[k] = found[8 * i + 4 + k];
    }
  return lines;
}

}  // namespace impinge::gl
