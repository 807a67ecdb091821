// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stands in for TBB in the tsan build: sorts the two halves at once.
#include <algorithm>
#include <cstddef>
#include <functional>

#include "../fork_join.h"

namespace tbb {

template <typename Iterator, typename Less = std::less<>>
void parallel_sort(Iterator begin, Iterator end, const Less& less = {}) {
  const Iterator middle = begin + (end - begin) / 2;
  on_threads::for_each_index(
      2, [&](std::size_t half) { std::sort(half == 0 ? begin : middle, half == 0 ? middle : end, less); });
  std::inplace_merge(begin, middle, end, less);
}

template <typename Container, typename Less = std::less<>>
requires requires(Container& c) { c.begin(); }
void parallel_sort(Container& container, const Less& less = {}) { parallel_sort(container.begin(), container.end(), less); }

}  // namespace tbb
