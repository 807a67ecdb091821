// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "backend/open_module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string_view>

namespace impinge {

namespace {

// The modules of this build, each followed by a blank.
constexpr std::string_view kBuiltModules = IMPINGE_BACKEND_MODULES;

bool is_built(const BackendRow& row) { return kBuiltModules.find(fmt::format("{} ", row.module)) != std::string_view::npos; }

}  // namespace

void open_module(const BackendRow& row, OpenedBackend& opened) {
  if (!is_built(row)) {
    opened.info.reason = fmt::format("this build has none: {} were not found when it was configured", row.needs);
    return;
  }
  // Found beside the library, by the run path of whoever loads it. Stays loaded: drivers do not like to be unloaded.
  void* const module = dlopen(row.module, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) {
    const char* const trouble = dlerror();
    opened.info.reason = fmt::format("the module does not load: {}", trouble != nullptr ? trouble : row.module);
    return;
  }
  auto* const open = reinterpret_cast<OpenBackendFunction*>(dlsym(module, "impinge_open_backend"));
  if (open == nullptr) {
    opened.info.reason = fmt::format("{} has a different version", row.module);
    return;
  }
  open(opened);
}

}  // namespace impinge
