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
#include <utility>
#include <vector>

#include "base/kept_memory.h"
#include "localise/raster_view.h"

namespace impinge {

template <typename Item>
class RasterBands {
 public:
  explicit RasterBands(const RasterView& view)
      : columns_(view.columns()),
        rows_(view.rows()),
        height_(std::max(1, 4096 / columns_)),
        count_((rows_ + height_ - 1) / height_) {}

  /// What one thread puts down.
  class Writer {
   public:
    explicit Writer(const RasterBands& all)
        : columns_(all.columns_), height_(all.height_), bands_(static_cast<std::size_t>(all.count_)) {}
    void put(int column, int row, const Item& item) {
      const int band = row / height_;
      const auto cell = static_cast<std::uint32_t>((row - band * height_) * columns_ + column);
      bands_[static_cast<std::size_t>(band)].push_back({cell, item});
    }

   private:
    friend RasterBands;
    int columns_, height_;
    std::vector<KeptVector<std::pair<std::uint32_t, Item>>> bands_;
  };

  Writer& local() { return writers_.local(); }

  /// Brings all items into their cells: those of cell c lie at begin[c] up to begin[c + 1]. `finish(first, last)` orders a
  /// list. Throws Error (too_large) for more than 2^31.
  template <typename Finish>
  void gather(KeptVector<std::uint32_t>& begin, KeptVector<Item>& items, const Finish& finish) const {
    std::vector<std::size_t> first(static_cast<std::size_t>(count_) + 1, 0);
    for (std::size_t b = 0; b + 1 < first.size(); ++b) {
      first[b + 1] = first[b];
      for (const Writer& w : writers_) first[b + 1] += w.bands_[b].size();
    }
    if (first.back() >= std::size_t{1} << 31)
      throw Error(ErrorCode::too_large, fmt::format("{} crossings at {} x {} cells are too many; lower the resolution",
                                                    first.back(), columns_, rows_));
    items.resize(first.back());
    begin.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1);
    begin.back() = static_cast<std::uint32_t>(first.back());
    tbb::parallel_for(0, count_, [&](int band) {
      const std::size_t cells =
          static_cast<std::size_t>(columns_) * static_cast<std::size_t>(std::min(height_, rows_ - band * height_));
      gather_band(static_cast<std::size_t>(band), cells, static_cast<std::uint32_t>(first[static_cast<std::size_t>(band)]),
                  begin.data() + static_cast<std::size_t>(band) * static_cast<std::size_t>(height_) *
                                     static_cast<std::size_t>(columns_),
                  items.data(), finish);
    });
  }

 private:
  template <typename Finish>
  void gather_band(std::size_t band, std::size_t cells, std::uint32_t first, std::uint32_t* begin, Item* items,
                   const Finish& finish) const {
    std::vector<std::uint32_t> next(cells, 0);
    for (const Writer& w : writers_)
      for (const auto& item : w.bands_[band]) ++next[item.first];
    std::uint32_t sum = first;
    for (std::size_t c = 0; c < cells; ++c) {
      begin[c] = sum;
      sum += std::exchange(next[c], sum);
    }
    for (const Writer& w : writers_)
      for (const auto& item : w.bands_[band]) items[next[item.first]++] = item.second;
    for (std::size_t c = 0; c < cells; ++c)
      if (next[c] - begin[c] > 1) finish(items + begin[c], items + next[c]);
  }

  int columns_, rows_, height_, count_;
  tbb::enumerable_thread_specific<Writer> writers_{[this] { return Writer(*this); }};
};

}  // namespace impinge
