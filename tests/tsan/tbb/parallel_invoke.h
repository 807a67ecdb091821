// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build.
#include <array>
#include <cstddef>
#include <functional>

#include "../fork_join.h"

namespace tbb {

template <typename... Functions>
void parallel_invoke(const Functions&... functions) {
  const std::array<std::function<void()>, sizeof...(functions)> all = {std::function<void()>(std::cref(functions))...};
  on_threads::for_each_index(all.size(), [&](std::size_t i) { all[i](); });
}

}  // namespace tbb
