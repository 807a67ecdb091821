// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Which faces matter to an overlap, block of cells by block of cells. Two bodies share nothing in front of the depth at
// which the later of them begins over a block, and nothing behind the depth at which the earlier one ends. Faces behind are
// left out; faces in front are only counted, on one line: where no face of the body passes the depth at which the rest
// begins, its winding number there is the same all over the block.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "answer/map/map_column.h"
#include "base/control.h"
#include "base/kept_memory.h"
#include "raster/device/cover.h"
#include "raster/view/raster_object.h"

namespace impinge {

/// Rows and columns of a view.
struct CellRange {
  int column_begin, column_end, row_begin, row_end;
};

class ViewBlocks {
 public:
  /// Faces of each body, in order.
  using Chosen = std::array<std::vector<std::uint32_t>, 2>;

  /// Every cell of the view is a block. Bodies 0 and 1 are closed meshes, of which only the chosen faces are looked at, or
  /// all of them. The view and the objects must outlive this.
  ViewBlocks(const RasterView& view, std::span<const RasterObject> objects, const Chosen* chosen, const Control& control);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::size_t place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
  }

  /// The faces that matter to a block with ranges that hold all their depths there; none where the bodies share no depth.
  std::span<const Cover> faces(std::size_t block) const {
    return {faces_.data() + begin_[block], faces_.data() + begin_[block + 1]};
  }
  const ListFront& front(std::size_t block) const { return fronts_[block]; }
  bool shared(std::size_t block) const { return begin_[block] != begin_[block + 1]; }

  /// What matters to some block.
  const Chosen& kept() const { return kept_; }
  /// Every face that may reach into some blocks, or into those around them.
  Chosen within(const CellRange& blocks) const;

  /// Depth steps around what bodies share that count as shared.
  static std::int64_t margin(const RasterView& view);

 private:
  // Where a face lies: blocks [column, column + columns] x [row, row + rows], and its depths.
  struct FaceBox {
    static constexpr std::uint8_t kMany = 255, kNone = 254;
    std::int32_t low, high;
    std::int16_t column, row;
    std::uint8_t columns, rows;
  };
  struct Body;
  struct Ranges;
  struct Counts;

  FaceBox box_of(const Body& body, std::uint32_t face) const;
  template <typename OnBlock>
  void for_each_block(const Body& body, std::size_t i, const OnBlock& on_block) const;
  void find_boxes(Body& body, const Control& control);
  void find_shared(std::span<const Ranges> ranges);
  void count(const Body& body, std::uint32_t object, Counts& counts);
  void count_front(const Body& body, std::uint32_t object, std::uint32_t face, std::size_t block);
  void put(const Body& body, std::uint32_t object, Counts& counts, std::vector<std::uint32_t>& kept);

  const RasterView& view_;
  int columns_, rows_;
  std::array<KeptVector<FaceBox>, 2> boxes_;
  std::array<std::vector<std::uint32_t>, 2> chosen_;  // empty where all are
  std::vector<std::int64_t> from_, to_;               // of each block, with their margin; from > to: nothing is shared
  std::vector<ListFront> fronts_;
  std::array<std::vector<std::uint8_t>, 2> passed_;  // blocks where a face of the body passes `from`
  std::vector<std::uint32_t> begin_;
  KeptVector<Cover> faces_;
  Chosen kept_;
};

}  // namespace impinge
