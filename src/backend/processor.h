// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "backend/registry.h"

namespace impinge {

/// Names the processor, which is always there and needs no device.
void open_processor(const BackendRow& row, OpenedBackend& opened);

}  // namespace impinge
