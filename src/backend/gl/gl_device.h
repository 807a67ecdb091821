// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// An OpenGL 4.5 context without a window: EGL's device platform first, Mesa's surfaceless one second.

#include <impinge/engine.h>

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <mutex>
#include <string>

namespace impinge::gl {

/// Conservative raster that holds for triangles before their corners are snapped to the rasteriser's grid.
enum class Conservative : std::uint8_t { none, pre_snap, pre_snap_triangles, intel };

struct Limits {
  std::int64_t storage_bytes = 0;  ///< of one buffer that shaders see
  int viewport = 0;                ///< cells a side of a drawn view
  Conservative conservative = Conservative::none;
};

class GlDevice {
 public:
  /// Throws Error (no_device) that says why there is none.
  GlDevice();
  ~GlDevice();
  GlDevice(const GlDevice&) = delete;
  GlDevice& operator=(const GlDevice&) = delete;

  const BackendInfo& info() const { return info_; }
  const Limits& limits() const { return limits_; }

  /// Makes the context current in the calling thread as long as it lives; others wait. Throws Error (no_device) if the
  /// context was lost.
  class Current {
   public:
    explicit Current(GlDevice& device);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    GlDevice& device_;
    std::unique_lock<std::mutex> lock_;
  };

  /// Throws Error (no_device) with what the driver complained of since the last call.
  void require_no_trouble(const char* during);

  /// As a driver reports it after a reset, at the next look; for tests.
  void lose() { loses_ = true; }
  void lack_memory() { lacks_memory_ = true; }
  void lower_limits(int viewport, std::int64_t bytes) {
    limits_.viewport = viewport;
    limits_.storage_bytes = bytes;
  }
  /// Lets a lost context be current once more, to free what it held.
  void found_again() { lost_ = false; }
  bool lost() const { return lost_; }

 private:
  friend class Current;
  bool open(EGLDisplay display, bool allow_software, std::string& why);
  void close();
  void describe();
  static void APIENTRY on_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                  const GLchar* message, const void* user);

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  BackendInfo info_;
  Limits limits_;
  std::mutex mutex_;
  std::mutex message_mutex_;
  std::string messages_;
  bool lost_ = false, loses_ = false, lacks_memory_ = false;
};

}  // namespace impinge::gl
