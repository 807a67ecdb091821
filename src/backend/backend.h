// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>
#include <impinge/experiments.h>

#include <memory>

#include "raster/device/raster_device.h"

namespace impinge {

/// A device of its own for an engine; nothing for the processor. Throws Error (no_device) for a backend that is not there,
/// unless the processor may do instead.
std::shared_ptr<RasterDevice> open_backend(Backend backend, Drawing drawing, const LogCallback& on_log);

}  // namespace impinge
