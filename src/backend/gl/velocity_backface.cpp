// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/velocity_backface.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

GlVelocityBackface::GlVelocityBackface() : program_(Program::compute("BACKFACE", {text::velocity_backface})) {}

void GlVelocityBackface::run(Bodies& bodies, const RasterObject& body, const RigidBackface& rule, DroppedFaces& result) {
  const std::size_t count = body.mesh->faces.size();
  double numbers[11];
  for (int k = 0; k < 3; ++k) numbers[k] = rule.u[k], numbers[3 + k] = rule.w[k], numbers[6 + k] = rule.ball[k];
  numbers[9] = rule.limit, numbers[10] = rule.strays;
  bodies.bind_shape(body);
  dropped_.ensure(count * 4);
  dropped_.bind(8);
  glProgramUniform1dv(program_.name(), program_.at("rule"), 11, numbers);
  program_.set("face_count", static_cast<std::uint32_t>(count));
  program_.run(count);
  std::vector<std::uint32_t> found(count);
  dropped_.fetch(std::span(found));
  result.dropped.resize(count);
  for (std::size_t f = 0; f < count; ++f) {
    result.dropped[f] = found[f] != 0;
    result.by_velocity += found[f] == 1;
    result.by_plane += found[f] == 2;
  }
}

}  // namespace impinge::gl
