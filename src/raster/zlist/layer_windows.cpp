// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/zlist/layer_windows.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>

#include "raster/bands/band_drawing.h"
#include "raster/zlist/zlist.h"

namespace impinge {

namespace {

constexpr std::size_t kFewCells = 512;   // this many rays are cheaper than a window around them
constexpr double kScattered = 1.0 / 64;  // share of their window that scattered cells fill at most

// The part of the view that holds some cells.
struct Window {
  int column_begin, column_end, row_begin, row_end;

  Window(const RasterView& view, std::span<const std::uint32_t> cells) {
    const int columns = view.columns();
    column_begin = columns;
    column_end = 0;
    row_begin = static_cast<int>(cells.front()) / columns;
    row_end = static_cast<int>(cells.back()) / columns + 1;
    for (const std::uint32_t c : cells) {
      column_begin = std::min(column_begin, static_cast<int>(c) % columns);
      column_end = std::max(column_end, static_cast<int>(c) % columns + 1);
    }
  }
  // Where a cell of the view is in the part.
  std::size_t place(const RasterView& view, std::uint32_t cell) const {
    const int column = static_cast<int>(cell) % view.columns(), row = static_cast<int>(cell) / view.columns();
    return static_cast<std::size_t>((row - row_begin) * (column_end - column_begin) + column - column_begin);
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

// Keeps only the crossings of some cells.
template <typename Writer>
struct WantedWriter {
  Writer& writer;
  const std::uint8_t* wanted;
  void put(std::size_t cell, LayerKey key) { writer.put(cell, key, wanted[cell]); }
  void put_run(const DepthRun<LayerKey>& run) {
    run.for_each([this](std::size_t cell, LayerKey key) { put(cell, key); });
  }
};

// Verdicts of all cells of a view, or of those wanted.
std::vector<LayerVerdict> find_verdicts(const RasterView& view, std::span<const RasterObject, 2> objects,
                                        const std::vector<std::uint8_t>* wanted, const Control& control) {
  struct Memory {
    BandLists<LayerKey> lists;
    std::vector<LayerVerdict> verdicts;
  };
  const BandDrawing drawing(view, objects, control);
  tbb::enumerable_thread_specific<Memory> memory;
  std::vector<LayerVerdict> found(view.cells());
  tbb::parallel_for(0, drawing.bands().count, [&](int band) {
    Memory& m = memory.local();
    const std::size_t first = drawing.bands().first_cell(band);
    m.lists.fill(drawing.bands().cells(band), [&](auto& writer) {
      for (std::uint32_t o = 0; o < 2; ++o) {
        const auto base = [o](std::uint32_t, std::uint32_t entry) { return layer_key(0, entry != 0, o); };
        const auto no_error = [](std::uint32_t, std::int32_t) {};
        if (wanted == nullptr) {
          drawing.draw(o, band, writer, base, no_error);
        } else {
          WantedWriter<std::remove_reference_t<decltype(writer)>> some{writer, wanted->data() + first};
          drawing.draw(o, band, some, base, no_error);
        }
      }
    });
    m.lists.judge(m.verdicts);
    std::copy(m.verdicts.begin(), m.verdicts.end(), found.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return found;
}

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
      return on_cell(cell, layer_verdict(keys));
    });
  }
  const RasterView part = view.part(w.row_begin, w.row_end, w.column_begin, w.column_end);
  std::vector<std::uint8_t> wanted(part.cells(), 0);
  for (const std::uint32_t cell : cells) wanted[w.place(view, cell)] = 1;
  const std::vector<LayerVerdict> verdicts = find_verdicts(part, objects, &wanted, control);
  for (const std::uint32_t cell : cells)
    if (!on_cell(cell, verdicts[w.place(view, cell)])) break;
  return 0;
}

std::vector<LayerVerdict> layer_overlaps(const RasterView& view, std::span<const RasterObject, 2> objects,
                                         const Control& control) {
  return find_verdicts(view, objects, nullptr, control);
}

std::uint64_t for_each_layer_list(const RasterView& view, std::span<const RasterObject> objects,
                                  std::span<const std::uint32_t> cells, const Control& control,
                                  const std::function<bool(std::uint32_t cell, std::span<const Fragment> list)>& on_list,
                                  RasterDevice* device) {
  if (cells.empty()) return 0;
  const Window w(view, cells);
  if (is_scattered(w, cells)) {
    const std::vector<std::vector<Fragment>> lists = cast_rays(view, objects, cells);
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (!on_list(cells[k], lists[k])) return k + 1;
    return cells.size();
  }
  const Zlist lists(view.part(w.row_begin, w.row_end, w.column_begin, w.column_end), objects, control, device);
  for (const std::uint32_t cell : cells)
    if (!on_list(cell, lists.list(w.place(view, cell)))) break;
  return 0;
}

}  // namespace impinge
