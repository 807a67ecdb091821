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

#include "answer/columns/map_column.h"
#include "answer/columns/part_meshes.h"
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
  /// Every cell of the view is a block. Bodies 0 and 1 are closed meshes, or what of them reaches into the view. The view
  /// and the objects must outlive this.
  ViewBlocks(const RasterView& view, std::span<const RasterObject> objects, const Control& control);

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

  /// What matters to some block of these.
  PartMeshes::Chosen kept_in(const CellRange& blocks) const;
  /// Every face that may reach into some blocks, or into those around them.
  PartMeshes::Chosen within(const CellRange& blocks) const;
  /// The bodies on the lattice of the view.
  const RasterMesh& mesh(std::size_t body) const { return meshes_[body]; }

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
  struct Ranges;
  struct Counts;

  FaceBox box_of(std::size_t body, std::uint32_t face) const;
  template <typename OnBlock>
  void for_each_block(std::size_t body, std::uint32_t face, const OnBlock& on_block) const;
  Ranges find_boxes(std::size_t body, const Control& control);
  void find_shared(std::span<const Ranges> ranges);
  void count(std::uint32_t body, Counts& counts, const Control& control);
  void count_front(std::uint32_t body, std::uint32_t face, std::size_t block);
  void find_places(std::span<Counts> counts);
  void put(std::uint32_t body, Counts& counts, const Control& control);

  const RasterView& view_;
  int columns_, rows_;
  RasterMesh meshes_[2];
  KeptVector<FaceBox> boxes_[2];
  std::vector<std::int64_t> from_, to_;  // of each block, with their margin; from > to: nothing is shared
  std::vector<ListFront> fronts_;
  std::vector<std::uint8_t> passed_[2];  // blocks where a face of the body passes `from`
  std::vector<std::uint32_t> begin_;
  KeptVector<Cover> faces_;
  PartMeshes::Chosen kept_;
};

}  // namespace impinge
