// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/gl_program.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace impinge::gl {

namespace {

constexpr unsigned kMostGroups = 32768;  // along one axis; the drivers' least maximum is 65535

// What drivers have made of programs, by their texts. Compiling takes a tenth of a second each on some of them.
struct Binary {
  GLenum format = 0;
  std::vector<char> bytes;
};
std::mutex binaries_mutex;
std::map<std::string, Binary>& binaries() {
  static std::map<std::string, Binary> all;
  return all;
}

std::string log_of(GLuint name, decltype(glGetShaderInfoLog) get) {
  std::string log(4000, '\0');
  GLsizei length = 0;
  get(name, static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(length));
  return log;
}

// Deleted with the program that it is attached to.
void attach(GLuint program, GLenum kind, const char* part, const std::string& text) {
  const GLuint shader = glCreateShader(kind);
  const char* const source = text.c_str();
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  glAttachShader(program, shader);
  glDeleteShader(shader);
  if (good == GL_FALSE)
    throw Error(ErrorCode::no_device,
                fmt::format("the driver does not compile shader {}: {}", part, log_of(shader, glGetShaderInfoLog)));
}

bool is_linked(GLuint program) {
  GLint good = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  return good == GL_TRUE;
}

bool load_binary(GLuint program, const std::string& key) {
  const std::lock_guard lock(binaries_mutex);
  const auto found = binaries().find(key);
  if (found == binaries().end()) return false;
  glProgramBinary(program, found->second.format, found->second.bytes.data(),
                  static_cast<GLsizei>(found->second.bytes.size()));
  return is_linked(program);
}

void keep_binary(GLuint program, const std::string& key) {
  GLint length = 0, formats = 0;
  glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
  if (formats > 0) glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
  if (length <= 0) return;
  Binary binary;
  binary.bytes.resize(static_cast<std::size_t>(length));
  glGetProgramBinary(program, length, &length, &binary.format, binary.bytes.data());
  binary.bytes.resize(static_cast<std::size_t>(length));
  const std::lock_guard lock(binaries_mutex);
  binaries()[key] = std::move(binary);
}

}  // namespace

void Program::add(GLenum kind, const char* part, std::initializer_list<const char*> texts) {
  std::string text =
      fmt::format("#version 450 core\n#define {}\n#define GROUP {}\n#define MOST_GROUPS {}\n", part, kGroup, kMostGroups);
  if (kind == GL_COMPUTE_SHADER)
    text += "uint item() { return (gl_WorkGroupID.y * MOST_GROUPS + gl_WorkGroupID.x) * GROUP + gl_LocalInvocationID.x; }\n";
  for (const char* more : texts) text += more;
  stages_.push_back({kind, part, std::move(text)});
}

Program Program::compute(const char* part, std::initializer_list<const char*> texts) {
  Program p;
  p.add(GL_COMPUTE_SHADER, part, texts);
  return p;
}

Program Program::drawing(const char* vertex_part, const char* fragment_part, std::initializer_list<const char*> texts) {
  Program p;
  p.add(GL_VERTEX_SHADER, vertex_part, texts);
  p.add(GL_FRAGMENT_SHADER, fragment_part, texts);
  return p;
}

void Program::make() const {
  const auto* const renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  std::string key = renderer != nullptr ? renderer : "";
  for (const Stage& stage : stages_) key += stage.text;
  handle_ = Handle<ProgramKind>(glCreateProgram());
  const GLuint program = handle_.name();
  if (load_binary(program, key)) return;
  try {
    glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    for (const Stage& stage : stages_) attach(program, stage.kind, stage.part, stage.text);
    glLinkProgram(program);
    if (!is_linked(program))
      throw Error(ErrorCode::no_device, fmt::format("the driver does not link program {}: {}", stages_.back().part,
                                                    log_of(program, glGetProgramInfoLog)));
  } catch (...) {
    handle_.reset();
    throw;
  }
  keep_binary(program, key);
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
