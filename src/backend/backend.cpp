// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/backend.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <mutex>

#include "backend/open_face_painter.h"

namespace impinge {

namespace {

// Found beside the library, by the run path of whoever loads it. Stays loaded: drivers do not like to be unloaded.
constexpr const char* kGlModule = "libimpinge_gl.so";

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

}  // namespace

OpenedBackend open_gl_backend() {
  OpenedBackend opened;
  opened.info.name = "gl";
#ifdef IMPINGE_HAS_GL
  void* const module = dlopen(kGlModule, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) {
    const char* const trouble = dlerror();
    opened.info.reason = fmt::format("the module does not load: {}", trouble != nullptr ? trouble : kGlModule);
    return opened;
  }
  auto* const open = reinterpret_cast<OpenBackendFunction*>(dlsym(module, "impinge_open_backend"));
  if (open == nullptr) {
    opened.info.reason = fmt::format("{} is of another version", kGlModule);
    return opened;
  }
  open(opened);
#else
  opened.info.reason = "this build has none: EGL and libepoxy were not found when it was configured";
#endif
  return opened;
}

std::shared_ptr<RasterDevice> open_backend(Backend backend, Drawing drawing, const LogCallback& on_log) {
  if (backend == Backend::cpu) return nullptr;
  OpenedBackend opened = open_gl_backend();
  const bool wanted = opened.device != nullptr && (backend == Backend::gl || !opened.info.software);
  if (!wanted && backend == Backend::gl)
    throw Error(
        ErrorCode::no_device,
        fmt::format("backend gl: {}; use backend cpu, or auto to take a card where there is one", opened.info.reason));
  if (on_log) on_log(fmt::format("backend: {}", wanted ? opened.info.device : "cpu"));
  if (!wanted) return nullptr;
  opened.device->may_fail = backend == Backend::automatic;
  opened.device->drawing = drawing;
  return opened.device;
}

// One for all pictures of the process. It is never closed: at its end the driver may be gone already.
std::shared_ptr<FacePainter> open_face_painter(Backend backend) {
  static std::mutex mutex;
  static auto& painters = *new std::map<Backend, std::shared_ptr<FacePainter>>;
  if (backend == Backend::cpu) return nullptr;
  const std::lock_guard lock(mutex);
  std::shared_ptr<FacePainter>& painter = painters[backend];
  if (!painter) painter = open_backend(backend, {}, {});
  return painter;
}

std::vector<BackendInfo> backends() {
  BackendInfo cpu;
  cpu.name = "cpu", cpu.available = true, cpu.device = processor_name();
  return {cpu, open_gl_backend().info};
}

}  // namespace impinge
