// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <algorithm>
#include <cstdlib>

#include "base/sanitizer.h"

namespace impinge::test {

/// True when IMPINGE_FULL=1 asks for the full counts.
inline bool full_counts() {
  const char* full = std::getenv("IMPINGE_FULL");
  return full != nullptr && full[0] == '1';
}

inline constexpr unsigned kSlowness = kAddressSanitizer || kThreadSanitizer ? 10 : 1;

/// A size that a brute-force judge squares: smaller under a sanitizer.
inline constexpr int judged_size(int size) { return kSlowness > 1 ? (size + 2) / 3 : size; }

/// How many random cases to run: a small number for every day, the full one on request. Under a sanitizer a tenth: it looks
/// at every load, which is slow, and finds in few cases what it finds in many.
/// IMPINGE_SHARDS=n divides the full numbers among n processes, each with an IMPINGE_SEED of its own, see Dice.
inline int case_count(int small, int full) {
  const char* const text = std::getenv("IMPINGE_SHARDS");
  const int shards = text != nullptr && full_counts() ? std::max(1, std::atoi(text)) : 1;
  const int slowness = static_cast<int>(kSlowness) * shards;
  return ((full_counts() ? full : small) + slowness - 1) / slowness;
}

/// How often something happens in the small number of cases; under a sanitizer half as often as its tenth lets one expect.
inline constexpr int occurrences(int small) { return kSlowness > 1 ? small / (2 * static_cast<int>(kSlowness)) : small; }

}  // namespace impinge::test
