// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Based on: D. E. Knuth, The Art of Computer Programming 3, algorithm 5.2.2M (Batcher's merge exchange).
#include "raster/bands/band_sort.h"

#include <bit>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "raster/bands/band_sort.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "raster/bands/sorting_network.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename Key>
using KeyTag = hn::CappedTag<Key, kCellsAtOnce * sizeof(std::uint32_t) / sizeof(Key)>;
using LayerTag = KeyTag<LayerKey>;
using Layers = hn::Vec<LayerTag>;

constexpr int kInRegisters = 16;  // lists up to that length are sorted without going through memory

template <typename Keys>
HWY_INLINE void exchange(Keys& low, Keys& high) {
  const auto smaller = hn::Min(low, high);
  high = hn::Max(low, high);
  low = smaller;
}

template <int keys, typename Keys, std::size_t... step>
HWY_INLINE void run_network(Keys* v, std::index_sequence<step...>) {
  constexpr const SortingNetwork& network = kSortingNetworks.of[keys];
  (exchange(v[network.steps[step].low], v[network.steps[step].high]), ...);
}

// Sorts vectors lane by lane.
template <int keys, typename Keys>
HWY_INLINE void sort_vectors(Keys* v) {
  if constexpr (keys <= kInRegisters) {
    run_network<keys>(v, std::make_index_sequence<kSortingNetworks.of[keys].count>());
  } else {
    for (const NetworkStep& step : sorting_network(keys)) exchange(v[step.low], v[step.high]);
  }
}

// The longest of some lists.
inline int longest_of(const std::uint32_t* counts, std::size_t lists) {
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < lists; ++i) most = HWY_MAX(most, counts[i]);
  return static_cast<int>(most);
}

// Calls look(constant) with the number of keys that a list is filled up to.
template <typename Look>
HWY_INLINE void with_length(int longest, const Look& look) {
  switch ((longest + 1) / 2) {
    case 0: return;
    case 1: return look(std::integral_constant<int, 2>());
    case 2: return look(std::integral_constant<int, 4>());
    case 3: return look(std::integral_constant<int, 6>());
    case 4: return look(std::integral_constant<int, 8>());
    case 5: return look(std::integral_constant<int, 10>());
    case 6: return look(std::integral_constant<int, 12>());
    case 7: return look(std::integral_constant<int, 14>());
    case 8: return look(std::integral_constant<int, 16>());
    default: return look(std::integral_constant<int, kMostSorted>());
  }
}

using WideTag = KeyTag<std::uint64_t>;

template <int keys>
HWY_INLINE void sort_group(const SlotLists<std::uint64_t>& lists, std::size_t cell, ListCode* codes) {
  const WideTag d;
  using Keys = hn::Vec<WideTag>;
  const Keys counts = hn::PromoteTo(d, hn::LoadU(hn::Rebind<std::uint32_t, WideTag>(), lists.counts + cell));
  const Keys above = hn::Set(d, ~std::uint64_t{0}), one = hn::Set(d, 1u), two = hn::Set(d, 2u);
  std::uint64_t* const slots = lists.slots + cell;
  Keys v[keys];
  for (std::size_t k = 0; k < keys; ++k)
    v[k] = hn::IfThenElse(hn::Lt(hn::Set(d, std::uint64_t{k}), counts), hn::LoadU(d, slots + k * lists.stride), above);
  sort_vectors<keys>(v);
  Keys code = hn::Zero(d);
  for (std::size_t k = 0; k < keys; ++k) {
    hn::StoreU(v[k], d, slots + k * lists.stride);
    const Keys layer = hn::ShiftRight<32>(v[k]);
    code = hn::Or(code, hn::ShiftLeftSame(hn::And(layer, one), static_cast<int>(k)));
    code = hn::Or(code, hn::ShiftLeftSame(hn::And(layer, two), static_cast<int>(31 + k)));
  }
  // On little-endian machines the lower half comes first.
  static_assert(sizeof(ListCode) == sizeof(std::uint64_t) && std::endian::native == std::endian::little);
  alignas(64) std::uint64_t words[kCellsAtOnce];
  hn::Store(code, d, words);
  std::memcpy(codes + cell, words, hn::Lanes(d) * sizeof(ListCode));
}

void sort_lists(const SlotLists<std::uint64_t>& lists, ListCode* codes) {
  const std::size_t n = hn::Lanes(WideTag());
  for (std::size_t cell = 0; cell < lists.cells; cell += n)
    with_length(longest_of(lists.counts + cell, n), [&](auto keys) HWY_ATTR { sort_group<keys.value>(lists, cell, codes); });
}

HWY_INLINE Layers load_layers(const std::uint32_t* slots) { return hn::LoadU(LayerTag(), slots); }
// The upper halves.
HWY_INLINE Layers load_layers(const std::uint64_t* slots) {
  const LayerTag d;
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, static_cast<LayerKey>(*slots >> 32));
#else
  const hn::RepartitionToWide<LayerTag> wide;
  return hn::ConcatOdd(d, hn::BitCast(d, hn::LoadU(wide, slots + hn::Lanes(wide))), hn::BitCast(d, hn::LoadU(wide, slots)));
#endif
}

// Lanes in which both objects are inside over more than a point.
template <int keys>
HWY_INLINE hn::Mask<LayerTag> find_overlaps(const Layers* v) {
  const LayerTag d;
  const hn::RebindToSigned<LayerTag> s;
  const Layers zero = hn::Zero(d), one = hn::Set(d, 1u), two = hn::Set(d, 2u), above = hn::Set(d, ~0u);
  Layers winding_a = zero, winding_b = zero, enter = zero;
  auto both = hn::MaskFromVec(zero), found = both;
  for (int k = 0; k < keys; ++k) {
    const Layers depth = hn::ShiftRight<2>(v[k]);
    const auto is_b = hn::Ne(hn::And(v[k], one), zero);
    // Entries count 1 and exits -1.
    const Layers turn = hn::IfThenZeroElse(hn::Eq(v[k], above), hn::Sub(hn::And(v[k], two), one));
    winding_a = hn::Add(winding_a, hn::IfThenZeroElse(is_b, turn));
    winding_b = hn::Add(winding_b, hn::IfThenElseZero(is_b, turn));
    const auto now = hn::And(hn::Ne(winding_a, zero), hn::Ne(winding_b, zero));
    // Depths have no sign bit, so that signed comparisons, which every target has, do.
    const auto deeper = hn::RebindMask(d, hn::Gt(hn::BitCast(s, depth), hn::BitCast(s, enter)));
    found = hn::Or(found, hn::And(hn::AndNot(now, both), deeper));
    enter = hn::IfThenElse(hn::AndNot(both, now), depth, enter);
    both = now;
  }
  return found;
}

template <int keys, typename Key>
HWY_INLINE Layers judge_group(const SlotLists<Key>& lists, std::size_t cell) {
  const LayerTag d;
  const Layers zero = hn::Zero(d), object = hn::Set(d, 1u), above = hn::Set(d, ~0u);
  const auto word = [&](LayerVerdict v) HWY_ATTR { return hn::Set(d, static_cast<std::uint32_t>(v)); };
  const Layers counts = hn::LoadU(d, lists.counts + cell);
  Layers v[keys];
  Layers some = zero, all = above;
  for (std::size_t k = 0; k < keys; ++k) {
    const auto is_in = hn::Lt(hn::Set(d, static_cast<std::uint32_t>(k)), counts);
    const Layers key = load_layers(lists.slots + k * lists.stride + cell);
    v[k] = hn::IfThenElse(is_in, key, above);
    some = hn::Or(some, hn::IfThenElseZero(is_in, key));
    all = hn::And(all, v[k]);
  }
  const auto has_a = hn::Eq(hn::And(all, object), zero), has_b = hn::Ne(hn::And(some, object), zero);
  const auto has_both = hn::And(has_a, has_b);
  const Layers verdict = hn::IfThenElse(has_a, word(LayerVerdict::alone), zero);
  if (hn::AllFalse(d, has_both)) return verdict;
  sort_vectors<keys>(v);
  return hn::IfThenElse(find_overlaps<keys>(v), word(LayerVerdict::overlap),
                        hn::IfThenElse(has_both, word(LayerVerdict::clear), verdict));
}

template <typename Key>
void judge_lists(const SlotLists<Key>& lists, LayerVerdict* verdicts) {
  const LayerTag d;
  const std::size_t n = hn::Lanes(d);
  alignas(64) std::uint32_t values[kCellsAtOnce];
  for (std::size_t cell = 0; cell < lists.cells; cell += n) {
    hn::Store(hn::Zero(d), d, values);
    with_length(longest_of(lists.counts + cell, n),
                [&](auto keys) HWY_ATTR { hn::Store(judge_group<keys.value>(lists, cell), d, values); });
    for (std::size_t i = 0; i < n; ++i) verdicts[cell + i] = static_cast<LayerVerdict>(values[i]);
  }
}

void judge_small(const SlotLists<std::uint32_t>& lists, LayerVerdict* verdicts) { judge_lists(lists, verdicts); }
void judge_large(const SlotLists<std::uint64_t>& lists, LayerVerdict* verdicts) { judge_lists(lists, verdicts); }

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(sort_lists);
HWY_EXPORT(judge_small);
HWY_EXPORT(judge_large);

void sort_slots(const SlotLists<std::uint64_t>& lists, ListCode* codes) { HWY_DYNAMIC_DISPATCH(sort_lists)(lists, codes); }
void judge_slots(const SlotLists<std::uint32_t>& lists, LayerVerdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(judge_small)(lists, verdicts);
}
void judge_slots(const SlotLists<std::uint64_t>& lists, LayerVerdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(judge_large)(lists, verdicts);
}

}  // namespace impinge
#endif
