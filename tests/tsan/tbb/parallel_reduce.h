// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build.
#include <cstddef>
#include <utility>
#include <vector>

#include "../fork_join.h"
#include "blocked_range.h"

namespace tbb {

template <typename Index, typename Value, typename Body, typename Join>
Value parallel_reduce(const blocked_range<Index>& range, const Value& identity, const Body& body, const Join& join) {
  std::vector<Value> parts(range.pieces(), identity);
  on_threads::for_each_index(parts.size(), [&](std::size_t i) { parts[i] = body(range.piece(i), parts[i]); });
  Value all = identity;
  for (Value& part : parts) all = join(std::move(all), std::move(part));
  return all;
}

template <typename Index, typename Value, typename Body, typename Join>
Value parallel_deterministic_reduce(const blocked_range<Index>& range, const Value& identity, const Body& body,
                                    const Join& join) {
  return parallel_reduce(range, identity, body, join);
}

}  // namespace tbb
