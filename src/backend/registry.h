// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The backends that there are, a row each. Nothing else in the library, the tool, the tests or the benchmarks names one.

#include <span>

#include "backend/opened_backend.h"

namespace impinge {

struct BackendRow {
  Backend backend;
  const char* name;    ///< its word everywhere
  const char* module;  ///< the library that holds it, loaded when it is asked for; empty: it is in this one
  const char* needs;   ///< what was missing where a build has no such module
  void (*open)(const BackendRow& row, OpenedBackend& opened);  ///< does not throw

  /// It has a device that draws in place of the processor.
  bool has_device() const { return module[0] != '\0'; }
};

/// The processor first, then the devices in the order in which `auto` looks for one.
std::span<const BackendRow> backend_registry() noexcept;

/// Opens the backend of a row: a device of its own for each call. Does not throw.
OpenedBackend open_row(const BackendRow& row);

}  // namespace impinge
