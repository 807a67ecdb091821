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

/// How many random cases to run: a small number for every day, the full one on request.
inline int case_count(int small, int full) { return full_counts() ? full : small; }

}  // namespace impinge::test
