// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "base/kept_memory.h"
#include "cull/overlap_region/region_grid.h"

namespace impinge {

/// One bit for each cell of a grid, the cells of a column (equal x and y) in consecutive words. Many threads may test once
/// all marking is done.
class SliceMask {
 public:
  /// Whether several threads mark at the same time.
  enum class Marked : bool { by_one, by_many };

  /// With cells of 2^halvings cells of the grid on each axis.
  SliceMask(const RegionGrid& grid, Marked marked, int halvings = 0)
      : columns_(((grid.size(0) - 1) >> halvings) + 1),
        column_words_(((grid.size(2) - 1) >> (halvings + 6)) + 1),
        shared_(marked == Marked::by_many),
        bits_(static_cast<std::size_t>(columns_) * (((grid.size(1) - 1) >> halvings) + 1) * column_words_ + 1, 0) {}

  /// Cells first to last on each axis.
  struct Cells {
    int x0, x1, y0, y1, z0, z1;
    int columns() const { return (x1 - x0 + 1) * (y1 - y0 + 1); }
  };

  void mark(const Cells& c) {
    each_word(bits_.data(), c, [&](std::uint64_t& word, std::uint64_t bits) {
      add(word, bits);
      return false;
    });
  }
  /// One cell, if asked to: without a branch.
  void mark(int x, int y, int z, bool asked) {
    add(bits_[word(x, y) + static_cast<std::size_t>(z >> 6)], std::uint64_t{asked} << (z & 63));
  }

  /// True if one of the cells is marked.
  bool marked(const Cells& c) const {
    return each_word(bits_.data(), c, [](const std::uint64_t& word, std::uint64_t bits) { return (word & bits) != 0; });
  }
  bool marked(int x, int y, int z) const { return (bits_[word(x, y) + (z >> 6)] >> (z & 63) & 1) != 0; }

  bool shared() const { return shared_; }
  int column_words() const { return column_words_; }
  int row_words() const { return columns_ * column_words_; }
  std::span<std::uint64_t> words() { return std::span(bits_).first(bits_.size() - 1); }

  /// What kernels write, where only one thread does: bit z of column (x, y) is bit z % 64 of word z / 64 from
  /// y * row + x * column on.
  struct Words {
    std::uint64_t* words;
    std::uint32_t column, row;
  };
  Words to_write() {
    return {bits_.data(), static_cast<std::uint32_t>(column_words()), static_cast<std::uint32_t>(row_words())};
  }

  /// What kernels read: bit z of column (x, y) is bit z % 8 of byte z / 8 from y * row + x * column on. Four bytes may be
  /// read from any of them.
  struct View {
    static constexpr int kHeight = 24;  ///< steps along a column that fit into four bytes, from any bit of the first one on

    const std::uint8_t* bytes;
    std::uint32_t column, row;
  };
  View view() const {
    static_assert(std::endian::native == std::endian::little);
    return {reinterpret_cast<const std::uint8_t*>(bits_.data()), static_cast<std::uint32_t>(column_words()) * 8,
            static_cast<std::uint32_t>(row_words()) * 8};
  }

 private:
  void add(std::uint64_t& word, std::uint64_t bits) const {
    if (!shared_) {
      word |= bits;
      return;
    }
    const std::atomic_ref<std::uint64_t> shared(word);
    // Neighbouring faces mark the same cells: reading first saves most of the locked writes.
    if ((shared.load(std::memory_order_relaxed) & bits) != bits) shared.fetch_or(bits, std::memory_order_relaxed);
  }

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
  bool shared_;
  KeptVector<std::uint64_t> bits_;
};

}  // namespace impinge
