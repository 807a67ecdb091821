// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "backend/gl/gl_handles.h"

namespace impinge::gl {

inline constexpr unsigned kGroup = 64;  ///< invocations of a compute work group

/// A program that is compiled when it is first used; what the driver made of it is kept in the process for other contexts.
/// Each text is preceded by `#define PART` for the part of the file that is meant.
class Program {
 public:
  /// A compute shader.
  static Program compute(const char* part, std::initializer_list<const char*> texts);
  /// A vertex and a fragment shader of the same texts.
  static Program drawing(const char* vertex_part, const char* fragment_part, std::initializer_list<const char*> texts);

  /// Throws Error (no_device) with the compiler's words, as all that follow.
  void use() const { glUseProgram(name()); }
  GLuint name() const {
    if (!handle_) make();
    return handle_.name();
  }
  /// Where a uniform lies. The same literal is found again by its address.
  GLint at(const char* uniform) const;
  void set(const char* uniform, std::uint32_t value) const;
  void set(const char* uniform, std::int32_t value) const;

  struct Groups {
    GLuint x, y;
  };
  /// How many groups make up one invocation for each item.
  static Groups groups_of(std::uint64_t items);
  /// Uses it with one invocation for each item.
  void run(std::uint64_t items) const;

 private:
  struct Stage {
    GLenum kind;
    const char* part;
    std::string text;
  };
  void add(GLenum kind, const char* part, std::initializer_list<const char*> texts);
  void make() const;

  std::vector<Stage> stages_;
  mutable Handle<ProgramKind> handle_;
  mutable std::vector<std::pair<const char*, GLint>> locations_;
};

}  // namespace impinge::gl
