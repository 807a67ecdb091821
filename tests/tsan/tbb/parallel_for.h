// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build.
#include <cstddef>
#include <type_traits>

#include "../fork_join.h"
#include "blocked_range.h"

namespace tbb {

template <typename Value, typename Body, typename... Partitioner>
void parallel_for(const blocked_range<Value>& range, const Body& body, const Partitioner&...) {
  on_threads::for_each_index(range.pieces(), [&](std::size_t i) { body(range.piece(i)); });
}

template <typename Index, typename Function>
void parallel_for(Index first, Index last, const Function& function) {
  if (!(first < last)) return;
  const auto count = static_cast<std::size_t>(last - first);
  on_threads::for_each_index(count, [&](std::size_t i) { function(static_cast<Index>(first + static_cast<Index>(i))); });
}

}  // namespace tbb
