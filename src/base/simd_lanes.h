// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstddef>

namespace impinge {

/// 32-bit lanes of the widest vector: kernels may read or write this far beyond the end of an array.
inline constexpr std::size_t kMaxLanes = 64;

}  // namespace impinge
