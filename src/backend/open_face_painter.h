// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/engine.h>

#include <memory>

#include "raster/device/face_painter.h"

namespace impinge {

/// The device that paints pictures. Nothing for the processor. Throws Error (no_device) as an engine does.
IMPINGE_EXPORT std::shared_ptr<FacePainter> open_face_painter(Backend backend);

}  // namespace impinge
