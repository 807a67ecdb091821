// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>

namespace impinge::test {

/// Starts to watch what operator new gives out.
void reset_peak_memory();

/// The most bytes held at one time since then, above what was held at its start.
std::size_t peak_memory();

}  // namespace impinge::test
