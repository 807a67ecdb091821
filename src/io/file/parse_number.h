// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <fast_float/fast_float.h>

namespace impinge::io {

struct ParsedNumber {
  double value = 0;
  const char* end = nullptr;  ///< behind the number
  bool good = false;
};

/// The number at the beginning of a text, whatever the locale. What no double can hold is infinite or 0: newer versions of
/// fast_float call it an error, older ones do not.
inline ParsedNumber parse_number(const char* begin, const char* end) {
  ParsedNumber parsed;
  const auto result = fast_float::from_chars(begin, end, parsed.value);
  parsed.end = result.ptr;
  parsed.good = result.ec == std::errc() || result.ec == std::errc::result_out_of_range;
  return parsed;
}

}  // namespace impinge::io
