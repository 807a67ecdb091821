// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Devices other than the processor. Each backend is a module of its own that is loaded when it is first asked for, so that
// the library starts where the module's libraries are missing.

#include <impinge/engine.h>

#include <memory>

#include "raster/device/raster_device.h"

namespace impinge {

/// What a module answers to impinge_open_backend.
struct OpenedBackend {
  BackendInfo info;
  std::shared_ptr<RasterDevice> device;  ///< none where info says why
};

/// The one function of a module, `impinge_open_backend`.
using OpenBackendFunction = void(OpenedBackend& opened);

/// A device of its own for an engine; nothing for the processor. Throws Error (no_device) for a backend that is not there,
/// unless the processor may do instead.
std::shared_ptr<RasterDevice> open_backend(Backend backend, Drawing drawing, const LogCallback& on_log);

/// Opens the OpenGL backend; never throws.
OpenedBackend open_gl_backend();

}  // namespace impinge
