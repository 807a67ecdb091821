// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/gl_program.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <string>
#include <vector>

namespace impinge::gl {

namespace {

constexpr unsigned kMostGroups = 32768;  // along one axis; the drivers' least maximum is 65535

// Deleted with the program that it is attached to.
void attach(GLuint program, GLenum kind, const char* part, std::initializer_list<const char*> texts) {
  std::string head =
      fmt::format("#version 450 core\n#define {}\n#define GROUP {}\n#define MOST_GROUPS {}\n", part, kGroup, kMostGroups);
  if (kind == GL_COMPUTE_SHADER)
    head += "uint item() { return (gl_WorkGroupID.y * MOST_GROUPS + gl_WorkGroupID.x) * GROUP + gl_LocalInvocationID.x; }\n";
  std::vector<const char*> sources = {head.c_str()};
  sources.insert(sources.end(), texts.begin(), texts.end());
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, static_cast<GLsizei>(sources.size()), sources.data(), nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good == GL_FALSE) {
    std::string log(4000, '\0');
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    log.resize(static_cast<std::size_t>(length));
    glDeleteShader(shader);
    throw Error(ErrorCode::no_device, fmt::format("the driver does not compile shader {}: {}", part, log));
  }
  glAttachShader(program, shader);
  glDeleteShader(shader);
}

void link(GLuint program, const char* part) {
  glLinkProgram(program);
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good == GL_TRUE) return;
  std::string log(4000, '\0');
  GLsizei length = 0;
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  throw Error(ErrorCode::no_device, fmt::format("the driver does not link program {}: {}", part, log));
}

}  // namespace

Program Program::compute(const char* part, std::initializer_list<const char*> texts) {
  Program p;
  p.handle_ = Handle<ProgramKind>(glCreateProgram());
  attach(p.name(), GL_COMPUTE_SHADER, part, texts);
  link(p.name(), part);
  return p;
}

Program Program::drawing(const char* vertex_part, const char* fragment_part, std::initializer_list<const char*> texts) {
  Program p;
  p.handle_ = Handle<ProgramKind>(glCreateProgram());
  attach(p.name(), GL_VERTEX_SHADER, vertex_part, texts);
  attach(p.name(), GL_FRAGMENT_SHADER, fragment_part, texts);
  link(p.name(), fragment_part);
  return p;
}

void Program::set(const char* uniform, std::uint32_t value) const { glProgramUniform1ui(name(), at(uniform), value); }
void Program::set(const char* uniform, std::int32_t value) const { glProgramUniform1i(name(), at(uniform), value); }

GLint Program::at(const char* uniform) const {
  for (const auto& [known, location] : locations_)
    if (known == uniform) return location;
  locations_.emplace_back(uniform, glGetUniformLocation(name(), uniform));
  return locations_.back().second;
}

// Shaders compute their item as (y * MOST_GROUPS + x) * GROUP + place in the group.
Program::Groups Program::groups_of(std::uint64_t items) {
  const std::uint64_t groups = (items + kGroup - 1) / kGroup;
  return {static_cast<GLuint>(std::min<std::uint64_t>(groups, kMostGroups)),
          static_cast<GLuint>((groups + kMostGroups - 1) / kMostGroups)};
}

void Program::run(std::uint64_t items) const {
  if (items == 0) return;
  use();
  const Groups groups = groups_of(items);
  glDispatchCompute(groups.x, groups.y, 1);
  glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

}  // namespace impinge::gl
