// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Bounds where they matter. Over a block of cells whose surfaces keep apart, the mean depths of its faces are all there is
// to know, face by face; only where surfaces of the two bodies share depths, or where the deepest place may be, a block is
// halved, down to single cells with their conservative lists.

#include <optional>
#include <vector>

#include "answer/columns/map_bounds.h"
#include "answer/columns/view_blocks.h"

namespace impinge {

/// A view, or a part of it, over the blocks of another one: cell (c, r) of the part lies in block (c + column) / side,
/// (r + row) / side. What it points to must outlive this.
class BlockBounds {
 public:
  BlockBounds(const RasterView& view, std::span<const RasterObject> objects, const ViewBlocks& blocks, int side, int column,
              int row)
      : view_(view),
        objects_(objects),
        blocks_(blocks),
        side_(side),
        column_(column),
        row_(row),
        margin_(ViewBlocks::margin(view)) {
    for (std::size_t body = 0; body < 2; ++body) place_corners(body);
  }

  std::size_t block_of(int column, int row) const { return blocks_.place((column + column_) / side_, (row + row_) / side_); }
  /// How the lists of a cell begin.
  const ListFront& front(int column, int row) const { return blocks_.front(block_of(column, row)); }
  /// The blocks that the view reaches into.
  CellRange blocks() const {
    return {column_ / side_, (column_ + view_.columns() - 1) / side_ + 1, row_ / side_,
            (row_ + view_.rows() - 1) / side_ + 1};
  }
  /// The cells of a block that the view has.
  CellRect cells_of(int block_column, int block_row) const;

  /// Looks at blocks. Keeps its memory between them.
  class Walk {
   public:
    explicit Walk(const BlockBounds& all) : all_(all), walk_(all.view_, all.objects_) {}

    /// Bounds of every cell of a block, or as good ones of several cells together, put at their places in the view. Places
    /// deeper than `deepest` steps are looked at cell by cell.
    void run(int block_column, int block_row, std::int64_t deepest, std::span<CellBounds> bounds);
    /// Of a single cell.
    CellBounds run_cell(int column, int row);
    /// The conservative list of a cell, as far as it matters.
    const std::vector<Cover>& covers_of(int column, int row);
    /// Whether the bodies may share a point of a block that is a cell.
    bool may_touch(int column, int row);

   private:
    // A face and the steps of the view that its shadow lies in.
    struct Item {
      Cover cover;
      std::int64_t x_low, x_high, y_low, y_high;
    };
    // The depths of a body over some cells.
    struct Depths {
      std::int64_t low = INT64_MAX, high = INT64_MIN;
      void add(const Cover& c) {
        low = std::min<std::int64_t>(low, c.low);
        high = std::max<std::int64_t>(high, c.high);
      }
      bool any() const { return low <= high; }
    };

    Item item_of(const Cover& cover) const;
    bool clip(const CellRect& rect, Item& item) const;
    void halve(const CellRect& rect, std::size_t level, Windings windings);
    void split(const CellRect& rect, std::size_t level, const Windings& windings);
    bool settle(const CellRect& rect, std::span<const Item> items, const Windings& windings);
    void put(const CellRect& rect, const CellBounds& b);
    void find_line(int column, int row, std::span<const Item> items);
    void find_covers(int column, int row, std::span<const Item> items);
    void sort_covers();
    void take_block(std::size_t block, std::vector<Item>& items) const;
    static bool reaches(const Item& item, const CellRect& rect);
    void fold_front(std::vector<Item>& items, Windings& windings, std::int64_t from);

    const BlockBounds& all_;
    BoundsWalk walk_;
    std::vector<std::vector<Item>> levels_;
    std::vector<Fragment> line_;
    std::vector<Cover> covers_;
    std::int64_t deepest_ = 0;
    std::span<CellBounds> bounds_;
  };

 private:
  // All corners are placed once where most of them are needed.
  void place_corners(std::size_t body);
  RasterTriangle triangle(const Cover& c) const {
    return corners_[c.object] ? corners_[c.object]->triangle(c.face)
                              : lattice_triangle(view_, *objects_[c.object].mesh, c.face);
  }

  const RasterView& view_;
  std::span<const RasterObject> objects_;
  const ViewBlocks& blocks_;
  int side_, column_, row_;
  std::int64_t margin_;
  std::optional<RasterMesh> corners_[2];
};

}  // namespace impinge
