// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/velocity_backface.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

GlVelocityBackface::GlVelocityBackface() : program_(Program::compute("BACKFACE", {text::velocity_backface})) {}

void GlVelocityBackface::run(Bodies& bodies, const RasterObject& body, const RigidBackface& rule, DroppedFaces& result) {
  const std::size_t count = body.mesh->faces.size();
  std::vector<double> numbers;
  const auto add = [&](const Vec3& v) { numbers.insert(numbers.end(), {v.x(), v.y(), v.z()}); };
  for (const RigidBackface::Field& f : rule.fields) {
    add(f.u);
    add(f.w);
    numbers.push_back(f.limit);
  }
  add(rule.middle);
  add(rule.half);
  numbers.push_back(rule.reach);
  bodies.bind_shape(body);
  dropped_.ensure(count * 4);
  dropped_.bind(8);
  glProgramUniform1dv(program_.name(), program_.at("rule"), static_cast<GLsizei>(numbers.size()), numbers.data());
  program_.set("parts", rule.parts ? 1 : 0);
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
