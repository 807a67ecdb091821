// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/list_sort.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/list_sort.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Lists up to here are sorted by counting, which grows with the square.
constexpr size_t kCounted = 32;

// The place of a key is the number of smaller ones. False, with the list as it was, where two keys are the same.
template <size_t vectors, class D, typename Key = hn::TFromD<D>>
HWY_INLINE bool sort_by_counting(D d, Key* list, size_t n) {
  const size_t lanes = hn::Lanes(d);
  HWY_ALIGN Key copy[kCounted + HWY_MAX_BYTES / sizeof(Key)];
  for (size_t v = 0; v < vectors; ++v) hn::Store(hn::Set(d, hwy::HighestValue<Key>()), d, copy + v * lanes);
  for (size_t i = 0; i < n; ++i) copy[i] = list[i];
  size_t places = 0;
  for (size_t i = 0; i < n; ++i) {
    const auto key = hn::Set(d, copy[i]);
    size_t place = 0;
    for (size_t v = 0; v < vectors; ++v) place += hn::CountTrue(d, hn::Lt(hn::Load(d, copy + v * lanes), key));
    list[place] = copy[i];
    places += place;
  }
  if (places == n * (n - 1) / 2) return true;
  std::copy(copy, copy + n, list);
  return false;
}

template <typename Key>
HWY_INLINE void sort_all(const std::uint32_t* begin, size_t lists, Key* keys) {
  const hn::ScalableTag<Key> d;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = 0; i < lists; ++i) {
    Key* const list = keys + begin[i];
    const size_t n = begin[i + 1] - begin[i];
    if (n < 2) continue;
    if (n == 2) {
      const Key low = HWY_MIN(list[0], list[1]), high = HWY_MAX(list[0], list[1]);
      list[0] = low, list[1] = high;
      continue;
    }
    bool sorted = false;
    if (n <= lanes)
      sorted = sort_by_counting<1>(d, list, n);
    else if (n <= 2 * lanes && n <= kCounted)
      sorted = sort_by_counting<2>(d, list, n);
    else if (n <= 4 * lanes && n <= kCounted)
      sorted = sort_by_counting<4>(d, list, n);
    else if (n <= 8 * lanes && n <= kCounted)
      sorted = sort_by_counting<8>(d, list, n);
    if (!sorted) std::sort(list, list + n);
  }
}

void sort_wide(const std::uint32_t* begin, size_t lists, std::uint64_t* keys) { sort_all(begin, lists, keys); }
void sort_narrow(const std::uint32_t* begin, size_t lists, std::uint32_t* keys) { sort_all(begin, lists, keys); }

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(sort_wide);
HWY_EXPORT(sort_narrow);

void sort_lists(const std::uint32_t* begin, std::size_t lists, std::uint64_t* keys) {
  HWY_DYNAMIC_DISPATCH(sort_wide)(begin, lists, keys);
}

void sort_lists(const std::uint32_t* begin, std::size_t lists, std::uint32_t* keys) {
  HWY_DYNAMIC_DISPATCH(sort_narrow)(begin, lists, keys);
}

}  // namespace impinge
#endif
