// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/error.h>
#include <impinge/io.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  // Generators honestly asked for a million faces are slow and find nothing: three digits are enough.
  int digits = 0;
  for (char c : json) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 3 || ((c == 'e' || c == 'E') && json.find("e+") != json.npos)) return 0;
  }
  try {
    impinge::parse_scene(json, "no such folder", "fuzz");
  } catch (const impinge::Error&) {
  }
  return 0;
}
