// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Items of cells are first put down by bands of rows, as they come, and then brought into their cells band by band: the
// counters and the lists of a band stay in the nearest caches.

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/control.h"
#include "base/kept_memory.h"
#include "raster/view/row_bands.h"

namespace impinge {

template <typename Item>
class BandedItems {
 public:
  explicit BandedItems(const RasterView& view) : bands_(view) {}

  // An item and its cell in the band.
  struct Placed {
    std::uint32_t cell;
    Item item;
  };

  // What lies in a band, in pieces, so that nothing is moved when more comes.
  struct Chunks {
    explicit Chunks(int columns) : items(std::max<std::size_t>(2048, static_cast<std::size_t>(columns))) {}
    std::size_t items;  // of a chunk: a row at least
    std::vector<KeptVector<Placed>> full;
    KeptVector<Placed> last;
    Placed *next = nullptr, *end = nullptr;

    Placed* room(std::size_t count) {
      if (static_cast<std::size_t>(end - next) < count) {
        if (!last.empty()) {
          last.resize(static_cast<std::size_t>(next - last.data()));
          full.push_back(std::move(last));
        }
        last = KeptVector<Placed>(items);
        next = last.data();
        end = next + items;
      }
      return next;
    }
    template <typename OnItem>
    void for_each(const OnItem& on_item) const {
      for (const KeptVector<Placed>& chunk : full)
        for (const Placed& p : chunk) on_item(p);
      for (const Placed* p = last.data(); p != next; ++p) on_item(*p);
    }
    std::size_t size() const {
      std::size_t n = static_cast<std::size_t>(next - last.data());
      for (const KeptVector<Placed>& chunk : full) n += chunk.size();
      return n;
    }
  };

  /// A band of rows whose items lie in their cells: those of its cell c at begin[c] up to begin[c + 1].
  struct Band {
    std::size_t first_cell;                ///< of the view
    std::span<const std::uint32_t> begin;  ///< one more than cells
    std::span<Item> items;
    std::size_t cells() const { return begin.size() - 1; }
    std::span<Item> list(std::size_t cell) const { return items.subspan(begin[cell], begin[cell + 1] - begin[cell]); }
  };

  /// What one thread puts down.
  class Writer {
   public:
    explicit Writer(const BandedItems& all)
        : columns_(all.bands_.columns),
          shift_(all.bands_.shift),
          bands_(static_cast<std::size_t>(all.bands_.count), Chunks(all.bands_.columns)) {}
    void put(int column, int row, const Item& item) {
      const int band = row >> shift_;
      Chunks& chunks = bands_[static_cast<std::size_t>(band)];
      *chunks.room(1) = {static_cast<std::uint32_t>((row - (band << shift_)) * columns_ + column), item};
      ++chunks.next;
    }

   private:
    friend BandedItems;
    int columns_, shift_;
    std::vector<Chunks> bands_;
  };

  Writer& local() { return writers_.local(); }

  /// Calls on_item(cell, item) for what lies in a band, cells counted from its first one.
  template <typename OnItem>
  void for_each_item(int band, const OnItem& on_item) const {
    for (const Writer& w : writers_)
      w.bands_[static_cast<std::size_t>(band)].for_each([&](const Placed& p) { on_item(std::size_t{p.cell}, p.item); });
  }

  /// Places where the items of each band would begin if they lay in one array, and their sum at the end. Throws Error
  /// (too_large) for more than 2^31.
  std::vector<std::size_t> starts() const {
    std::vector<std::size_t> first(static_cast<std::size_t>(bands_.count) + 1, 0);
    for (std::size_t b = 0; b + 1 < first.size(); ++b) {
      first[b + 1] = first[b];
      for (const Writer& w : writers_) first[b + 1] += w.bands_[b].size();
    }
    if (first.back() >= std::size_t{1} << 31)
      throw Error(ErrorCode::too_large, fmt::format("{} crossings at {} x {} cells are too many; lower the resolution",
                                                    first.back(), bands_.columns, bands_.rows));
    return first;
  }

  /// Calls on_band(number, band) for every band, from many threads; items of a cell come in any order.
  template <typename OnBand>
  void for_each_band(const OnBand& on_band) const {
    tbb::enumerable_thread_specific<Memory> memory;
    tbb::parallel_for(0, bands_.count, [&](int band) {
      Memory& m = memory.local();
      const std::size_t cells = bands_.cells(band);
      scatter(static_cast<std::size_t>(band), cells, m);
      on_band(static_cast<std::size_t>(band), Band{bands_.first_cell(band), {m.begin.data(), cells + 1}, m.items});
    });
  }

  /// All bands in one array: the items of cell c lie at begin[c] up to begin[c + 1], in the order that finish(first, last)
  /// gives them.
  template <typename Finish>
  void gather(KeptVector<std::uint32_t>& begin, KeptVector<Item>& items, const Control& control,
              const Finish& finish) const {
    const std::vector<std::size_t> first = starts();
    items.resize(first.back());
    begin.resize(static_cast<std::size_t>(bands_.columns) * static_cast<std::size_t>(bands_.rows) + 1);
    begin.back() = static_cast<std::uint32_t>(first.back());
    for_each_band([&](std::size_t number, const Band& band) {
      control.poll();
      for (std::size_t c = 0; c < band.cells(); ++c) {
        begin[band.first_cell + c] = static_cast<std::uint32_t>(first[number]) + band.begin[c];
        const std::span<Item> list = band.list(c);
        if (list.size() > 1) finish(list.data(), list.data() + list.size());
      }
      std::copy(band.items.begin(), band.items.end(), items.begin() + static_cast<std::ptrdiff_t>(first[number]));
    });
  }

 private:
  struct Memory {
    std::vector<std::uint32_t> begin, next;
    KeptVector<Item> items;
  };

  void scatter(std::size_t band, std::size_t cells, Memory& m) const {
    m.begin.resize(cells + 1);
    m.next.assign(cells, 0);
    std::uint32_t* const next = m.next.data();
    for (const Writer& w : writers_) w.bands_[band].for_each([&](const Placed& p) { ++next[p.cell]; });
    std::uint32_t sum = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      m.begin[c] = sum;
      sum += std::exchange(next[c], sum);
    }
    m.begin[cells] = sum;
    m.items.resize(sum);
    Item* const items = m.items.data();
    for (const Writer& w : writers_) w.bands_[band].for_each([&](const Placed& p) { items[next[p.cell]++] = p.item; });
  }

  RowBands bands_;
  tbb::enumerable_thread_specific<Writer> writers_{[this] { return Writer(*this); }};
};

}  // namespace impinge
