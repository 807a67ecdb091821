// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// What lies between the library and the module of a backend.

#include <impinge/engine.h>

#include <memory>

#include "backend/device_test_hooks.h"
#include "raster/device/raster_device.h"

namespace impinge {

/// What opening a backend gives.
struct OpenedBackend {
  BackendInfo info;
  std::shared_ptr<RasterDevice> device;  ///< none where info says why, and none for the processor
  DeviceTestHooks* hooks = nullptr;      ///< of the device, as long as it lives; it may have none
};

/// The one function of a module, `extern "C" impinge_open_backend`. Does not throw: info.reason says why there is no device.
using OpenBackendFunction = void(OpenedBackend& opened);

}  // namespace impinge
