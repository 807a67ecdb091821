// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <cstdlib>

namespace impinge::test {

/// True when IMPINGE_FULL=1 asks for the full counts.
inline bool full_counts() {
  const char* full = std::getenv("IMPINGE_FULL");
  return full != nullptr && full[0] == '1';
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr unsigned kSlowness = 10;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr unsigned kSlowness = 10;
#else
inline constexpr unsigned kSlowness = 1;
#endif
#else
inline constexpr unsigned kSlowness = 1;
#endif

/// How many random cases to run: a small number for every day, the full one on request. Under a sanitizer a tenth: it looks
/// at every load, which is slow, and finds in few cases what it finds in many.
inline int case_count(int small, int full) {
  constexpr int slowness = static_cast<int>(kSlowness);
  return ((full_counts() ? full : small) + slowness - 1) / slowness;
}

}  // namespace impinge::test
