// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <impinge/error.h>

#include <string>

namespace impinge {

/// What the command line takes too; an arena of oneTBB breaks beyond 65,536.
inline constexpr int kMaxThreads = 1024;

/// Throws Error (bad_argument) for a number of threads that nobody can have.
inline void require_threads(int threads) {
  if (threads >= 0 && threads <= kMaxThreads) return;
  throw Error(ErrorCode::bad_argument, "threads " + std::to_string(threads) + ": must be 1 to " +
                                           std::to_string(kMaxThreads) + ", or 0 for the caller's arena");
}

}  // namespace impinge
