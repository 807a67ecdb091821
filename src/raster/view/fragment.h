// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdint>

namespace impinge {

/// One crossing of a cell's line.
struct Fragment {
  std::int32_t z = 0;      ///< depth in steps of the view
  std::int32_t error = 0;  ///< the true depth is at most this many steps off
  std::uint32_t tag = 0;   ///< the object, and the top bit where the line enters it
  std::uint32_t face = 0;

  static constexpr std::uint32_t kEntry = std::uint32_t{1} << 31;
  std::uint32_t object() const { return tag & ~kEntry; }
  bool entry() const { return (tag & kEntry) != 0; }
  std::int64_t low() const { return std::int64_t{z} - error; }
  std::int64_t high() const { return std::int64_t{z} + error; }
  /// By depth; at equal depth exits come before entries, so that bodies that touch do not overlap.
  bool before(const Fragment& o) const {
    if (z != o.z) return z < o.z;
    return tag != o.tag ? tag < o.tag : face < o.face;
  }
};

}  // namespace impinge
