// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "cull/region_grid.h"

namespace impinge {

/// Cells of a region grid merged by powers of two on each axis: one bit a cell, the cells of a column (equal x and y) in
/// consecutive words. Cells outside the region have no bits.
class SliceLayout {
 public:
  /// Cells [first, last] on each axis; empty never, since faces outside the region are culled before.
  struct Cells {
    int low[3], high[3];
    int columns() const { return (high[0] - low[0] + 1) * (high[1] - low[1] + 1); }
  };

  SliceLayout(const RegionGrid& grid, const int (&shift)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
      shift_[axis] = shift[axis];
      last_[axis] = grid.cells(axis) - 1;
      size_[axis] = (last_[axis] >> shift[axis]) + 1;
    }
    words_ = (size_[2] + 63) / 64;
  }

  int size(int axis) const { return size_[axis]; }
  int shift(int axis) const { return shift_[axis]; }
  std::size_t words() const { return static_cast<std::size_t>(size_[0]) * size_[1] * words_; }
  std::size_t word(int x, int y) const { return (static_cast<std::size_t>(y) * size_[0] + x) * words_; }

  Cells cells(CellCode low, CellCode high) const {
    Cells c;
    for (int axis = 0; axis < 3; ++axis) {
      c.low[axis] = std::max(cell_of(low, axis) - 1, 0) >> shift_[axis];
      c.high[axis] = std::min(cell_of(high, axis) - 1, last_[axis]) >> shift_[axis];
    }
    return c;
  }

 private:
  int shift_[3], last_[3], size_[3], words_;
};

/// The bits themselves; threads may mark at the same time, and test once all marking is done.
class SliceMask {
 public:
  explicit SliceMask(const SliceLayout& layout)
      : layout_(layout), bits_(std::make_unique<std::uint64_t[]>(layout.words())) {}

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
  bool marked(int x, int y, int low, int high) {
    return each_word(x, y, low, high, [](const std::uint64_t& word, std::uint64_t bits) { return (word & bits) != 0; });
  }

  const SliceLayout& layout() const { return layout_; }

 private:
  template <typename Visit>
  bool each_word(int x, int y, int low, int high, const Visit& visit) {
    std::uint64_t* column = bits_.get() + layout_.word(x, y);
    const int first = low >> 6, last = high >> 6;
    for (int w = first; w <= last; ++w) {
      std::uint64_t bits = ~std::uint64_t{0};
      if (w == first) bits &= ~std::uint64_t{0} << (low & 63);
      if (w == last) bits &= ~std::uint64_t{0} >> (63 - (high & 63));
      if (visit(column[w], bits)) return true;
    }
    return false;
  }

  const SliceLayout& layout_;
  std::unique_ptr<std::uint64_t[]> bits_;
};

}  // namespace impinge
