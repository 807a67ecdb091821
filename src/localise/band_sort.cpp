// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
// Based on: D. E. Knuth, The Art of Computer Programming 3, algorithm 5.2.2M (Batcher's merge exchange).
#include "localise/band_sort.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/band_sort.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "localise/sorting_network.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename Key>
using KeyTag = hn::CappedTag<Key, kCellsAtOnce * sizeof(std::uint32_t) / sizeof(Key)>;

// The lists of some cells in memory of their own, filled up with keys above all others.
template <typename Key>
struct SlotGroup {
  using Tag = KeyTag<Key>;
  using Keys = hn::Vec<Tag>;

  alignas(64) Key keys[kMostSlots * kCellsAtOnce];
  int count = 0;  // of the longest list
  Keys some, all;  // or and and of the keys of each list

  static std::size_t lanes() { return hn::Lanes(Tag()); }

  static Keys load_counts(const std::uint32_t* counts) {
    if constexpr (sizeof(Key) == 4) {
      return hn::LoadU(Tag(), counts);
    } else {
      return hn::PromoteTo(Tag(), hn::LoadU(hn::Rebind<std::uint32_t, Tag>(), counts));
    }
  }

  SlotGroup(const SlotLists<Key>& lists, std::size_t cell) {
    const Tag d;
    const std::size_t n = lanes();
    for (std::size_t i = 0; i < n; ++i) count = HWY_MAX(count, static_cast<int>(lists.counts[cell + i]));
    const Keys counts = load_counts(lists.counts + cell), above = hn::Set(d, static_cast<Key>(~Key{0}));
    some = hn::Zero(d), all = above;
    for (int k = 0; k < count; ++k) {
      const Keys key = hn::LoadU(d, lists.slots + static_cast<std::size_t>(k) * lists.stride + cell);
      const auto is_in = hn::Lt(hn::Set(d, static_cast<Key>(k)), counts);
      const Keys filled = hn::IfThenElse(is_in, key, above);
      some = hn::Or(some, hn::IfThenElseZero(is_in, key));
      all = hn::And(all, filled);
      hn::Store(filled, d, keys + static_cast<std::size_t>(k) * n);
    }
  }

  void sort() {
    const Tag d;
    const std::size_t n = lanes();
    for (const NetworkStep& step : sorting_network(count)) {
      Key *const x = keys + step.low * n, *const y = keys + step.high * n;
      const Keys a = hn::Load(d, x), b = hn::Load(d, y);
      hn::Store(hn::Min(a, b), d, x);
      hn::Store(hn::Max(a, b), d, y);
    }
  }
};

template <typename Key>
void sort_lists(const SlotLists<Key>& lists) {
  const KeyTag<Key> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t cell = 0; cell < lists.cells; cell += n) {
    SlotGroup<Key> group(lists, cell);
    if (group.count < 2) continue;
    group.sort();
    for (int k = 0; k < group.count; ++k)
      hn::StoreU(hn::Load(d, group.keys + static_cast<std::size_t>(k) * n), d,
                 lists.slots + static_cast<std::size_t>(k) * lists.stride + cell);
  }
}

// Lanes in which both objects are inside over more than a point.
template <typename Key>
hn::Mask<KeyTag<Key>> find_overlaps(const SlotGroup<Key>& group) {
  constexpr int kLayer = sizeof(Key) == 4 ? 0 : 32;  // where the LayerKey begins
  const KeyTag<Key> d;
  const hn::RebindToSigned<KeyTag<Key>> s;
  const auto zero = hn::Zero(d), one = hn::Set(d, Key{1}), two = hn::Set(d, Key{2});
  const auto above = hn::Set(d, static_cast<Key>(~Key{0}));
  auto winding_a = zero, winding_b = zero, enter = zero;
  auto both = hn::MaskFromVec(zero), found = both;
  for (int k = 0; k < group.count; ++k) {
    const auto key = hn::Load(d, group.keys + static_cast<std::size_t>(k) * hn::Lanes(d));
    const auto layer = hn::ShiftRight<kLayer>(key), depth = hn::ShiftRight<2>(layer);
    const auto is_b = hn::Ne(hn::And(layer, one), zero);
    // Entries count 1 and exits -1.
    const auto turn = hn::IfThenZeroElse(hn::Eq(key, above), hn::Sub(hn::And(layer, two), one));
    winding_a = hn::Add(winding_a, hn::IfThenZeroElse(is_b, turn));
    winding_b = hn::Add(winding_b, hn::IfThenElseZero(is_b, turn));
    const auto now = hn::And(hn::Ne(winding_a, zero), hn::Ne(winding_b, zero));
    const auto leaves = hn::AndNot(now, both);
    // Depths have no sign bit, so that signed comparisons, which every target has, do.
    found = hn::Or(found, hn::And(leaves, hn::RebindMask(d, hn::Gt(hn::BitCast(s, depth), hn::BitCast(s, enter)))));
    enter = hn::IfThenElse(hn::AndNot(both, now), depth, enter);
    both = now;
  }
  return found;
}

template <typename Key>
void judge_lists(const SlotLists<Key>& lists, LayerVerdict* verdicts) {
  constexpr int kLayer = sizeof(Key) == 4 ? 0 : 32;
  const KeyTag<Key> d;
  const std::size_t n = hn::Lanes(d);
  const auto zero = hn::Zero(d), object = hn::Set(d, static_cast<Key>(Key{1} << kLayer));
  const auto word = [&](LayerVerdict v) HWY_ATTR { return hn::Set(d, static_cast<Key>(v)); };
  for (std::size_t cell = 0; cell < lists.cells; cell += n) {
    SlotGroup<Key> group(lists, cell);
    const auto has_a = hn::Eq(hn::And(group.all, object), zero), has_b = hn::Ne(hn::And(group.some, object), zero);
    auto verdict = hn::IfThenElse(has_a, word(LayerVerdict::alone), zero);
    const auto has_both = hn::And(has_a, has_b);
    if (!hn::AllFalse(d, has_both)) {
      group.sort();
      verdict = hn::IfThenElse(has_both, word(LayerVerdict::clear), verdict);
      verdict = hn::IfThenElse(find_overlaps<Key>(group), word(LayerVerdict::overlap), verdict);
    }
    alignas(64) Key values[kCellsAtOnce];
    hn::Store(verdict, d, values);
    for (std::size_t i = 0; i < n; ++i) verdicts[cell + i] = static_cast<LayerVerdict>(values[i]);
  }
}

void sort_small(const SlotLists<std::uint32_t>& lists) { sort_lists(lists); }
void sort_large(const SlotLists<std::uint64_t>& lists) { sort_lists(lists); }
void judge_small(const SlotLists<std::uint32_t>& lists, LayerVerdict* verdicts) { judge_lists(lists, verdicts); }
void judge_large(const SlotLists<std::uint64_t>& lists, LayerVerdict* verdicts) { judge_lists(lists, verdicts); }

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

HWY_EXPORT(sort_small);
HWY_EXPORT(sort_large);
HWY_EXPORT(judge_small);
HWY_EXPORT(judge_large);

void sort_slots(const SlotLists<std::uint32_t>& lists) { HWY_DYNAMIC_DISPATCH(sort_small)(lists); }
void sort_slots(const SlotLists<std::uint64_t>& lists) { HWY_DYNAMIC_DISPATCH(sort_large)(lists); }
void judge_slots(const SlotLists<std::uint32_t>& lists, LayerVerdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(judge_small)(lists, verdicts);
}
void judge_slots(const SlotLists<std::uint64_t>& lists, LayerVerdict* verdicts) {
  HWY_DYNAMIC_DISPATCH(judge_large)(lists, verdicts);
}

}  // namespace impinge
#endif
