// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Owners of what lies on the card. All are made and destroyed while the context is current.

#include <epoxy/gl.h>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace impinge::gl {

/// Moves a name and forgets it where it was.
template <typename Kind>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  ~Handle() { reset(); }
  Handle(Handle&& o) noexcept : name_(std::exchange(o.name_, 0)) {}
  Handle& operator=(Handle&& o) noexcept {
    if (this != &o) {
      reset();
      name_ = std::exchange(o.name_, 0);
    }
    return *this;
  }
  GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }
  void reset() {
    if (name_ != 0) Kind::destroy(std::exchange(name_, 0));
  }

 private:
  GLuint name_ = 0;
};

struct TextureKind {
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct ProgramKind {
  static void destroy(GLuint name) { glDeleteProgram(name); }
};
struct QueryKind {
  static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};
struct FramebufferKind {
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct VertexArrayKind {
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct BufferKind {
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};

/// Memory on the card; grows, never shrinks, and forgets its content when it grows.
class Buffer {
 public:
  void ensure(std::size_t bytes) {
    if (bytes <= bytes_ && handle_) return;
    handle_.reset();
    bytes_ = 0;
    GLuint name = 0;
    glCreateBuffers(1, &name);
    handle_ = Handle<BufferKind>(name);
    bytes_ = bytes < 256 ? 256 : (bytes + 15) / 16 * 16;
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(bytes_), nullptr, GL_DYNAMIC_STORAGE_BIT);
  }
  template <typename T>
  void send(std::span<const T> values) {
    ensure(values.size_bytes());
    if (!values.empty())
      glNamedBufferSubData(handle_.name(), 0, static_cast<GLsizeiptr>(values.size_bytes()), values.data());
  }
  template <typename T>
  void fetch(std::span<T> values) const {
    if (!values.empty())
      glGetNamedBufferSubData(handle_.name(), 0, static_cast<GLsizeiptr>(values.size_bytes()), values.data());
  }
  /// A few bytes; see ZeroFill for more.
  void clear(std::size_t bytes) {
    const GLuint zero = 0;
    if (bytes > 0)
      glClearNamedBufferSubData(handle_.name(), GL_R32UI, 0, static_cast<GLsizeiptr>((bytes + 3) / 4 * 4), GL_RED_INTEGER,
                                GL_UNSIGNED_INT, &zero);
  }
  void bind(GLuint binding) const { glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, handle_.name()); }
  GLuint name() const { return handle_.name(); }
  std::size_t bytes() const { return bytes_; }

 private:
  Handle<BufferKind> handle_;
  std::size_t bytes_ = 0;
};

/// A picture of numbers, one for each cell.
class Texture {
 public:
  Texture() = default;
  Texture(GLenum format, int columns, int rows) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    handle_ = Handle<TextureKind>(name);
    glTextureStorage2D(name, 1, format, columns, rows);
    glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  GLuint name() const { return handle_.name(); }

 private:
  Handle<TextureKind> handle_;
};

inline Handle<FramebufferKind> make_framebuffer() {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  return Handle<FramebufferKind>(name);
}
inline Handle<QueryKind> make_query(GLenum target) {
  GLuint name = 0;
  glCreateQueries(target, 1, &name);
  return Handle<QueryKind>(name);
}
inline Handle<VertexArrayKind> make_vertex_array() {
  GLuint name = 0;
  glCreateVertexArrays(1, &name);
  return Handle<VertexArrayKind>(name);
}

}  // namespace impinge::gl
