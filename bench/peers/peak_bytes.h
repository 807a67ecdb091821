// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge::bench {

/// Starts to watch what operator new gives out and takes back, in all threads.
void watch_peak_bytes();

/// Stops it, and tells the most bytes held at one time beyond what was held at the start.
std::uint64_t stop_peak_bytes();

}  // namespace impinge::bench
