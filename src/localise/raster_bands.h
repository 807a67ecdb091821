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
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "base/kept_memory.h"
#include "localise/raster_view.h"

namespace impinge {

/// Lists of crossings are short and mostly in order, since faces are drawn in the order of their mesh: an insertion sort
/// beats anything else up to some thirty.
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

template <typename Item>
class RasterBands {
 public:
  /// Bits of a word that number the cells of a band; the others are free for a mark, see put().
  static constexpr int kCellBits = 13;
  static_assert(kMaxResolution <= 1 << kCellBits);

  explicit RasterBands(const RasterView& view)
      : columns_(view.columns()),
        rows_(view.rows()),
        shift_(std::bit_width(static_cast<unsigned>(kBandCells / columns_ | 1)) - 1),
        count_(((rows_ - 1) >> shift_) + 1) {}

  // An item, its cell in the band and a mark.
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
        next = last.data(), end = next + items;
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
  template <typename Out>
  struct Band {
    std::size_t first_cell;                ///< of the view
    std::span<const std::uint32_t> begin;  ///< one more than cells
    std::span<Out> items;
    std::size_t cells() const { return begin.size() - 1; }
    std::span<Out> list(std::size_t cell) const { return items.subspan(begin[cell], begin[cell + 1] - begin[cell]); }
  };

  /// What one thread puts down.
  class Writer {
   public:
    explicit Writer(const RasterBands& all)
        : columns_(all.columns_), shift_(all.shift_), bands_(static_cast<std::size_t>(all.count_), Chunks(all.columns_)) {}
    void put(int column, int row, const Item& item, std::uint32_t mark = 0) {
      const int band = row >> shift_;
      Chunks& chunks = bands_[static_cast<std::size_t>(band)];
      *chunks.room(1) = {first_cell(row, band, mark) + static_cast<std::uint32_t>(column), item};
      ++chunks.next;
    }
    /// The items make(z) of neighbouring lines, see RasterSpan, as far as keep(column) is not 0.
    template <typename Span, typename Make, typename Keep>
    void put_run(const Span& span, std::uint32_t mark, const Make& make, const Keep& keep) {
      const int band = span.row >> shift_;
      Chunks& chunks = bands_[static_cast<std::size_t>(band)];
      Placed* next = chunks.room(static_cast<std::size_t>(span.end - span.begin));
      const std::uint32_t first = first_cell(span.row, band, mark);
      span.for_each_depth([&](int column, std::int32_t z) {
        *next = {first + static_cast<std::uint32_t>(column), make(z)};
        next += keep(column);
      });
      chunks.next = next;
    }

   private:
    friend RasterBands;
    std::uint32_t first_cell(int row, int band, std::uint32_t mark) const {
      return static_cast<std::uint32_t>((row - (band << shift_)) * columns_) | mark << kCellBits;
    }
    int columns_, shift_;
    std::vector<Chunks> bands_;
  };

  Writer& local() { return writers_.local(); }

  /// Places where the items of each band would begin if they lay in one array, and their sum at the end. Throws Error
  /// (too_large) for more than 2^31.
  std::vector<std::size_t> starts() const {
    std::vector<std::size_t> first(static_cast<std::size_t>(count_) + 1, 0);
    for (std::size_t b = 0; b + 1 < first.size(); ++b) {
      first[b + 1] = first[b];
      for (const Writer& w : writers_) first[b + 1] += w.bands_[b].size();
    }
    if (first.back() >= std::size_t{1} << 31)
      throw Error(ErrorCode::too_large, fmt::format("{} crossings at {} x {} cells are too many; lower the resolution",
                                                    first.back(), columns_, rows_));
    return first;
  }

  /// Calls on_band(number, band) for every band, from many threads; what lies in the cells are the values of
  /// make(item, mark), those of a cell in any order.
  template <typename Make, typename OnBand>
  void for_each_band(const Make& make, const OnBand& on_band) const {
    using Out = decltype(make(std::declval<const Item&>(), 0u));
    tbb::enumerable_thread_specific<Memory<Out>> memory;
    tbb::parallel_for(0, count_, [&](int band) {
      Memory<Out>& m = memory.local();
      const int rows = std::min(1 << shift_, rows_ - (band << shift_));
      const std::size_t cells = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows);
      scatter(static_cast<std::size_t>(band), cells, make, m);
      const std::size_t first = (static_cast<std::size_t>(band) << shift_) * static_cast<std::size_t>(columns_);
      on_band(static_cast<std::size_t>(band), Band<Out>{first, {m.begin.data(), cells + 1}, m.items});
    });
  }

  /// All bands in one array: the items of cell c lie at begin[c] up to begin[c + 1], in the order that finish(first, last)
  /// gives them.
  template <typename Finish>
  void gather(KeptVector<std::uint32_t>& begin, KeptVector<Item>& items, const Finish& finish) const {
    const std::vector<std::size_t> first = starts();
    items.resize(first.back());
    begin.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1);
    begin.back() = static_cast<std::uint32_t>(first.back());
    for_each_band([](const Item& item, std::uint32_t) { return item; },
                  [&](std::size_t number, const Band<Item>& band) {
                    for (std::size_t c = 0; c < band.cells(); ++c) {
                      begin[band.first_cell + c] = static_cast<std::uint32_t>(first[number]) + band.begin[c];
                      const std::span<Item> list = band.list(c);
                      if (list.size() > 1) finish(list.data(), list.data() + list.size());
                    }
                    std::copy(band.items.begin(), band.items.end(),
                              items.begin() + static_cast<std::ptrdiff_t>(first[number]));
                  });
  }

 private:
  static constexpr int kBandCells = 4096;
  static constexpr std::uint32_t kCellMask = (1u << kCellBits) - 1;

  template <typename Out>
  struct Memory {
    std::vector<std::uint32_t> begin, next;
    KeptVector<Out> items;
  };

  template <typename Make, typename Out>
  void scatter(std::size_t band, std::size_t cells, const Make& make, Memory<Out>& m) const {
    m.begin.resize(cells + 1);
    m.next.assign(cells, 0);
    std::uint32_t* const next = m.next.data();
    for (const Writer& w : writers_) w.bands_[band].for_each([&](const Placed& p) { ++next[p.cell & kCellMask]; });
    std::uint32_t sum = 0;
    for (std::size_t c = 0; c < cells; ++c) {
      m.begin[c] = sum;
      sum += std::exchange(next[c], sum);
    }
    m.begin[cells] = sum;
    m.items.resize(sum);
    Out* const items = m.items.data();
    for (const Writer& w : writers_)
      w.bands_[band].for_each(
          [&](const Placed& p) { items[next[p.cell & kCellMask]++] = make(p.item, p.cell >> kCellBits); });
  }

  int columns_, rows_, shift_, count_;
  tbb::enumerable_thread_specific<Writer> writers_{[this] { return Writer(*this); }};
};

}  // namespace impinge
