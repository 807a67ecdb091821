// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/drawn_faces.h"

#include <backend/gl/shader_texts.h>

namespace impinge::gl {

DrawnFaces::DrawnFaces(Cells cells, float grow)
    : set_up_(Program::compute(cells == Cells::centres ? "SET_UP_CENTRES" : "SET_UP_COVERS",
                               {text::raster_draw, text::drawn_faces})),
      grow_(grow) {}

Program DrawnFaces::program(const char* fragment_part, std::initializer_list<const char*> texts) {
  std::string own = "#define FACES_FRAGMENT\n";
  for (const char* more : {text::raster_draw, text::drawn_faces}) own += more;
  for (const char* more : texts) own += more;
  return Program::drawing("FACES_VERTEX", fragment_part, {own.c_str()});
}

void DrawnFaces::set_up(const Bodies::Drawn& body, const RasterView& view) {
  if (stamp_ == body.stamp) return;
  stamp_ = 0;
  const std::size_t count = body.face_count;
  places_.ensure(count * 24);
  faces_.ensure(count * kBytes);
  const std::uint32_t command[] = {0, 1, 0, 0};  // vertices, of one instance, from the first
  command_.send(std::span<const std::uint32_t>(command));
  places_.bind(0);
  faces_.bind(2);
  command_.bind(5);
  body.bind(set_up_, view);
  set_up_.set("face_count", body.face_count);
  glProgramUniform1f(set_up_.name(), set_up_.at("grow"), grow_);
  set_up_.run(count);
  stamp_ = body.stamp;
}

void DrawnFaces::draw(const Program& program) const {
  places_.bind(0);
  faces_.bind(2);
  program.use();
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, command_.name());
  glDrawArraysIndirect(GL_TRIANGLES, nullptr);
}

}  // namespace impinge::gl
