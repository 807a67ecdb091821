// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/registry.h"

#include "backend/open_module.h"
#include "backend/processor.h"

namespace impinge {

namespace {

constexpr BackendRow kBackends[] = {
    {Backend::cpu, "cpu", "", "", open_processor},
    {Backend::gl, "gl", "libimpinge_gl.so", "EGL and libepoxy", open_module},
};

// No backend, but it may be asked for.
constexpr const char* kAutomatic = "auto";

}  // namespace

std::span<const BackendRow> backend_registry() noexcept { return kBackends; }

OpenedBackend open_row(const BackendRow& row) {
  OpenedBackend opened;
  row.open(row, opened);
  opened.info.backend = row.backend;
  opened.info.name = row.name;
  if (opened.device) opened.device->backend = row.name;
  return opened;
}

const char* to_string(Backend backend) noexcept {
  for (const BackendRow& row : kBackends)
    if (row.backend == backend) return row.name;
  return backend == Backend::automatic ? kAutomatic : "unknown";
}

bool from_string(std::string_view word, Backend& backend) noexcept {
  for (const BackendRow& row : kBackends) {
    if (row.name != word) continue;
    backend = row.backend;
    return true;
  }
  if (word != kAutomatic) return false;
  backend = Backend::automatic;
  return true;
}

std::vector<BackendInfo> backends() {
  std::vector<BackendInfo> all;
  for (const BackendRow& row : kBackends) all.push_back(open_row(row).info);
  return all;
}

}  // namespace impinge
