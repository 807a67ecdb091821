// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "cull/region_grid.h"

namespace impinge {

/// One bit for each cell of a grid, the cells of a column (equal x and y) in consecutive words. Threads may mark at the same
/// time, and test once all marking is done.
class SliceMask {
 public:
  explicit SliceMask(const RegionGrid& grid)
      : columns_(grid.size(0)),
        column_words_((grid.size(2) + 63) / 64),
        size_(static_cast<std::size_t>(columns_) * grid.size(1) * column_words_),
        bits_(std::make_unique<std::uint64_t[]>(size_)) {}

  /// Marks cells [low, high] of a column.
  void mark(int x, int y, int low, int high) {
    each_word(x, y, low, high, [](std::uint64_t& word, std::uint64_t bits) {
      const std::atomic_ref<std::uint64_t> shared(word);
      // Neighbouring faces mark the same cells: reading first saves most of the locked writes.
      if ((shared.load(std::memory_order_relaxed) & bits) != bits) shared.fetch_or(bits, std::memory_order_relaxed);
      return false;
    });
  }

  /// True if one of the cells is marked.
  bool marked(int x, int y, int low, int high) const {
    return each_word(x, y, low, high, [](const std::uint64_t& word, std::uint64_t bits) { return (word & bits) != 0; });
  }
  bool marked(int x, int y, int z) const { return (bits_[word(x, y) + (z >> 6)] >> (z & 63) & 1) != 0; }

  int column_words() const { return column_words_; }
  int row_words() const { return columns_ * column_words_; }
  std::span<std::uint64_t> words() { return {bits_.get(), size_}; }

 private:
  std::size_t word(int x, int y) const { return (static_cast<std::size_t>(y) * columns_ + x) * column_words_; }

  template <typename Visit>
  bool each_word(int x, int y, int low, int high, const Visit& visit) const {
    std::uint64_t* column = bits_.get() + word(x, y);
    const int first = low >> 6, last = high >> 6;
    for (int w = first; w <= last; ++w) {
      std::uint64_t bits = ~std::uint64_t{0};
      if (w == first) bits &= ~std::uint64_t{0} << (low & 63);
      if (w == last) bits &= ~std::uint64_t{0} >> (63 - (high & 63));
      if (visit(column[w], bits)) return true;
    }
    return false;
  }

  int columns_, column_words_;
  std::size_t size_;
  std::unique_ptr<std::uint64_t[]> bits_;
};

}  // namespace impinge
