// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// A listed item reaches at most kMostSteps columns up, so who looks for it looks as many columns further down on each axis.
// The columns of a row lie one after the other: a look-up is a few stretches of boxes, compared as many at a time as fit a
// vector. Items that follow each other are mostly neighbours: they look up together, first with a box in common.
#include "localise/slice_map/cell_list.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/simd_lanes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/slice_map/cell_list.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "localise/slice_map/cell_list_view.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(std::endian::native == std::endian::little);

using BoundTag = hn::CappedTag<int16_t, 16>;
using Bounds = hn::Vec<BoundTag>;

// Boxes in lanes, or the same one in all of them.
struct BoxLanes {
  Bounds low[3], high[3];

  HWY_INLINE explicit BoxLanes(const CellItem& item) {
    const BoundTag d;
    for (size_t axis = 0; axis < 3; ++axis) {
      low[axis] = hn::Set(d, item.low[axis]);
      high[axis] = hn::Set(d, item.high[axis]);
    }
  }
  HWY_INLINE BoxLanes(const CellListView& list, size_t e) {
    const BoundTag d;
    for (size_t axis = 0; axis < 3; ++axis) {
      low[axis] = hn::LoadU(d, list.bounds[axis] + e);
      high[axis] = hn::LoadU(d, list.bounds[3 + axis] + e);
    }
  }

  // A bit for each lane where the boxes meet, the lowest lane in the lowest bit.
  HWY_INLINE std::uint64_t meet(const BoxLanes& o) const {
    const auto x = hn::Or(hn::Gt(low[0], o.high[0]), hn::Lt(high[0], o.low[0]));
    const auto y = hn::Or(hn::Gt(low[1], o.high[1]), hn::Lt(high[1], o.low[1]));
    const auto z = hn::Or(hn::Gt(low[2], o.high[2]), hn::Lt(high[2], o.low[2]));
    alignas(8) std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(BoundTag(), hn::Not(hn::Or(hn::Or(x, y), z)), bytes);
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes, sizeof bits);  // on little-endian machines
    return bits;
  }
};

// Slabs to be compared with those of others, which are apart from them if a number of theirs is larger than one of these.
#if HWY_TARGET == HWY_SCALAR
struct FacingSlabs {
  explicit FacingSlabs(const CellSlabs& slabs) : own(slabs) {}

  bool meet(const CellSlabs& o) const {
    bool apart = false;
    for (size_t k = 0; k < 4; ++k) apart |= o.low[k] > -own.minus_high[k] || o.minus_high[k] > -own.low[k];
    return !apart;
  }

  const CellSlabs& own;
};
#else
class FacingSlabs {
 public:
  HWY_INLINE explicit FacingSlabs(const CellSlabs& slabs) : most_(hn::Neg(swapped(load(slabs)))) {}

  HWY_INLINE bool meet(const CellSlabs& o) const { return hn::AllFalse(Tag(), hn::Gt(load(o), most_)); }

 private:
  using Tag = hn::FixedTag<int16_t, 8>;
  using Numbers = hn::Vec<Tag>;

  HWY_INLINE static Numbers load(const CellSlabs& slabs) {
    return hn::LoadU(Tag(), reinterpret_cast<const std::int16_t*>(&slabs));
  }
  HWY_INLINE static Numbers swapped(Numbers v) {
    const hn::Repartition<uint64_t, Tag> halves;
    return hn::BitCast(Tag(), hn::Shuffle01(hn::BitCast(halves, v)));
  }

  Numbers most_;
};
#endif

// Finds the listed boxes that meet those of some items; `all` is the box in common.
std::uint64_t look_up_together(const CellListView& list, const CellBoxes& boxes, const std::uint32_t* chosen, size_t count,
                               const CellItem& all, KeptVector<CellList::Found>& found) {
  const size_t n = hn::Lanes(BoundTag());
  const BoxLanes common(all);
  std::uint64_t looked_at = 0;
  const auto scan = [&](size_t begin, size_t end) HWY_ATTR {
    looked_at += end - begin;
    for (size_t e = begin; e < end; e += n) {
      const BoxLanes listed(list, e);
      std::uint64_t near = listed.meet(common);
      if (end - e < n) near &= (std::uint64_t{1} << (end - e)) - 1;
      if (near == 0) continue;
      for (size_t k = 0; k < count; ++k) {
        std::uint64_t bits = near & listed.meet(BoxLanes(boxes.items[chosen[k]]));
        if (bits == 0) continue;
        const FacingSlabs slabs(boxes.slabs[chosen[k]]);
        size_t last = found.size();  // each is written before it is known whether it stays
        found.resize(last + static_cast<size_t>(std::popcount(bits)));
        for (; bits != 0; bits &= bits - 1) {
          const std::uint32_t other = list.listed[e + static_cast<size_t>(std::countr_zero(bits))];
          found[last] = {other, chosen[k]};
          last += slabs.meet(list.slabs[other]) ? 1 : 0;
        }
        found.resize(last);
      }
    }
  };
  const std::uint32_t x0 = list.first_column(all, 0), x1 = list.last_column(all, 0), y1 = list.last_column(all, 1);
  for (std::uint32_t y = list.first_column(all, 1); y <= y1; ++y) {
    const std::uint32_t* column = list.start + size_t{y} * list.row;
    if (!list.ordered || column[x1 + 1] - column[x0] <= CellListView::kTall) {
      scan(column[x0], column[x1 + 1]);
      continue;
    }
    for (std::uint32_t c = x0; c <= x1; ++c) {
      const auto [begin, end] = list.level_with(all, column[c], column[c + 1]);
      scan(begin, end);
    }
  }
  return looked_at * static_cast<std::uint64_t>(count);
}

std::uint64_t look_up_items(const CellListView& list, const CellBoxes& boxes, const std::uint32_t* chosen, size_t count,
                            KeptVector<CellList::Found>& found) {
  constexpr size_t kTogether = 4;
  std::uint64_t looked_at = 0;
  for (size_t k = 0; k < count;) {
    CellItem all = boxes.items[chosen[k]];
    size_t together = 1;
    while (together < kTogether && k + together < count && list.joins(boxes.items[chosen[k + together]], all)) ++together;
    looked_at += look_up_together(list, boxes, chosen + k, together, all, found);
    k += together;
  }
  return looked_at;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(look_up_items);

constexpr std::uint32_t kCrowd = 32;  // items of a column, from which on they are put in order

// The items by their cell along the columns.
KeptVector<std::uint32_t> ordered_along(std::span<const CellItem> items, std::span<const std::uint32_t> chosen,
                                        std::size_t axis, int shift) {
  KeptVector<std::uint32_t> next((0x7fffu >> shift) + 2, 0), ordered(chosen.size());
  for (const std::uint32_t i : chosen) ++next[(items[i].low[axis] >> shift) + 1];
  for (std::size_t c = 1; c < next.size(); ++c) next[c] += next[c - 1];
  for (const std::uint32_t i : chosen) ordered[next[items[i].low[axis] >> shift]++] = i;
  return ordered;
}

}  // namespace

CellList::CellList(const CellBoxes& boxes, std::span<const std::uint32_t> chosen, const CellColumns& columns, int level)
    : slabs_(boxes.slabs), columns_(columns), shift_(columns.shift + level) {
  const std::span<const CellItem> items = boxes.items;
  const auto x = static_cast<std::size_t>(columns.axis[0]), y = static_cast<std::size_t>(columns.axis[1]);
  const auto cell = [&](std::int16_t step) { return static_cast<std::uint32_t>(step >> shift_); };
  row_ = cell(columns.last[x]) + 1;
  const auto column = [&](std::uint32_t i) { return std::size_t{cell(items[i].low[y])} * row_ + cell(items[i].low[x]); };
  start_.assign(std::size_t{row_} * (cell(columns.last[y]) + 1) + 1, 0);
  for (const std::uint32_t i : chosen) ++start_[column(i) + 1];
  KeptVector<std::uint32_t> order;
  if (*std::max_element(start_.begin(), start_.end()) > kCrowd) {
    order = ordered_along(items, chosen, static_cast<std::size_t>(columns.axis[2]), shift_);
    chosen = order;
    ordered_ = true;
  }
  for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
  for (auto& b : bounds_) b.resize(chosen.size() + kMaxLanes);
  listed_.resize(chosen.size());
  KeptVector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  for (const std::uint32_t i : chosen) {
    const std::uint32_t e = next[column(i)]++;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      bounds_[axis][e] = items[i].low[axis];
      bounds_[3 + axis][e] = items[i].high[axis];
    }
    listed_[e] = i;
  }
}

std::uint64_t CellList::look_up(const CellBoxes& boxes, std::span<const std::uint32_t> chosen,
                                KeptVector<Found>& found) const {
  return HWY_DYNAMIC_DISPATCH(look_up_items)(CellListView(*this), boxes, chosen.data(), chosen.size(), found);
}

}  // namespace impinge
#endif
