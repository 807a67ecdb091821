// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors

// Both kinds of octree files, by their first bytes; what is read is written again and must be the same.
#include <cstddef>
#include <cstdint>
#include <span>

#include <impinge/error.h>
#include <impinge/octree.h>

#include "io/mesh/format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace impinge;
  const io::Bytes bytes = std::as_bytes(std::span(data, size));
  try {
    const Octree octree = size > 0 && data[0] == '#' ? io::read_bt(bytes, "fuzz") : io::read_df(bytes, "fuzz");
    std::uint64_t nodes = 0;
    const std::vector<std::uint8_t> code = octree.df(nodes);
    if (!(Octree::from_df(octree.frame(), code, nodes) == octree)) __builtin_trap();
  } catch (const Error&) {
  }
  return 0;
}
