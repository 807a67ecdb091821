// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge {

/// Blocks of vertices that some faces refer to: bit i is block first + i.
struct BlockSet {
  static constexpr std::uint32_t kBlocks = 32;

  std::uint32_t first, bits;  ///< no bits where the blocks lie too far apart
};

}  // namespace impinge
