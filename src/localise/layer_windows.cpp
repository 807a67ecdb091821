// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/layer_windows.h"

#include <algorithm>

#include "localise/layer_code.h"
#include "localise/raster_bands.h"
#include "localise/raster_draw.h"
#include "localise/raster_lines.h"

namespace impinge {

namespace {

constexpr std::size_t kFewCells = 512;   // so many rays are cheaper than a window around them
constexpr double kScattered = 1.0 / 64;  // share of their window that scattered cells fill at most

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

// Squares of 16 x 16 cells with a cell in them: most faces touch none and are passed over at once.
class Squares {
 public:
  Squares(const RasterView& view, std::span<const std::uint32_t> cells)
      : columns_(view.columns() / kSide + 1), rows_(view.rows() / kSide + 1) {
    marked_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), false);
    for (const std::uint32_t c : cells)
      marked_[place(static_cast<int>(c) % view.columns() / kSide, static_cast<int>(c) / view.columns() / kSide)] = true;
  }

  bool touched_by(const RasterMesh& mesh, const Face& f) const {
    const RasterCorner &a = mesh.corners()[f[0]], &b = mesh.corners()[f[1]], &c = mesh.corners()[f[2]];
    if (RasterMesh::far(a) || RasterMesh::far(b) || RasterMesh::far(c)) return true;
    const auto [x_low, x_high] = std::minmax({a.x, b.x, c.x});
    const auto [y_low, y_high] = std::minmax({a.y, b.y, c.y});
    const int step = kSide * kSubcells;
    const int x1 = std::min(x_high / step, columns_ - 1), y1 = std::min(y_high / step, rows_ - 1);
    for (int y = std::max(y_low, 0) / step; y <= y1; ++y)
      for (int x = std::max(x_low, 0) / step; x <= x1; ++x)
        if (marked_[place(x, y)]) return true;
    return false;
  }

 private:
  static constexpr int kSide = 16;
  std::size_t place(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
  }
  int columns_, rows_;
  std::vector<bool> marked_;
};

// One pass over all faces for a few cells that lie scattered.
std::vector<std::vector<Fragment>> cast_rays(const RasterView& view, std::span<const RasterObject> objects,
                                             std::span<const std::uint32_t> cells) {
  std::vector<std::vector<Fragment>> lists(cells.size());
  const Squares squares(view, cells);
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (objects[o].shape != nullptr) {
      ShapeLines lines(view, objects[o]);
      for (std::size_t k = 0; k < cells.size(); ++k) {
        const std::size_t before = lists[k].size();
        lines.cross(static_cast<int>(cells[k]) % view.columns(), static_cast<int>(cells[k]) / view.columns(), lists[k]);
        for (std::size_t i = before; i < lists[k].size(); ++i) lists[k][i].tag |= o;
      }
      continue;
    }
    const RasterMesh mesh(view, *objects[o].mesh);
    const auto on_hit = [&](const RasterHit& hit) {
      const auto cell = static_cast<std::uint32_t>(hit.row * view.columns() + hit.column);
      const auto at = std::lower_bound(cells.begin(), cells.end(), cell);
      if (at == cells.end() || *at != cell) return;
      lists[static_cast<std::size_t>(at - cells.begin())].push_back(
          {hit.z, hit.error, o | (hit.entry ? Fragment::kEntry : 0), hit.face});
    };
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
      if (squares.touched_by(mesh, mesh.faces()[f])) draw(mesh, f, f + 1, 0, view.rows(), on_hit);
  }
  for (std::vector<Fragment>& list : lists)
    std::sort(list.begin(), list.end(), [](const Fragment& x, const Fragment& y) { return x.before(y); });
  return lists;
}

bool is_scattered(const Window& w, std::span<const std::uint32_t> cells) {
  return cells.size() <= kFewCells && static_cast<double>(cells.size()) < kScattered * w.area();
}

LayerVerdict verdict_of(std::span<const LayerKey> list) {
  LayerKey either = 0, both = 1;
  for (const LayerKey key : list) either |= key, both &= key;
  if ((both & 1) != 0) return LayerVerdict::none;
  if ((either & 1) == 0) return LayerVerdict::alone;
  return layers_overlap(list) ? LayerVerdict::overlap : LayerVerdict::clear;
}

// Crossings of the cells wanted, put down in bands.
class LayerBands {
 public:
  LayerBands(const RasterView& whole, const Window& w, std::span<const std::uint32_t> cells)
      : view_(whole.part(w.row_begin, w.row_end, w.column_begin, w.column_end)), bands_(view_), wanted_(view_.cells(), 0) {
    for (const std::uint32_t c : cells) wanted_[place(w, static_cast<int>(c), whole.columns())] = 1;
  }

  explicit LayerBands(const RasterView& whole) : view_(whole), bands_(view_), wanted_(view_.cells(), 1) {}

  std::size_t place(const Window& w, int cell, int columns) const {
    return static_cast<std::size_t>((cell / columns - w.row_begin) * view_.columns() + cell % columns - w.column_begin);
  }

  void add(const RasterObject& object, std::uint32_t number, const Control& control) {
    const auto put = [&](RasterBands<LayerKey>::Writer& writer, int column, int row, std::int32_t z, bool entry) {
      if (wanted_[static_cast<std::size_t>(row * view_.columns() + column)] != 0)
        writer.put(column, row, layer_key(z, entry, number));
    };
    if (object.shape != nullptr) {
      draw_lines(view_, object, control,
                 [&](int column, int row, const Fragment& f) { put(bands_.local(), column, row, f.z, f.entry()); });
      return;
    }
    const RasterMesh mesh(view_, *object.mesh);
    tbb::parallel_for(
        tbb::blocked_range<std::uint32_t>(0, static_cast<std::uint32_t>(mesh.face_count()), 4096), [&](const auto& range) {
          control.poll();
          auto& writer = bands_.local();
          const auto on_hit = [&](const RasterHit& hit) { put(writer, hit.column, hit.row, hit.z, hit.entry); };
          const auto on_span = [&](const RasterSpan& span) {
            const std::uint8_t* const wanted = wanted_.data() + std::ptrdiff_t{span.row} * view_.columns();
            writer.put_run(
                span, 0, [&](std::int32_t z) { return layer_key(z, span.entry, number); },
                [&](int column) { return wanted[column]; });
          };
          draw(mesh, range.begin(), range.end(), 0, view_.rows(), HitsAndSpans{on_hit, on_span});
        });
  }

  /// Of every cell of the window.
  std::vector<LayerVerdict> verdicts() const {
    std::vector<LayerVerdict> found(view_.cells(), LayerVerdict::none);
    bands_.for_each_band([](LayerKey key, std::uint32_t) { return key; },
                         [&](std::size_t, const RasterBands<LayerKey>::Band<LayerKey>& band) {
                           for (std::size_t c = 0; c < band.cells(); ++c) {
                             const std::span<LayerKey> list = band.list(c);
                             sort_short(list);
                             found[band.first_cell + c] = verdict_of(list);
                           }
                         });
    return found;
  }

 private:
  RasterView view_;
  RasterBands<LayerKey> bands_;
  std::vector<std::uint8_t> wanted_;
};

}  // namespace

std::uint64_t for_each_layer_overlap(const RasterView& view, std::span<const RasterObject, 2> objects,
                                     std::span<const std::uint32_t> cells, const Control& control,
                                     const std::function<bool(std::uint32_t cell, LayerVerdict verdict)>& on_cell) {
  if (cells.empty()) return 0;
  const Window w(view, cells);
  if (is_scattered(w, cells)) {
    std::vector<LayerKey> keys;
    return for_each_layer_list(view, objects, cells, control, [&](std::uint32_t cell, std::span<const Fragment> list) {
      keys.clear();
      for (const Fragment& f : list) keys.push_back(layer_key(f.z, f.entry(), f.object()));
      return on_cell(cell, verdict_of(keys));
    });
  }
  LayerBands bands(view, w, cells);
  for (std::uint32_t o = 0; o < 2; ++o) bands.add(objects[o], o, control);
  const std::vector<LayerVerdict> verdicts = bands.verdicts();
  for (const std::uint32_t cell : cells)
    if (!on_cell(cell, verdicts[bands.place(w, static_cast<int>(cell), view.columns())])) break;
  return 0;
}

std::vector<LayerVerdict> layer_overlaps(const RasterView& view, std::span<const RasterObject, 2> objects,
                                         const Control& control) {
  LayerBands bands(view);
  for (std::uint32_t o = 0; o < 2; ++o) bands.add(objects[o], o, control);
  return bands.verdicts();
}

std::uint64_t for_each_layer_list(const RasterView& view, std::span<const RasterObject> objects,
                                  std::span<const std::uint32_t> cells, const Control& control,
                                  const std::function<bool(std::uint32_t cell, std::span<const Fragment> list)>& on_list) {
  if (cells.empty()) return 0;
  const Window w(view, cells);
  if (is_scattered(w, cells)) {
    const std::vector<std::vector<Fragment>> lists = cast_rays(view, objects, cells);
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (!on_list(cells[k], lists[k])) return k + 1;
    return cells.size();
  }
  const Zlist lists(view.part(w.row_begin, w.row_end, w.column_begin, w.column_end), objects, control);
  for (const std::uint32_t cell : cells) {
    const int column = static_cast<int>(cell) % view.columns() - w.column_begin;
    const int row = static_cast<int>(cell) / view.columns() - w.row_begin;
    if (!on_list(cell, lists.list(static_cast<std::size_t>(row * (w.column_end - w.column_begin) + column)))) break;
  }
  return 0;
}

}  // namespace impinge
