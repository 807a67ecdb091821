// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/face_painter.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

GlFacePainter::GlFacePainter(GlDevice& device)
    : device_(device),
      program_(Program::drawing("PAINT_VERTEX", "PAINT_FRAGMENT", {text::face_painter})),
      no_vertices_(make_vertex_array()) {}

// Pictures are rare, so their targets are not kept.
void GlFacePainter::run(std::span<const PaintedFace> faces, int width, int height, const PaintedSamples& samples) {
  static_assert(sizeof(PaintedFace) == 56);
  const Texture nearness(GL_R32F, width, height), owner(GL_R32UI, width, height), colour(GL_R32UI, width, height),
      depth(GL_DEPTH_COMPONENT32F, width, height);
  faces_.send(faces);
  device_.require_no_trouble("making room for a picture");
  const Handle<FramebufferKind> target = make_framebuffer();
  const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
  glNamedFramebufferTexture(target.name(), buffers[0], nearness.name(), 0);
  glNamedFramebufferTexture(target.name(), buffers[1], owner.name(), 0);
  glNamedFramebufferTexture(target.name(), buffers[2], colour.name(), 0);
  glNamedFramebufferTexture(target.name(), GL_DEPTH_ATTACHMENT, depth.name(), 0);
  glNamedFramebufferDrawBuffers(target.name(), 3, buffers);
  const float nothing[] = {0, 0, 0, 0};
  const GLuint nobody[] = {UINT32_MAX, 0, 0, 0}, black[] = {0, 0, 0, 0};
  glClearNamedFramebufferfv(target.name(), GL_COLOR, 0, nothing);
  glClearNamedFramebufferuiv(target.name(), GL_COLOR, 1, nobody);
  glClearNamedFramebufferuiv(target.name(), GL_COLOR, 2, black);
  glDepthMask(GL_TRUE);
  glClearNamedFramebufferfv(target.name(), GL_DEPTH, 0, nothing);
  glBindFramebuffer(GL_FRAMEBUFFER, target.name());
  glBindVertexArray(no_vertices_.name());
  glViewport(0, 0, width, height);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_GREATER);
  faces_.bind(3);
  glProgramUniform2i(program_.name(), program_.at("size"), width, height);
  program_.use();
  glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * faces.size()));
  glDisable(GL_DEPTH_TEST);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
  const auto bytes = [](const auto& values) { return static_cast<GLsizei>(values.size_bytes()); };
  glGetTextureImage(nearness.name(), 0, GL_RED, GL_FLOAT, bytes(samples.nearness), samples.nearness.data());
  glGetTextureImage(owner.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, bytes(samples.owner), samples.owner.data());
  glGetTextureImage(colour.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, bytes(samples.colour), samples.colour.data());
  device_.require_no_trouble("drawing a picture");
}

}  // namespace impinge::gl
