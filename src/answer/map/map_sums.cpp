// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_sums.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "answer/columns/block_bounds.h"
#include "answer/map/map_refine.h"
#include "answer/map/map_refine_lines.h"
#include "raster/cover/cover_list.h"
#include "raster/zlist/zlist_bands.h"

namespace impinge {

namespace {

// Cells that are in memory at a time: few, so that they stay near and their memory is kept, but enough that looking through
// all faces for each tile costs little.
std::size_t tile_cells(std::span<const RasterObject> objects) {
  std::size_t faces = 0;
  for (const RasterObject& o : objects) faces += o.mesh != nullptr ? o.mesh->faces.size() : 0;
  return std::clamp<std::size_t>(2 * faces, 1u << 18, 1u << 21);
}

// A tile: a view of its own at (column, row) of the whole one.
class Tile {
 public:
  Tile(const RasterView& view, int column, int row, const CoarseCells& which, const RefineRule& rule,
       std::span<const RasterObject> objects, const Progress& progress, RasterDevice* device)
      : view_(view), column_(column), row_(row), which_(which), rule_(rule), objects_(objects), progress_(progress) {
    if (objects[0].mesh != nullptr && objects[1].mesh != nullptr)
      look_at_meshes(device);
    else
      look_at_shapes(device);
    progress_.share((lists_share() + before_sums()) / 2);
  }

  MapSums sum(std::vector<std::uint8_t>* touched, int whole_columns) {
    find_bounds();
    const Progress progress = progress_.part(before_sums(), 1);
    std::atomic<int> rows_done = 0;
    for (const CellBounds& b : bounds_) rule_.deepest = std::max(rule_.deepest, b.longest_certain);
    std::vector<MapSums> rows(static_cast<std::size_t>(view_.rows()));
    for_each_row([&](int row) {
      progress.poll();
      MapSums& sums = rows[static_cast<std::size_t>(row)];
      std::optional<MeshRefiner> by_faces;
      std::optional<LineRefiner> by_lines;
      std::optional<BlockBounds::Walk> walk;
      if (by_blocks_) walk.emplace(*by_blocks_);
      for (int column = 0; column < view_.columns(); ++column) {
        if (!which_.count(column_ + column, row_ + row)) continue;
        const CellBounds& b = bounds_[place(column, row)];
        const LineOfCell& line = lines_[place(column, row)];
        if (touched != nullptr && b.may_touch)
          (*touched)[static_cast<std::size_t>(row_ + row) * static_cast<std::size_t>(whole_columns) +
                     static_cast<std::size_t>(column_ + column)] = 1;
        if (rule_.levels > 0) {
          sums.whole.add_line(view_, column, row, line, 1);
          sums.whole.add_bounds(b, 1);
        }
        if (!is_halved(column, row, walk ? &*walk : nullptr)) {
          sums.add_line(view_, column, row, line, 1);
          sums.add_bounds(b, 1);
        } else if (walk) {
          if (!by_faces) by_faces.emplace(view_, objects_, rule_, progress.control());
          const ListFront& front = by_blocks_->front(column, row);
          by_faces->refine(column, row, walk->covers_of(column, row), {front.winding[0], front.winding[1]}, sums);
        } else {
          if (!by_lines) by_lines.emplace(view_, objects_, rule_, progress.control());
          by_lines->refine(column, row, faces_around(column, row), sums);
        }
      }
      progress.share(static_cast<double>(++rows_done) / view_.rows());
    });
    MapSums all;
    for (const MapSums& r : rows) all.add(r);
    return all;
  }

 private:
  // Shares of the time: halving cells takes most of it, and shapes are slow to draw.
  double before_sums() const { return rule_.levels > 0 ? 0.2 : 0.9; }
  double lists_share() const {
    const bool meshes = objects_[0].mesh != nullptr && objects_[1].mesh != nullptr;
    return (meshes ? 0.3 : 0.9) * before_sums();
  }

  // Of each body the faces that matter somewhere, drawn as a body of their own.
  void look_at_meshes(RasterDevice* device) {
    const Progress progress = progress_.part(0, lists_share());
    if (which_.blocks == nullptr) own_blocks_.emplace(view_, objects_, progress.control());
    const ViewBlocks& blocks = own_blocks_ ? *own_blocks_ : *which_.blocks;
    by_blocks_.emplace(view_, objects_, blocks, own_blocks_ ? 1 : which_.finer, own_blocks_ ? 0 : column_,
                       own_blocks_ ? 0 : row_);
    lines_.assign(view_.cells(), {});
    const std::int64_t small_error = contact_error(view_);
    const auto keep = [&](std::size_t cell, const auto& list) {
      const std::size_t columns = static_cast<std::size_t>(view_.columns());
      const std::size_t block = by_blocks_->block_of(static_cast<int>(cell % columns), static_cast<int>(cell / columns));
      if (!list.empty() && blocks.shared(block)) lines_[cell] = {solid_column(list, blocks.front(block)), small_error};
    };
    if (device != nullptr) {
      const Zlist lists(view_, objects_, progress, device);
      for_each_row([&](int row) {
        for (std::size_t i = place(0, row); i < place(0, row + 1); ++i) keep(i, lists.list(i));
      });
      return;
    }
    const PartMeshes::Chosen chosen = blocks.kept_in(by_blocks_->blocks());
    if (chosen[0].empty() && chosen[1].empty()) return;
    const PartMeshes drawn(objects_, chosen);
    ZlistBands(view_, drawn.objects(), progress.control()).for_each_line(keep);
  }

  void look_at_shapes(RasterDevice* device) {
    lists_.emplace(view_, objects_, progress_.part(0, lists_share()), device);
    for (std::uint32_t o = 0; o < 2; ++o)
      if (rule_.levels > 0 && objects_[o].mesh != nullptr)
        mesh_covers_.emplace(view_, objects_.subspan(o, 1), INT32_MIN, INT32_MAX, progress_.control(), device);
    lines_.resize(view_.cells());
  }

  void find_bounds() {
    bounds_.resize(view_.cells());
    if (by_blocks_) return find_block_bounds();
    std::vector<LineLengths> lines(view_.cells());
    for_each_row([&](int row) {
      progress_.poll();
      for (std::size_t i = place(0, row); i < place(0, row + 1); ++i) {
        const MapColumn column = solid_column(lists_->list(i));
        lines_[i] = {column, contact_error(view_)};
        lines[i] = LineLengths(column, contact_error(view_));
      }
    });
    for_each_row([&](int row) {
      for (int column = 0; column < view_.columns(); ++column) {
        NeighbourLines next;
        for (int k = 0; k < 9; ++k)
          next[static_cast<std::size_t>(k)] = lines[place(std::clamp(column + k % 3 - 1, 0, view_.columns() - 1),
                                                          std::clamp(row + k / 3 - 1, 0, view_.rows() - 1))];
        bounds_[place(column, row)] = neighbour_bounds(next);
      }
    });
  }

  // What is certain where the longest line is tells which blocks may hold a deeper place.
  void find_block_bounds() {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (lines_[i].longest > lines_[longest].longest) longest = i;
    const auto columns = static_cast<std::size_t>(view_.columns());
    std::int64_t deepest = rule_.deepest;
    if (lines_[longest].longest > 0) {
      const CellBounds b =
          BlockBounds::Walk(*by_blocks_).run_cell(static_cast<int>(longest % columns), static_cast<int>(longest / columns));
      deepest = std::max(deepest, b.longest_certain);
    }
    std::fill(bounds_.begin(), bounds_.end(), CellBounds());
    const CellRange blocks = by_blocks_->blocks();
    tbb::parallel_for(blocks.row_begin, blocks.row_end, [&](int row) {
      progress_.poll();
      BlockBounds::Walk walk(*by_blocks_);
      for (int column = blocks.column_begin; column < blocks.column_end; ++column)
        if (const CellRect cells = by_blocks_->cells_of(column, row); which_.count(column_ + cells.column, row_ + cells.row))
          walk.run(column, row, deepest, bounds_);
    });
  }

  // Uneven inside, or uncertain within two cells of where it is not: there the border of the overlap runs.
  bool is_halved(int column, int row, BlockBounds::Walk* walk) const {
    if (rule_.levels == 0) return false;
    const CellBounds& b = bounds_[place(column, row)];
    if (is_uneven(rule_, b, {}, 1, rule_.deepest)) return true;
    if (walk != nullptr && may_be_uneven(rule_, b, 1) && is_uneven(rule_, b, walk->covers_of(column, row), 1, rule_.deepest))
      return true;
    if (kind_of(b) != CellKind::uncertain) return false;
    for (int r = std::max(0, row - 2); r < std::min(view_.rows(), row + 3); ++r)
      for (int c = std::max(0, column - 2); c < std::min(view_.columns(), column + 3); ++c)
        if (kind_of(bounds_[place(c, r)]) != CellKind::uncertain) return true;
    return false;
  }

  // Of the mesh beside a shape, named by its number.
  std::vector<Cover> faces_around(int column, int row) const {
    std::vector<Cover> faces;
    if (!mesh_covers_) return faces;
    const std::uint32_t object = objects_[0].mesh != nullptr ? 0 : 1;
    for (int r = std::max(0, row - 1); r < std::min(view_.rows(), row + 2); ++r)
      for (int c = std::max(0, column - 1); c < std::min(view_.columns(), column + 2); ++c)
        for (const Cover& cover : mesh_covers_->list(place(c, r))) faces.push_back({0, 0, object, cover.face});
    std::sort(faces.begin(), faces.end(), [](const Cover& x, const Cover& y) { return x.face < y.face; });
    faces.erase(std::unique(faces.begin(), faces.end(), [](const Cover& x, const Cover& y) { return x.face == y.face; }),
                faces.end());
    return faces;
  }

  template <typename Work>
  void for_each_row(const Work& work) const {
    tbb::parallel_for(0, view_.rows(), work);
  }
  std::size_t place(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(view_.columns()) + static_cast<std::size_t>(column);
  }

  RasterView view_;
  int column_, row_;
  const CoarseCells& which_;
  RefineRule rule_;
  std::span<const RasterObject> objects_;
  Progress progress_;
  std::optional<ViewBlocks> own_blocks_;  // where nobody has looked at the meshes yet
  std::optional<BlockBounds> by_blocks_;  // of two meshes
  std::optional<Zlist> lists_;            // of other shapes
  std::optional<CoverList> mesh_covers_;  // of the one that is a mesh beside another shape
  KeptVector<LineOfCell> lines_;
  KeptVector<CellBounds> bounds_;
};

}  // namespace

void LineSums::add(const LineSums& o) {
  value += o.value;
  cells += o.cells;
  undecided += o.undecided;
  moment_x += o.moment_x;
  moment_y += o.moment_y;
  moment_z += o.moment_z;
  if (o.longest <= longest) return;
  longest = o.longest;
  deepest = o.deepest;
}

void LineSums::add_line(const RasterView& view, int column, int row, const LineOfCell& c, double share) {
  undecided += !c.balanced;
  if (c.meets) cells += share;
  if (c.longest <= 0) return;
  const double length = static_cast<double>(c.overlap) * share;
  value += length;
  moment_x += length * view.x_of(column);
  moment_y += length * view.y_of(row);
  moment_z += c.moment * share;
  if (c.longest <= longest) return;
  longest = c.longest;
  deepest = view.point(column, row, c.middle);
}

void BoundSums::add(const BoundSums& o) {
  low += o.low;
  high += o.high;
  cells_low += o.cells_low;
  cells_high += o.cells_high;
  longest_low = std::max(longest_low, o.longest_low);
  longest_high = std::max(longest_high, o.longest_high);
}

void BoundSums::add_bounds(const CellBounds& b, double share) {
  low += static_cast<double>(b.certain) * share;
  high += static_cast<double>(b.possible) * share;
  longest_low = std::max(longest_low, b.longest_certain);
  longest_high = std::max(longest_high, b.longest_possible);
  if (b.touches) cells_low += share;
  if (b.may_touch) cells_high += share;
}

void MapSums::add(const MapSums& o) {
  LineSums::add(o);
  BoundSums::add(o);
  whole.LineSums::add(o.whole);
  whole.BoundSums::add(o.whole);
  for (std::size_t level = 0; level < halved.size(); ++level) halved[level] += o.halved[level];
}

std::vector<std::uint8_t> touched_cells(const RasterView& view, std::span<const RasterObject> objects,
                                        const ViewBlocks& blocks, const Control& control) {
  std::vector<std::uint8_t> touched(view.cells(), 0);
  const BlockBounds by_blocks(view, objects, blocks, 1, 0, 0);
  tbb::parallel_for(0, view.rows(), [&](int row) {
    control.poll();
    BlockBounds::Walk walk(by_blocks);
    for (int column = 0; column < view.columns(); ++column) touched[blocks.place(column, row)] = walk.may_touch(column, row);
  });
  return touched;
}

MapSums sum_cells(const RasterView& view, const CellRange& range, const CoarseCells& which, const RefineRule& rule,
                  std::span<const RasterObject> objects, const Progress& progress, RasterDevice* device,
                  std::vector<std::uint8_t>* touched) {
  MapSums sums;
  const int width = range.column_end - range.column_begin;
  const int height = std::max(1, static_cast<int>(tile_cells(objects) / static_cast<std::size_t>(width)));
  for (int row = range.row_begin; row < range.row_end; row += height) {
    progress.poll();
    const int end = std::min(range.row_end, row + height);
    const RasterView part = view.part(row, end, range.column_begin, range.column_end);
    const auto share = [&](int at) { return static_cast<double>(at - range.row_begin) / (range.row_end - range.row_begin); };
    sums.add(Tile(part, range.column_begin, row, which, rule, objects, progress.part(share(row), share(end)), device)
                 .sum(touched, view.columns()));
  }
  return sums;
}

}  // namespace impinge
