// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/io.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    for (const impinge::Decision& decision : impinge::parse_decisions({reinterpret_cast<const char*>(data), size}, "fuzz"))
      if (decision.id.empty()) __builtin_trap();
  } catch (const impinge::Error&) {
  }
  return 0;
}
