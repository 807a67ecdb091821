// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "backend/registry.h"

namespace impinge {

/// Loads the module of a row, if this build has it, and asks it for a device. The library starts where the libraries that a
/// module needs are missing, since they are looked for here.
void open_module(const BackendRow& row, OpenedBackend& opened);

}  // namespace impinge
