// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/map_lines.h"

#include <impinge/engine.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cmath>

#include "answer/columns/map_column.h"
#include "raster/zlist/zlist_bands.h"

namespace impinge {

namespace {

constexpr std::size_t kTile = 1u << 21;   // cells whose lists are in memory at a time
constexpr std::size_t kHeard = 1u << 12;  // cells after which progress is reported
constexpr float kNoGap = std::numeric_limits<float>::quiet_NaN();

// The common shadow, at all depths; where there is none, the whole.
RasterView map_view(const ViewFrame& frame, const Box& a, const Box& b, int resolution) {
  Box extent = a;
  extent.add(b);
  Box window = intersection(a, b);
  window.low.z() = extent.low.z();
  window.high.z() = extent.high.z();
  if (window.empty()) window = extent;
  return {frame, window, extent, resolution};
}

class MapMaker {
 public:
  MapMaker(std::span<const RasterObject, 2> objects, const RasterView& view, bool a_below, const MapOptions& options,
           ZlistForm form, const MapTruth& truth, const Progress& progress, RasterDevice* device)
      : objects_(objects),
        view_(view),
        options_(options),
        form_(form),
        truth_(truth),
        progress_(progress),
        device_(device),
        contact_error_(truth.known ? contact_error(view) : flush_error(view)),
        a_below_(a_below) {
    map_.solids = objects[0].closed && objects[1].closed;
  }

  MapLines run() {
    describe();
    resize(view_.cells());
    const int height = std::max(1, static_cast<int>(kTile / static_cast<std::size_t>(view_.columns())));
    for (int row = 0; row < view_.rows(); row += height) {
      progress_.poll();
      fill(view_.part(row, std::min(view_.rows(), row + height)), row);
    }
    const RowExtremes all = count();
    return {std::move(map_), view_, a_below_, all.deepest, std::move(odd_)};
  }

 private:
  struct RowExtremes {
    PartingWays ways;
    SurfaceDepth deepest;
  };

  void describe() {
    const ViewFrame& frame = view_.frame();
    map_.origin = view_.origin();
    map_.right = frame.right;
    map_.up = frame.up;
    map_.direction = frame.forward;
    map_.cell = view_.cell();
    map_.columns = view_.columns();
    map_.rows = view_.rows();
  }

  // The largest maps have a gigabyte to clear.
  void resize(std::size_t cells) {
    map_.cells.assign(cells, MapCell::empty);
    for (std::vector<float>* lengths : {&map_.gap, &map_.distance_low}) {
      progress_.poll();
      lengths->assign(cells, kNoGap);
    }
    for (std::vector<std::uint32_t>* faces : {&map_.a_face, &map_.b_face}) {
      progress_.poll();
      faces->assign(cells, kNoFace);
    }
    if (!map_.solids) odd_.assign(cells, 0);
    rows_.assign(static_cast<std::size_t>(map_.rows), {});
  }

  void fill(const RasterView& part, int first_row) {
    const auto columns = static_cast<std::size_t>(part.columns());
    const std::size_t first = static_cast<std::size_t>(first_row) * columns;
    const auto keep = [&](std::size_t cell, const MapColumn& column) {
      set(first + cell, column);
      if (column.a && column.b)
        rows_[(first + cell) / columns].ways.add({column.a_max - column.b_min, column.b_max - column.a_min});
    };
    const auto look = [&](std::size_t cell, std::span<const Fragment> list) {
      if (list.empty()) return;
      if (map_.solids) return keep(cell, solid_column(list));
      const MapColumn column = surface_column(list, a_below_);
      keep(cell, column);
      keep_surface(first + cell, column, list);
    };
    const auto look_at_all = [&](const Zlist& lists) {
      fragments_ += lists.size();
      tbb::parallel_for(std::size_t{0}, static_cast<std::size_t>(part.rows()), [&](std::size_t row) {
        progress_.poll();
        for (std::size_t c = row * columns; c < (row + 1) * columns; ++c) look(c, lists.list(c));
        looked_at(columns);
      });
    };
    if (map_.solids && form_ == ZlistForm::minmax) {
      Zlist::Extremes extremes;
      look_at_all(Zlist::by_extremes(part, objects_, progress_.control(), device_, &extremes));
      flagged_ += extremes.flagged;
      return;
    }
    // A device gives the lists of all cells at once.
    if (device_ != nullptr) return look_at_all(Zlist(part, objects_, progress_.control(), device_));
    const ZlistBands bands(part, objects_, progress_.control());
    if (map_.solids && objects_[0].mesh != nullptr && objects_[1].mesh != nullptr) {
      fragments_ += bands.for_each_line([&](std::size_t cell, const auto& list) {
        if (!list.empty()) keep(cell, solid_column(list));
        if ((cell & (kHeard - 1)) == 0) looked_at(kHeard);
      });
      return;
    }
    fragments_ += bands.for_each_band([&](const ZlistBands::Lists& lists) {
      for (std::size_t c = 0; c < lists.cells(); ++c) look(lists.first_cell + c, lists.list(c));
      looked_at(lists.cells());
    });
  }

  // More cells are done, in whatever order.
  void looked_at(std::size_t cells) {
    const std::size_t now = cells_done_ += cells;
    progress_.share(std::min(1.0, static_cast<double>(now) / static_cast<double>(map_.cells.size())));
  }

  void set(std::size_t i, const MapColumn& c) {
    MapCell& cell = map_.cells[i];
    cell = !c.a ? MapCell::b_only : MapCell::a_only;
    if (!c.balanced) cell = MapCell::undecided;
    if (!c.a || !c.b || !c.balanced) return;
    const double step = view_.depth_step(), error = static_cast<double>(c.error) * step;
    double gap = static_cast<double>(c.longest > 0 ? -c.longest : c.gap) * step;
    // A line that grazes a face may seem to meet what is proved not to be there; on a line nothing is nearer than in space.
    const bool passed = !map_.solids && -gap > options_.tolerance + error;
    if (truth_.no_overlap && !passed) gap = std::max(gap, truth_.distance);
    cell = MapCell::gap;
    if (gap > options_.range) return;
    if (!truth_.apart || passed) cell = kind_of(gap, error, c.error <= contact_error_);
    if (cell == MapCell::undecided) return;
    map_.gap[i] = static_cast<float>(gap);
    const double slope = std::min(cosine(0, c.a_face), cosine(1, c.b_face));
    map_.distance_low[i] = static_cast<float>(gap < 0 ? gap * slope : std::max(gap * slope, truth_.distance));
    map_.a_face[i] = c.a_face;
    map_.b_face[i] = c.b_face;
  }

  MapCell kind_of(double gap, double error, bool small_error) const {
    if (-gap > options_.tolerance + error) return MapCell::penetration;
    if (gap > error) return MapCell::gap;
    return small_error ? MapCell::contact : MapCell::undecided;
  }

  void keep_surface(std::size_t cell, const MapColumn& column, std::span<const Fragment> list) {
    std::size_t of_b = 0;
    for (const Fragment& f : list) of_b += f.object();
    odd_[cell] = of_b % 2 == 1 && (list.size() - of_b) % 2 == 1;
    if (column.longest <= 0 || map_.cells[cell] == MapCell::gap) return;
    const std::int64_t lower = a_below_ ? column.a_max : column.b_max, upper = a_below_ ? column.b_min : column.a_min;
    rows_[cell / static_cast<std::size_t>(map_.columns)].deepest.add(
        {column.longest, std::max<std::int64_t>(0, column.longest - column.error), cell,
         (static_cast<double>(lower) + static_cast<double>(upper)) / 2});
  }

  // Of the angle between a face and the plane of the map; 1 where there is no face to ask.
  double cosine(std::size_t body, std::uint32_t face) const {
    if (face == kNoFace) return 1;
    const Triangle t = objects_[body].mesh->triangle(face);
    const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double length = n.norm();
    return length > 0 ? std::abs(n.dot(view_.frame().forward)) / length : 0;
  }

  RowExtremes count() {
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      if ((i & (kHeard - 1)) == 0) progress_.poll();
      map_.undecided_cells += map_.cells[i] == MapCell::undecided;
      const float gap = map_.gap[i];
      if (map_.cells[i] == MapCell::gap && gap >= 0 && (!map_.min_gap || gap < *map_.min_gap)) map_.min_gap = gap;
    }
    RowExtremes all;
    for (const RowExtremes& r : rows_) {
      all.ways.add(r.ways);
      all.deepest.add(r.deepest);
    }
    const bool clear = map_.solids && truth_.no_overlap;
    map_.partings.push_back(clear ? Parting{view_.frame().forward, {}} : parting_of(view_, all.ways, map_.solids, a_below_));
    map_.stats.stages.push_back({to_string(Method::zlist), 0, objects_count(), fragments_});
    if (map_.solids && form_ == ZlistForm::minmax)
      map_.stats.stages.push_back({"zlist_minmax", 0, map_.cells.size(), flagged_});
    return all;
  }

  std::uint64_t objects_count() const {
    std::uint64_t n = 0;
    for (const RasterObject& o : objects_) n += o.mesh != nullptr ? o.mesh->faces.size() : 1;
    return n;
  }

  std::span<const RasterObject, 2> objects_;
  const RasterView& view_;
  const MapOptions& options_;
  ZlistForm form_;
  const MapTruth& truth_;
  Progress progress_;
  RasterDevice* device_;
  std::int64_t contact_error_;  // of lines that may count as contact
  InterferenceMap map_;
  std::atomic<std::size_t> cells_done_ = 0;
  std::vector<RowExtremes> rows_;
  std::vector<std::uint8_t> odd_;
  std::uint64_t fragments_ = 0, flagged_ = 0;
  bool a_below_;
};

}  // namespace

void SurfaceDepth::add(const SurfaceDepth& o) {
  const std::int64_t low = std::max(longest_low, o.longest_low);
  if (o.longest > longest) *this = o;
  longest_low = low;
}

MapLines map_lines(const RasterObject& a, const RasterObject& b, const ViewFrame& frame, const MapOptions& options,
                   ZlistForm form, const MapTruth& truth, const Progress& progress, RasterDevice* device) {
  const RasterObject objects[] = {a, b};
  const Box box_a = a.seen(frame), box_b = b.seen(frame);
  const RasterView view = map_view(frame, box_a, box_b, options.view.resolution.value_or(ViewOptions::kResolution));
  return MapMaker(objects, view, first_is_below(box_a, box_b), options, form, truth, progress, device).run();
}

}  // namespace impinge
