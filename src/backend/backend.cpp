// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/backend.h"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "backend/open_face_painter.h"
#include "backend/registry.h"

namespace impinge {

namespace {

// The one that was asked for, which must be there.
OpenedBackend open_asked(Backend backend) {
  OpenedBackend opened;
  for (const BackendRow& row : backend_registry())
    if (row.backend == backend) opened = open_row(row);
  if (opened.device == nullptr)
    throw Error(ErrorCode::no_device,
                fmt::format("backend {}: {}; use backend cpu, or auto to take a card where there is one", to_string(backend),
                            opened.info.reason));
  return opened;
}

// The first that is a card and not a program that acts as one.
OpenedBackend open_first_card() {
  for (const BackendRow& row : backend_registry()) {
    if (!row.has_device()) continue;
    OpenedBackend opened = open_row(row);
    if (opened.device != nullptr && !opened.info.software) return opened;
  }
  return {};
}

}  // namespace

std::shared_ptr<RasterDevice> open_backend(Backend backend, Drawing drawing, const LogCallback& on_log) {
  if (backend == Backend::cpu) return nullptr;
  const OpenedBackend opened = backend == Backend::automatic ? open_first_card() : open_asked(backend);
  if (on_log) on_log(fmt::format("backend: {}", opened.device ? opened.info.device : to_string(Backend::cpu)));
  if (!opened.device) return nullptr;
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

}  // namespace impinge
