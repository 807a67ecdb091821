// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/gl/gl_device.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <impinge/error.h>

#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

namespace impinge::gl {

namespace {

// libepoxy ends the program where a library is missing, so they are looked for first.
std::string missing_library() {
  if (dlopen("libEGL.so.1", RTLD_LAZY | RTLD_LOCAL) == nullptr)
    return "libEGL.so.1 is missing (Debian: libegl1, and libegl-mesa0 or the card's driver)";
  if (dlopen("libOpenGL.so.0", RTLD_LAZY | RTLD_LOCAL) == nullptr && dlopen("libGL.so.1", RTLD_LAZY | RTLD_LOCAL) == nullptr)
    return "libOpenGL.so.0 is missing (Debian: libopengl0)";
  return {};
}

bool has(const char* list, std::string_view word) {
  std::string_view rest = list != nullptr ? list : "";
  while (!rest.empty()) {
    const std::size_t space = rest.find(' ');
    if (rest.substr(0, space) == word) return true;
    rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
  }
  return false;
}

bool is_software(std::string_view renderer) {
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader"})
    if (renderer.find(name) != std::string_view::npos) return true;
  return false;
}

std::string text(GLenum name) {
  const auto* const found = reinterpret_cast<const char*>(glGetString(name));
  return found != nullptr ? found : "";
}

// In the order in which they are tried.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> list;
  const char* const client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (has(client, "EGL_EXT_platform_device") &&
      (has(client, "EGL_EXT_device_base") || has(client, "EGL_EXT_device_enumeration"))) {
    std::array<EGLDeviceEXT, 32> devices{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count))
      for (EGLint i = 0; i < count; ++i)
        list.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)], nullptr));
  }
  if (has(client, "EGL_MESA_platform_surfaceless"))
    list.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  return list;
}

EGLContext make_context(EGLDisplay display, bool robust) {
  std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION,       4,
                                EGL_CONTEXT_MINOR_VERSION,       5,
                                EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
  if (robust)
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE, EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                 EGL_LOSE_CONTEXT_ON_RESET});
  // Messages about wrong calls cost time in some drivers; developers ask for them.
  if (std::getenv("IMPINGE_GL_DEBUG") != nullptr) wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE});
  wanted.push_back(EGL_NONE);
  const char* const extensions = eglQueryString(display, EGL_EXTENSIONS);
  EGLConfig config = nullptr;  // EGL_NO_CONFIG_KHR
  if (!has(extensions, "EGL_KHR_no_config_context") && !has(extensions, "EGL_MESA_configless_context")) {
    const EGLint attributes[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLint count = 0;
    if (!eglChooseConfig(display, attributes, &config, 1, &count) || count == 0) return EGL_NO_CONTEXT;
  }
  return eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
}

}  // namespace

GlDevice::GlDevice() {
  std::string why = missing_library();
  if (why.empty()) {
    const std::vector<EGLDisplay> found = displays();
    if (found.empty()) why = "EGL lists no device and no surfaceless platform";
    // A card is worth more than a program that acts as one.
    for (const bool allow_software : {false, true})
      for (const EGLDisplay display : found)
        if (display != EGL_NO_DISPLAY && open(display, allow_software, why)) return;
  }
  throw Error(ErrorCode::no_device, why.empty() ? "EGL has no display that opens" : why);
}

GlDevice::~GlDevice() { close(); }

// The display is shared with whoever else uses it in the process, so it is left initialised.
void GlDevice::close() {
  if (context_ == EGL_NO_CONTEXT) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(display_, context_);
  context_ = EGL_NO_CONTEXT;
}

bool GlDevice::open(EGLDisplay display, bool allow_software, std::string& why) {
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor)) return false;
  if (!eglBindAPI(EGL_OPENGL_API)) {
    why = "the EGL driver has no desktop OpenGL";
    return false;
  }
  display_ = display;
  context_ = make_context(display, true);
  if (context_ == EGL_NO_CONTEXT) context_ = make_context(display, false);
  if (context_ == EGL_NO_CONTEXT) {
    const char* const vendor = eglQueryString(display, EGL_VENDOR);
    why = fmt::format("the driver ({}) gives no OpenGL 4.5 core context", vendor != nullptr ? vendor : "unknown");
    return false;
  }
  if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
    why = "the driver needs a surface to draw";
    close();
    return false;
  }
  const int version = epoxy_gl_version();
  const bool software = is_software(text(GL_RENDERER));
  if (version < 45) {
    why = fmt::format("{} has OpenGL {}.{}, and 4.5 is needed", text(GL_RENDERER), version / 10, version % 10);
    close();
    return false;
  }
  if (software && !allow_software) {
    close();
    return false;
  }
  describe();
  info_.software = software;
  glDebugMessageCallback(&GlDevice::on_message, this);
  glEnable(GL_DEBUG_OUTPUT);
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  return true;
}

void GlDevice::describe() {
  info_.available = true;
  info_.device = text(GL_RENDERER);
  info_.driver = fmt::format("{}, OpenGL {}", text(GL_VENDOR), text(GL_VERSION));
  for (const char* name : {"GL_ARB_gpu_shader_int64", "GL_ARB_fragment_shader_interlock"})
    if (epoxy_has_gl_extension(name)) info_.features.emplace_back(name);
  info_.conservative = "faces grown by half a cell (the driver has no conservative raster before snapping)";
  const std::pair<const char*, Conservative> modes[] = {
      {"GL_INTEL_conservative_rasterization", Conservative::intel},
      {"GL_NV_conservative_raster_pre_snap_triangles", Conservative::pre_snap_triangles},
      {"GL_NV_conservative_raster_pre_snap", Conservative::pre_snap}};
  for (const auto& [name, mode] : modes) {
    if (!epoxy_has_gl_extension(name)) continue;
    info_.features.emplace_back(name);
    info_.conservative = name;
    limits_.conservative = mode;
  }
  GLint sides[2] = {0, 0}, texture = 0;
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, sides);
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
  limits_.viewport = std::min({sides[0], sides[1], texture});
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limits_.storage_bytes);
}

// Advice is not wanted, and what compilers have to say is asked of them where they fail.
void GlDevice::on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei, const GLchar* message, const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR || source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
  auto* const device = static_cast<GlDevice*>(const_cast<void*>(user));
  const std::lock_guard lock(device->message_mutex_);
  if (device->messages_.size() < 2000) device->messages_ += (device->messages_.empty() ? "" : "; ") + std::string(message);
}

void GlDevice::require_no_trouble(const char* during) {
  bool no_memory = std::exchange(lacks_memory_, false);
  GLenum first = GL_NO_ERROR;
  for (GLenum code = glGetError(); code != GL_NO_ERROR; code = glGetError()) {
    if (first == GL_NO_ERROR) first = code;
    no_memory = no_memory || code == GL_OUT_OF_MEMORY;
    if (code == GL_CONTEXT_LOST) lost_ = true;
    if (lost_) break;
  }
  if (glGetGraphicsResetStatus() != GL_NO_ERROR || std::exchange(loses_, false)) lost_ = true;
  std::string messages;
  {
    const std::lock_guard lock(message_mutex_);
    messages.swap(messages_);
  }
  if (lost_) throw Error(ErrorCode::no_device, fmt::format("{}: the card was reset during {}", info_.device, during));
  if (no_memory)
    throw Error(ErrorCode::no_device,
                fmt::format("{}: out of memory during {}; lower the resolution, or use backend cpu", info_.device, during));
  if (first != GL_NO_ERROR || !messages.empty())
    throw Error(ErrorCode::no_device, fmt::format("{}: error during {}: {}", info_.device, during,
                                                  messages.empty() ? fmt::format("OpenGL error 0x{:x}", first) : messages));
}

GlDevice::Current::Current(GlDevice& device) : device_(device), lock_(device.mutex_) {
  if (device.lost_) throw Error(ErrorCode::no_device, fmt::format("{}: the card was reset", device.info_.device));
  if (!eglMakeCurrent(device.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, device.context_))
    throw Error(ErrorCode::no_device,
                fmt::format("{}: the context cannot be used (EGL error 0x{:x})", device.info_.device, eglGetError()));
}

GlDevice::Current::~Current() { eglMakeCurrent(device_.display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

}  // namespace impinge::gl
