// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/registry.h"

#include <array>

#include "backend/open_module.h"
#include "backend/processor.h"

namespace impinge {

namespace {

constexpr BackendRow kBackends[] = {
    {Backend::cpu, "cpu", "", "", open_processor},
    {Backend::gl, "gl", "libimpinge_gl.so", "EGL and libepoxy", open_module},
};

// `auto` is no backend, but may be asked for.
constexpr auto kChoices = [] {
  std::array<Backend, std::size(kBackends) + 1> choices{Backend::automatic};
  for (std::size_t i = 0; i < std::size(kBackends); ++i) choices[i + 1] = kBackends[i].backend;
  return choices;
}();

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

std::span<const Backend> backend_choices() noexcept { return kChoices; }

const char* to_string(Backend backend) noexcept {
  for (const BackendRow& row : kBackends)
    if (row.backend == backend) return row.name;
  return backend == Backend::automatic ? "auto" : "unknown";
}

bool from_string(std::string_view word, Backend& backend) noexcept {
  for (const Backend choice : kChoices) {
    if (word != to_string(choice)) continue;
    backend = choice;
    return true;
  }
  return false;
}

std::vector<BackendInfo> backends() {
  std::vector<BackendInfo> all;
  for (const BackendRow& row : kBackends) all.push_back(open_row(row).info);
  return all;
}

}  // namespace impinge
