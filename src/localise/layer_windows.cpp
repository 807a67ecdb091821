// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/layer_windows.h"

#include <algorithm>
#include <optional>

#include "localise/raster_draw.h"
#include "localise/raster_lines.h"

namespace impinge {

namespace {

constexpr std::size_t kFewCells = 32;     // so many rays are cheaper than a window around them
constexpr double kScattered = 1.0 / 256;  // share of their window that scattered cells fill at most

// The part of the view that holds some cells.
struct Window {
  int column_begin, column_end, row_begin, row_end;

  Window(const RasterView& view, std::span<const std::uint32_t> cells) {
    const int columns = view.columns();
    column_begin = columns, column_end = 0;
    row_begin = static_cast<int>(cells.front()) / columns, row_end = static_cast<int>(cells.back()) / columns + 1;
    for (const std::uint32_t c : cells) {
      column_begin = std::min(column_begin, static_cast<int>(c) % columns);
      column_end = std::max(column_end, static_cast<int>(c) % columns + 1);
    }
  }
  double area() const { return double(column_end - column_begin) * double(row_end - row_begin); }
};

// The lists of the cells that are asked for; everything else that is drawn falls through.
class MaskedLists {
 public:
  MaskedLists(const RasterView& view, std::span<const std::uint32_t> cells)
      : view_(view), cells_(cells), window_(view, cells), lists_(cells.size()) {
    place_.assign(static_cast<std::size_t>(window_.area()), kNone);
    for (std::size_t k = 0; k < cells.size(); ++k) place(cells[k]) = static_cast<std::uint32_t>(k);
  }

  void draw_mesh(const WorldObject& object, std::uint32_t id) {
    const RasterMesh mesh(view_, object);
    draw(mesh, 0, static_cast<std::uint32_t>(mesh.face_count()), window_.row_begin, window_.row_end,
         [&](const RasterHit& hit) {
           if (hit.column < window_.column_begin || hit.column >= window_.column_end) return;
           const std::uint32_t k = place(static_cast<std::uint32_t>(hit.row * view_.columns() + hit.column));
           if (k != kNone) lists_[k].push_back({hit.z, hit.error, id | (hit.entry ? Fragment::kEntry : 0), hit.face});
         });
  }

  void cast_rays(const RasterObject& object, std::uint32_t id) {
    ShapeLines lines(view_, object);
    for (std::size_t k = 0; k < cells_.size(); ++k) {
      const std::size_t before = lists_[k].size();
      lines.cross(static_cast<int>(cells_[k]) % view_.columns(), static_cast<int>(cells_[k]) / view_.columns(), lists_[k]);
      for (std::size_t i = before; i < lists_[k].size(); ++i) lists_[k][i].tag |= id;
    }
  }

  const std::vector<Fragment>& sorted(std::size_t k) {
    std::sort(lists_[k].begin(), lists_[k].end(), [](const Fragment& x, const Fragment& y) { return x.before(y); });
    return lists_[k];
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t& place(std::uint32_t cell) {
    const int column = static_cast<int>(cell) % view_.columns() - window_.column_begin;
    const int row = static_cast<int>(cell) / view_.columns() - window_.row_begin;
    return place_[static_cast<std::size_t>(row) * static_cast<std::size_t>(window_.column_end - window_.column_begin) +
                  static_cast<std::size_t>(column)];
  }

  const RasterView& view_;
  std::span<const std::uint32_t> cells_;
  Window window_;
  std::vector<std::uint32_t> place_;
  std::vector<std::vector<Fragment>> lists_;
};

}  // namespace

std::uint64_t for_each_layer_list(const RasterView& view, std::span<const RasterObject> objects,
                                  std::span<const std::uint32_t> cells, const Control& control,
                                  const std::function<bool(std::uint32_t cell, std::span<const Fragment> list)>& on_list) {
  if (cells.empty()) return 0;
  const bool rays = cells.size() <= kFewCells && static_cast<double>(cells.size()) < kScattered * Window(view, cells).area();
  // A ray is a window of one cell; a few of them leave no large window to keep.
  const std::size_t at_once = rays ? 1 : cells.size();
  for (std::size_t first = 0; first < cells.size(); first += at_once) {
    control.poll();
    MaskedLists lists(view, cells.subspan(first, at_once));
    for (std::uint32_t o = 0; o < objects.size(); ++o) {
      if (objects[o].shape != nullptr)
        lists.cast_rays(objects[o], o);
      else
        lists.draw_mesh(*objects[o].mesh, o);
    }
    for (std::size_t k = 0; k < at_once; ++k)
      if (!on_list(cells[first + k], lists.sorted(k))) return rays ? first + k + 1 : 0;
  }
  return rays ? cells.size() : 0;
}

}  // namespace impinge
