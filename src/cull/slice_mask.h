// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "base/kept_memory.h"
#include "cull/region_grid.h"

namespace impinge {

/// One bit for each cell of a grid, the cells of a column (equal x and y) in consecutive words. Threads may mark at the same
/// time, and test once all marking is done.
class SliceMask {
 public:
  explicit SliceMask(const RegionGrid& grid)
      : columns_(grid.size(0)),
        column_words_((grid.size(2) + 63) / 64),
        bits_(static_cast<std::size_t>(columns_) * grid.size(1) * column_words_, 0) {}

  /// Cells first to last on each axis.
  struct Cells {
    int x0, x1, y0, y1, z0, z1;
    int columns() const { return (x1 - x0 + 1) * (y1 - y0 + 1); }
  };

  void mark(const Cells& c) {
    each_word(bits_.data(), c, [](std::uint64_t& word, std::uint64_t bits) {
      const std::atomic_ref<std::uint64_t> shared(word);
      // Neighbouring faces mark the same cells: reading first saves most of the locked writes.
      if ((shared.load(std::memory_order_relaxed) & bits) != bits) shared.fetch_or(bits, std::memory_order_relaxed);
      return false;
    });
  }

  /// True if one of the cells is marked.
  bool marked(const Cells& c) const {
    return each_word(bits_.data(), c, [](const std::uint64_t& word, std::uint64_t bits) { return (word & bits) != 0; });
  }
  bool marked(int x, int y, int z) const { return (bits_[word(x, y) + (z >> 6)] >> (z & 63) & 1) != 0; }

  int column_words() const { return column_words_; }
  int row_words() const { return columns_ * column_words_; }
  std::span<std::uint64_t> words() { return bits_; }

 private:
  std::size_t word(int x, int y) const { return (static_cast<std::size_t>(y) * columns_ + x) * column_words_; }

  // Visits the words of the cells with the bits that are theirs, until it returns true.
  template <typename Word, typename Visit>
  bool each_word(Word* words, const Cells& c, const Visit& visit) const {
    for (int w = c.z0 >> 6; w <= c.z1 >> 6; ++w) {
      std::uint64_t bits = ~std::uint64_t{0};
      if (w == c.z0 >> 6) bits &= ~std::uint64_t{0} << (c.z0 & 63);
      if (w == c.z1 >> 6) bits &= ~std::uint64_t{0} >> (63 - (c.z1 & 63));
      Word* row = words + word(c.x0, c.y0) + w;
      for (int y = c.y0; y <= c.y1; ++y, row += row_words())
        for (int x = 0; x <= c.x1 - c.x0; ++x)
          if (visit(row[x * column_words_], bits)) return true;
    }
    return false;
  }

  int columns_, column_words_;
  KeptVector<std::uint64_t> bits_;
};

}  // namespace impinge
