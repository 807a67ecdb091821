// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/columns/block_bounds.h"

#include <algorithm>
#include <tuple>

#include "raster/cover/cover_cells.h"

namespace impinge {

namespace {

constexpr std::size_t kFacesOfCorner = 4;   // a face that is placed alone costs as much as so many corners
constexpr std::int64_t kSettledSteps = 64;  // between bounds, beside rounding: less is not worth halving a block

RasterTriangle moved_to(RasterTriangle t, int column, int row) {
  for (int k = 0; k < 3; ++k) {
    t.x[k] -= std::int64_t{column} * kSubcells;
    t.y[k] -= std::int64_t{row} * kSubcells;
  }
  return t;
}

}  // namespace

void BlockBounds::place_corners(std::size_t body) {
  if (side_ == 1 && column_ == 0 && row_ == 0) {  // blocks that are cells of this view have them
    corners_[body] = blocks_.mesh(body);
    return;
  }
  std::size_t faces = 0;
  const CellRange range = blocks();
  for (int row = range.row_begin; row < range.row_end; ++row)
    for (int column = range.column_begin; column < range.column_end; ++column)
      faces += blocks_.faces(blocks_.place(column, row)).size();
  if (faces > objects_[body].mesh->local.size() / kFacesOfCorner) corners_[body].emplace(view_, *objects_[body].mesh);
}

CellRect BlockBounds::cells_of(int block_column, int block_row) const {
  const int column = std::max(0, block_column * side_ - column_), row = std::max(0, block_row * side_ - row_);
  return {column, row, std::min(view_.columns(), (block_column + 1) * side_ - column_) - column,
          std::min(view_.rows(), (block_row + 1) * side_ - row_) - row};
}

BlockBounds::Walk::Item BlockBounds::Walk::item_of(const Cover& cover) const {
  const RasterTriangle t = all_.triangle(cover);
  const auto [x_low, x_high] = std::minmax({t.x[0], t.x[1], t.x[2]});
  const auto [y_low, y_high] = std::minmax({t.y[0], t.y[1], t.y[2]});
  const std::int32_t rounding = 1 + all_.view_.depth_rounding();
  const auto [z_low, z_high] = std::minmax({t.z[0], t.z[1], t.z[2]});
  return {{z_low - rounding, z_high + rounding, cover.object, cover.face}, x_low, x_high, y_low, y_high};
}

// Two steps around, as covers have them.
bool BlockBounds::Walk::reaches(const Item& i, const CellRect& r) {
  return (i.x_high + 2) >> 8 >= r.column && (i.x_low - 2) >> 8 < r.column + r.columns && (i.y_high + 2) >> 8 >= r.row &&
         (i.y_low - 2) >> 8 < r.row + r.rows;
}

// Of a face that is larger than the cells, the depths of its plane there; false where these are not the face's.
bool BlockBounds::Walk::clip(const CellRect& r, Item& item) const {
  if (item.x_high - item.x_low <= std::int64_t{r.columns} * kSubcells &&
      item.y_high - item.y_low <= std::int64_t{r.rows} * kSubcells)
    return true;
  const RasterTriangle t = all_.triangle(item.cover);
  const Int128 area = doubled_area<Int128>(t);
  if (area == 0) return true;
  const RasterPlane plane(t, static_cast<double>(area), all_.view_.depth_rounding());
  if (plane.thin) return true;
  const double rounding = 1 + all_.view_.depth_rounding(), half = kSubcells / 2.0;
  const double x = (r.column * 2.0 + r.columns) * half, y = (r.row * 2.0 + r.rows) * half;
  const double middle = plane.z0 + ((x - plane.x0) * plane.ax + (y - plane.y0) * plane.ay);
  const double away = std::abs(plane.ax) * (r.columns * half + 2) + std::abs(plane.ay) * (r.rows * half + 2) + plane.error;
  const double low = std::max(plane.z_low - rounding, middle - away),
               high = std::min(plane.z_high + rounding, middle + away);
  if (low > high) return false;
  item.cover.low = static_cast<std::int32_t>(std::floor(low));
  item.cover.high = static_cast<std::int32_t>(std::ceil(high));
  return true;
}

void BlockBounds::Walk::take_block(std::size_t block, std::vector<Item>& items) const {
  items.clear();
  for (const Cover& c : all_.blocks_.faces(block)) items.push_back(item_of(c));
}

// The crossings of the line through the middle of a cell, in order.
void BlockBounds::Walk::find_line(int column, int row, std::span<const Item> items) {
  line_.clear();
  const RasterView cell = all_.view_.part(row, row + 1, column, column + 1);
  const std::int64_t x = std::int64_t{column} * kSubcells + kSubcells / 2, y = std::int64_t{row} * kSubcells + kSubcells / 2;
  for (const Item& i : items) {
    if (x < i.x_low || x > i.x_high || y < i.y_low || y > i.y_high) continue;
    const RasterTriangle t = moved_to(all_.triangle(i.cover), column, row);
    draw_large(t, i.cover.face, cell, 0, 1, [&](const RasterHit& hit) {
      line_.push_back({hit.z, hit.error, i.cover.object | (hit.entry ? Fragment::kEntry : 0), hit.face});
    });
  }
  std::sort(line_.begin(), line_.end(), [](const Fragment& x1, const Fragment& x2) { return x1.before(x2); });
}

void BlockBounds::Walk::find_covers(int column, int row, std::span<const Item> items) {
  covers_.clear();
  const RasterView cell = all_.view_.part(row, row + 1, column, column + 1);
  const CellRect rect{column, row, 1, 1};
  for (const Item& i : items)
    if (reaches(i, rect))
      for_each_covered_cell(moved_to(all_.triangle(i.cover), column, row), cell,
                            [&](int, int, std::int32_t low, std::int32_t high) {
                              covers_.push_back({low, high, i.cover.object, i.cover.face});
                            });
  sort_covers();
}

void BlockBounds::Walk::sort_covers() {
  std::sort(covers_.begin(), covers_.end(), [](const Cover& x, const Cover& y) {
    return std::tie(x.low, x.high, x.object, x.face) < std::tie(y.low, y.high, y.object, y.face);
  });
}

const std::vector<Cover>& BlockBounds::Walk::covers_of(int column, int row) {
  if (levels_.empty()) levels_.resize(1);
  take_block(all_.block_of(column, row), levels_[0]);
  find_covers(column, row, levels_[0]);
  return covers_;
}

CellBounds BlockBounds::Walk::run_cell(int column, int row) {
  covers_of(column, row);
  find_line(column, row, levels_[0]);
  const ListFront& front = all_.front(column, row);
  return walk_.run({column, row, 1, 1}, covers_, line_, {front.winding[0], front.winding[1]});
}

// Mostly faces that lie in the cell tell at once: one beside another of the other body, or where that one is around it.
bool BlockBounds::Walk::may_touch(int column, int row) {
  const std::size_t block = all_.block_of(column, row);
  if (!all_.blocks_.shared(block)) return false;
  if (levels_.empty()) levels_.resize(1);
  take_block(block, levels_[0]);
  const ListFront& front = all_.blocks_.front(block);
  Depths all[2], own[2];
  const auto is_own = [&](const Item& i) {
    return (i.x_low - 2) >> 8 == column && (i.x_high + 2) >> 8 == column && (i.y_low - 2) >> 8 == row &&
           (i.y_high + 2) >> 8 == row;
  };
  for (const Item& i : levels_[0]) {
    all[i.cover.object].add(i.cover);
    if (is_own(i)) own[i.cover.object].add(i.cover);
  }
  for (std::uint32_t body = 0; body < 2; ++body) {
    if (!own[body].any()) continue;
    const std::uint32_t other = 1 - body;
    if (front.winding[other] != 0 && own[body].low >= front.cut[other] && own[body].low < all[other].low) return true;
    for (const Item& i : levels_[0])
      if (i.cover.object == other && i.cover.low <= own[body].low && i.cover.high >= own[body].low && is_own(i)) return true;
  }
  return run_cell(column, row).may_touch;
}

void BlockBounds::Walk::run(int block_column, int block_row, std::int64_t deepest, std::span<CellBounds> bounds) {
  bounds_ = bounds;
  deepest_ = deepest;
  if (levels_.empty()) levels_.resize(1);
  const std::size_t block = all_.blocks_.place(block_column, block_row);
  take_block(block, levels_[0]);
  const ListFront& front = all_.blocks_.front(block);
  halve(all_.cells_of(block_column, block_row), 0, {front.winding[0], front.winding[1]});
}

void BlockBounds::Walk::put(const CellRect& r, const CellBounds& b) {
  for (int row = r.row; row < r.row + r.rows; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * static_cast<std::size_t>(all_.view_.columns());
    std::fill_n(bounds_.begin() + static_cast<std::ptrdiff_t>(first + static_cast<std::size_t>(r.column)), r.columns, b);
  }
}

// Faces of a body in front of everything shared become a winding number, unless another one passes the depth up to which
// they reach.
void BlockBounds::Walk::fold_front(std::vector<Item>& items, Windings& windings, std::int64_t from) {
  bool passed[2] = {false, false}, any[2] = {false, false};
  for (const Item& i : items) {
    passed[i.cover.object] = passed[i.cover.object] || (i.cover.low < from && i.cover.high >= from);
    any[i.cover.object] = any[i.cover.object] || i.cover.high < from;
  }
  for (std::uint32_t body = 0; body < 2; ++body) {
    if (passed[body] || !any[body]) continue;
    const auto in_front = [&](const Fragment& f) { return f.object() == body && f.z < from; };
    for (const Fragment& f : line_)
      if (in_front(f)) windings[body] += f.entry() ? 1 : -1;
    std::erase_if(line_, in_front);
    std::erase_if(items, [&](const Item& i) { return i.cover.object == body && i.cover.high < from; });
  }
}

// Where no faces of the two bodies share depths, bounds of all cells at once.
bool BlockBounds::Walk::settle(const CellRect& r, std::span<const Item> items, const Windings& windings) {
  covers_.clear();
  for (const Item& i : items) covers_.push_back(i.cover);
  sort_covers();
  std::int64_t high[2] = {INT64_MIN, INT64_MIN};
  for (const Cover& c : covers_) {
    if (c.low <= high[1 - c.object]) return false;
    high[c.object] = std::max<std::int64_t>(high[c.object], c.high);
  }
  const CellBounds b = walk_.run(r, covers_, line_, windings);
  const std::int64_t rounding = kSettledSteps + 8 * std::int64_t{all_.view_.depth_rounding()};
  if (b.may_touch && (b.certain <= 0 || b.possible - b.certain > rounding)) return false;
  if (b.longest_possible > deepest_ && b.longest_possible - b.longest_certain > rounding) return false;
  put(r, b);
  return true;
}

void BlockBounds::Walk::halve(const CellRect& r, std::size_t level, Windings windings) {
  std::vector<Item>& items = levels_[level];
  std::erase_if(items, [&](Item& i) { return !clip(r, i); });
  find_line(r.column + r.columns / 2, r.row + r.rows / 2, items);
  Windings behind = windings;
  for (const Fragment& f : line_) behind[f.object()] += f.entry() ? 1 : -1;
  Depths depths[2];
  for (const Item& i : items) depths[i.cover.object].add(i.cover);
  // A body that is around everything here begins in front of it, or ends behind it.
  std::int64_t low = INT64_MIN, high = INT64_MAX;
  for (std::size_t body = 0; body < 2; ++body) {
    if (windings[body] == 0) low = std::max(low, depths[body].low);
    if (behind[body] == 0) high = std::min(high, depths[body].high);
  }
  if (low > high) return put(r, {});
  if (r.columns == 1 && r.rows == 1) {
    find_covers(r.column, r.row, items);
    return put(r, walk_.run(r, covers_, line_, windings));
  }
  if (low > INT64_MIN + all_.margin_) fold_front(items, windings, low - all_.margin_);
  if (high < INT64_MAX - all_.margin_)
    std::erase_if(items, [&](const Item& i) { return i.cover.low > high + all_.margin_; });
  if (!settle(r, items, windings)) split(r, level, windings);
}

void BlockBounds::Walk::split(const CellRect& r, std::size_t level, const Windings& windings) {
  if (levels_.size() <= level + 1) levels_.resize(level + 2);
  const int columns = r.columns > 1 && 2 * r.columns > r.rows ? r.columns / 2 : r.columns;
  const int rows = r.rows > 1 && 2 * r.rows > r.columns ? r.rows / 2 : r.rows;
  for (int row = r.row; row < r.row + r.rows; row = row == r.row ? row + rows : r.row + r.rows)
    for (int column = r.column; column < r.column + r.columns;
         column = column == r.column ? column + columns : r.column + r.columns) {
      const CellRect part{column, row, column == r.column ? columns : r.columns - columns,
                          row == r.row ? rows : r.rows - rows};
      levels_[level + 1].clear();
      for (const Item& i : levels_[level])
        if (reaches(i, part)) levels_[level + 1].push_back(i);
      halve(part, level + 1, windings);
    }
}

}  // namespace impinge
