// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// The lists of a band while it is drawn. Crossings go to the cells' slots at once; a band with a list that is too long for
// its slots is drawn again, when the lengths of all lists are known.

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/kept_memory.h"
#include "raster/bands/depth_run.h"

namespace impinge {

/// Long lists are mostly in order, since faces are drawn in the order of their mesh: an insertion sort beats anything else
/// up to some thirty.
template <typename Key>
void sort_short(std::span<Key> list) {
  if (list.size() > 32) {
    std::sort(list.begin(), list.end());
    return;
  }
  for (std::size_t i = 1; i < list.size(); ++i) {
    const Key key = list[i];
    std::size_t j = i;
    for (; j > 0 && key < list[j - 1]; --j) list[j] = list[j - 1];
    list[j] = key;
  }
}

/// Memory of one thread.
template <typename Key>
class BandLists {
 public:
  /// Puts crossings into slots; those that find none are counted all the same.
  class SlotWriter {
   public:
    using Word = Key;
    SlotWriter(Key* slots, std::uint32_t* counts, std::size_t stride) : slots_(slots), counts_(counts), stride_(stride) {}
    void put(std::size_t cell, const Key& key, std::uint32_t keep = 1) {
      const std::uint32_t n = counts_[cell];
      slots_[std::min<std::size_t>(n, kMostSlots) * stride_ + cell] = key;
      counts_[cell] = n + keep;
    }
    void put_run(const DepthRun<Key>& run) {
      if constexpr (sizeof(Key) <= sizeof(std::uint64_t)) {
        if (waiting_ == kWaiting) flush();
        runs_[waiting_++] = run;
      } else {
        run.for_each([this](std::size_t cell, const Key& key) { put(cell, key); });
      }
    }
    void flush() {
      if constexpr (sizeof(Key) <= sizeof(std::uint64_t)) put_runs({runs_, waiting_}, slots_, counts_, stride_);
      waiting_ = 0;
    }

   private:
    static constexpr std::size_t kWaiting = 64;
    Key* slots_;
    std::uint32_t* counts_;
    std::size_t stride_, waiting_ = 0;
    DepthRun<Key> runs_[kWaiting];
  };
  /// Puts crossings where the lists of known lengths go.
  class ListWriter {
   public:
    using Word = Key;
    ListWriter(Key* items, std::uint32_t* next, const std::uint32_t* end) : items_(items), next_(next), end_(end) {}
    void put(std::size_t cell, const Key& key, std::uint32_t keep = 1) {
      if (keep == 0) return;
      if (next_[cell] == end_[cell]) refuse();
      items_[next_[cell]++] = key;
    }
    [[noreturn]] static void refuse() {
      throw Error(ErrorCode::bad_scene, "a shape gives different crossings when asked for the same line again");
    }
    void put_run(const DepthRun<Key>& run) {
      run.for_each([this](std::size_t cell, const Key& key) { put(cell, key); });
    }
    void flush() {}

   private:
    Key* items_;
    std::uint32_t* next_;
    const std::uint32_t* end_;
  };

  /// draw(writer) puts all crossings of a band of that many cells; it is called twice where lists are long.
  template <typename Draw>
  void fill(std::size_t cells, const Draw& draw) {
    cells_ = cells;
    const std::size_t padded = (cells + kCellsAtOnce - 1) / kCellsAtOnce * kCellsAtOnce;
    stride_ = padded + kCellsAtOnce;  // not a power of two, so that slots of a cell do not meet in the cache
    counts_.assign(stride_, 0);
    slots_.resize((kMostSlots + 1) * stride_);
    SlotWriter slot_writer(slots_.data(), counts_.data(), stride_);
    draw(slot_writer);
    slot_writer.flush();
    begin_.resize(cells + 1);
    std::uint64_t sum = 0;
    std::uint32_t longest = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      begin_[c] = static_cast<std::uint32_t>(sum);
      sum += counts_[c];
      longest = std::max(longest, counts_[c]);
    }
    if (sum >= std::uint64_t{1} << 31)
      throw Error(ErrorCode::too_large,
                  fmt::format("{} crossings in {} cells are too many; lower the resolution", sum, cells));
    begin_[cells] = static_cast<std::uint32_t>(sum);
    in_slots_ = longest <= kMostSlots;
    if (in_slots_) return;
    next_.assign(begin_.begin(), begin_.end() - 1);
    items_.resize(sum);
    ListWriter list_writer(items_.data(), next_.data(), begin_.data() + 1);
    draw(list_writer);
    if (!std::equal(next_.begin(), next_.end(), begin_.begin() + 1)) ListWriter::refuse();
  }

  /// The crossings of cell c are in places begin()[c] up to begin()[c + 1].
  std::span<const std::uint32_t> begin() const { return begin_; }
  std::size_t size() const { return begin_.back(); }

  /// Lists lie in slots, otherwise one after the other.
  bool in_slots() const { return in_slots_; }
  SlotLists<Key> slots() { return {slots_.data(), counts_.data(), stride_, cells_}; }
  std::span<Key> list(std::size_t c) { return {items_.data() + begin_[c], items_.data() + begin_[c + 1]}; }

  /// What the line of each cell says about objects 0 and 1, see SlotLists.
  void judge(std::vector<LayerVerdict>& verdicts) {
    verdicts.resize(counts_.size());
    if (in_slots_) {
      judge_slots(slots(), verdicts.data());
      verdicts.resize(cells_);
      return;
    }
    std::vector<LayerKey> keys;
    verdicts.resize(cells_);
    for (std::size_t c = 0; c < cells_; ++c) {
      sort_short(list(c));
      keys.clear();
      for (const Key key : list(c)) keys.push_back(static_cast<LayerKey>(key >> (8 * (sizeof(Key) - sizeof(LayerKey)))));
      verdicts[c] = layer_verdict(keys);
    }
  }

  /// Sorts lists that lie in slots; codes are those of sort_slots.
  std::span<const ListCode> sort() {
    codes_.resize(counts_.size());
    sort_slots(slots(), codes_.data());
    return codes_;
  }

  /// All lists, sorted, one after the other, each key as convert(key).
  template <typename Out, typename Convert>
  void take_sorted(KeptVector<Out>& out, const Convert& convert) {
    out.resize(size());
    if (!in_slots_) {
      for (std::size_t c = 0; c < cells_; ++c) sort_short(list(c));
      for (std::size_t i = 0; i < size(); ++i) out[i] = convert(items_[i]);
      return;
    }
    if constexpr (sizeof(Key) == sizeof(std::uint64_t)) sort();
    Out* next = out.data();
    Key one[kMostSlots];
    for (std::size_t c = 0; c < cells_; ++c) {
      const Key* slot = slots_.data() + c;
      if constexpr (sizeof(Key) <= sizeof(std::uint64_t)) {
        for (std::uint32_t k = 0; k < counts_[c]; ++k, slot += stride_) *next++ = convert(*slot);
      } else {
        for (std::uint32_t k = 0; k < counts_[c]; ++k, slot += stride_) one[k] = *slot;
        sort_short(std::span(one, counts_[c]));
        for (std::uint32_t k = 0; k < counts_[c]; ++k) *next++ = convert(one[k]);
      }
    }
  }

 private:
  std::size_t cells_ = 0, stride_ = 0;
  bool in_slots_ = true;
  std::vector<std::uint32_t> counts_, begin_, next_;
  std::vector<ListCode> codes_;
  KeptVector<Key> slots_, items_;
};

/// Where the cells of a band are, counted from its first one.
struct BandPlaces {
  int row_begin, columns;
  std::size_t offset[kFaceTile * kFaceTile];  // of a bit of FaceBlock::centres

  BandPlaces(int first_row, int all_columns) : row_begin(first_row), columns(all_columns) {
    for (int bit = 0; bit < kFaceTile * kFaceTile; ++bit)
      offset[bit] = static_cast<std::size_t>((bit >> 3) * columns + (bit & 7));
  }
  std::size_t at(int column, int row) const { return static_cast<std::size_t>((row - row_begin) * columns + column); }

  /// Puts the centres of the small faces of a block, with the operations of draw_block.
  template <typename Base, typename Writer>
  void for_each(const FaceBlock& block, const Base& base, Writer& writer) const {
    static constexpr double kSteps[kFaceTile] = {0, 256, 512, 768, 1024, 1280, 1536, 1792};
    for (int i = 0; i < block.count; ++i) {
      const double ax = block.ax[i], ay = block.ay[i], dx = block.dx[i], dy = block.dy[i], z0 = block.z0[i];
      const double z_low = block.z_low[i], z_high = block.z_high[i];
      const std::size_t first = at(block.first_column[i], block.first_row[i]);
      const auto key = base(block.face[i], block.entry[i]);
      for (std::uint64_t centres = block.centres[i]; centres != 0; centres &= centres - 1) {
        const int bit = std::countr_zero(centres);
        const double z = z0 + ((dx + kSteps[bit & 7]) * ax + (dy + kSteps[bit >> 3]) * ay);
        writer.put(first + offset[bit], key_at(key, static_cast<std::int32_t>(std::min(std::max(z, z_low), z_high) + 0.5)));
      }
    }
  }
};

}  // namespace impinge
