// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "answer/map/interference_map.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <cmath>
#include <new>

#include "answer/map/map_column.h"
#include "answer/map/map_numbers.h"
#include "answer/map/map_stages.h"
#include "answer/map/map_sums.h"
#include "raster/direction/view_direction.h"
#include "raster/zlist/zlist_bands.h"

namespace impinge {

namespace {

constexpr std::size_t kTile = 1u << 21;   // cells whose lists are in memory at a time
constexpr std::size_t kHeard = 1u << 12;  // cells after which progress is reported
constexpr float kNoGap = std::numeric_limits<float>::quiet_NaN();

class MapMaker {
 public:
  MapMaker(const RasterObject& a, const RasterObject& b, const MapOptions& options, ZlistForm form, const ViewFrame& frame,
           const Progress& progress, RasterDevice* device)
      : objects_{a, b}, options_(options), form_(form), frame_(frame), progress_(progress), device_(device) {
    map_.solids = a.closed && b.closed;
  }

  InterferenceMap run() {
    const Box box_a = objects_[0].seen(frame_), box_b = objects_[1].seen(frame_);
    Box extent = box_a;
    extent.add(box_b);
    // The common shadow, at all depths; where there is none, the whole.
    Box window = intersection(box_a, box_b);
    window.low.z() = extent.low.z();
    window.high.z() = extent.high.z();
    if (window.empty()) window = extent;
    const RasterView view(frame_, window, extent, options_.view.resolution.value_or(ViewOptions::kResolution));
    describe(view);
    depth_step_ = view.depth_step();
    resize(view.cells());
    if (!map_.solids) a_below_ = first_is_below(box_a, box_b);
    const int height = std::max(1, static_cast<int>(kTile / static_cast<std::size_t>(view.columns())));
    for (int row = 0; row < view.rows(); row += height) {
      progress_.poll();
      fill(view.part(row, std::min(view.rows(), row + height)), row);
    }
    count();
    return std::move(map_);
  }

 private:
  void describe(const RasterView& view) {
    map_.origin = view.origin();
    map_.right = frame_.right;
    map_.up = frame_.up;
    map_.direction = frame_.forward;
    map_.cell = view.cell();
    map_.columns = view.columns();
    map_.rows = view.rows();
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
    rows_.assign(static_cast<std::size_t>(map_.rows), {});
  }

  void fill(const RasterView& part, int first_row) {
    const auto columns = static_cast<std::size_t>(part.columns());
    const std::size_t first = static_cast<std::size_t>(first_row) * columns;
    const auto keep = [&](std::size_t cell, const MapColumn& column) {
      set(first + cell, column, part.depth_step());
      if (column.a && column.b)
        rows_[(first + cell) / columns].ways.add({column.a_max - column.b_min, column.b_max - column.a_min});
    };
    const auto look = [&](std::size_t cell, std::span<const Fragment> list) {
      if (list.empty()) return;
      keep(cell, map_.solids ? solid_column(list) : surface_column(list, a_below_));
      RowExtremes& row = rows_[(first + cell) / columns];
      for (const Fragment& f : list) row.error = std::max(row.error, f.error * part.depth_step());
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
      RowExtremes& row = rows_[static_cast<std::size_t>(first_row)];
      row.error = std::max(row.error, bands.largest_error() * part.depth_step());
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

  void set(std::size_t i, const MapColumn& c, double step) {
    MapCell& cell = map_.cells[i];
    cell = !c.a ? MapCell::b_only : MapCell::a_only;
    if (!c.balanced) cell = MapCell::undecided;
    if (!c.a || !c.b || !c.balanced) return;
    const bool overlaps = c.longest > 0;
    const double gap = static_cast<double>(overlaps ? -c.longest : c.gap) * step,
                 error = static_cast<double>(c.error) * step;
    cell = MapCell::gap;
    if (gap > options_.range) return;
    if (gap < 0 && -gap > options_.tolerance + error)
      cell = MapCell::penetration;
    else if (gap <= error + (gap < 0 ? options_.tolerance : 0))
      cell = MapCell::contact;
    map_.gap[i] = static_cast<float>(gap);
    const double slope = std::min(cosine(0, c.a_face), cosine(1, c.b_face));
    map_.distance_low[i] = static_cast<float>(gap * slope);
    map_.a_face[i] = c.a_face;
    map_.b_face[i] = c.b_face;
  }

  // Of the angle between a face and the plane of the map; 1 where there is no face to ask.
  double cosine(int body, std::uint32_t face) const {
    if (face == kNoFace) return 1;
    const Triangle t = objects_[body].mesh->triangle(face);
    const Vec3 n = cross(t.p[1] - t.p[0], t.p[2] - t.p[0]);
    const double length = n.norm();
    return length > 0 ? std::abs(n.dot(frame_.forward)) / length : 0;
  }

  void count() {
    for (std::size_t i = 0; i < map_.cells.size(); ++i) {
      if ((i & (kHeard - 1)) == 0) progress_.poll();
      map_.undecided_cells += map_.cells[i] == MapCell::undecided;
      const float gap = map_.gap[i];
      if (gap >= 0 && (!map_.min_gap || gap < *map_.min_gap)) map_.min_gap = gap;
    }
    RowExtremes all;
    for (const RowExtremes& r : rows_) {
      all.error = std::max(all.error, r.error);
      all.ways.add(r.ways);
    }
    map_.depth_error = all.error;
    map_.partings.push_back(parting_of(frame_, all.ways, map_.solids, a_below_, depth_step_));
    map_.stats.stages.push_back({"zlist", 0, objects_count(), fragments_});
    if (map_.solids && form_ == ZlistForm::minmax)
      map_.stats.stages.push_back({"zlist_minmax", 0, map_.cells.size(), flagged_});
  }

  std::uint64_t objects_count() const {
    std::uint64_t n = 0;
    for (const RasterObject& o : objects_) n += o.mesh != nullptr ? o.mesh->faces.size() : 1;
    return n;
  }

  RasterObject objects_[2];
  const MapOptions& options_;
  ZlistForm form_;
  ViewFrame frame_;
  Progress progress_;
  RasterDevice* device_;
  InterferenceMap map_;
  std::atomic<std::size_t> cells_done_ = 0;
  struct RowExtremes {
    double error = 0;  // the largest
    PartingWays ways;
  };
  std::vector<RowExtremes> rows_;
  std::uint64_t fragments_ = 0, flagged_ = 0;
  double depth_step_ = 0;
  bool a_below_ = true;
};

// Open surfaces have no inside: area and depth at the lines, no volume.
void set_surface_numbers(InterferenceMap& map, const Progress& progress) {
  const double area = map.cell * map.cell;
  double least = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    if ((i & (kHeard - 1)) == 0) progress.poll();
    const bool met = map.cells[i] == MapCell::penetration || map.cells[i] == MapCell::contact;
    map.contact_area.value += met ? area : 0;
    if (map.cells[i] == MapCell::penetration) least = std::min<double>(least, map.gap[i]);
  }
  // A cell differs from its line by what its border adds: cells next to another kind may count or not.
  double border = 0;
  for (int r = 0; r < map.rows; ++r) {
    progress.poll();
    progress.share(static_cast<double>(r) / map.rows);
    for (int c = 0; c < map.columns; ++c) {
      const auto met = [&](int cc, int rr) {
        if (cc < 0 || rr < 0 || cc >= map.columns || rr >= map.rows) return false;
        const MapCell k =
            map.cells[static_cast<std::size_t>(rr) * static_cast<std::size_t>(map.columns) + static_cast<std::size_t>(cc)];
        return k == MapCell::penetration || k == MapCell::contact;
      };
      if (met(c, r) != met(c + 1, r) || met(c, r) != met(c, r + 1) || met(c, r) != met(c - 1, r) ||
          met(c, r) != met(c, r - 1))
        border += area;
    }
  }
  map.contact_area.low = std::max(0.0, map.contact_area.value - border);
  map.contact_area.high = map.contact_area.value + border;
  map.max_depth = {-least, std::max(0.0, -least - map.depth_error), -least + map.depth_error};
  map.statement =
      "a surface is open, so that volume and containment are not defined; gaps, depths and areas are those of the surfaces, "
      "and partings bring the upper one above the lower one";
}

// Each interval holds the truth, so what they share does; values count by how narrow their intervals are.
Bounded common(std::span<const Bounded> views) {
  Bounded all = views.front();
  double values = 0, weights = 0;
  for (const Bounded& v : views) {
    const double low = std::max(all.low, v.low), high = std::min(all.high, v.high);
    if (low > high) continue;  // bounds of shapes without faces are estimates
    all.low = low;
    all.high = high;
    const double weight = 1 / std::max(v.high - v.low, 1e-300);
    values += weight * v.value;
    weights += weight;
  }
  all.value = std::clamp(values / weights, all.low, all.high);
  return all;
}

}  // namespace

void require_map_options(const MapOptions& options) {
  require_view_options(options.view);
  if (options.refine < 0 || options.refine > kMostHalvings)
    throw Error(ErrorCode::bad_argument,
                fmt::format("cells can be halved between 0 and {} times, not {}", kMostHalvings, options.refine));
  if (!(options.range >= 0)) throw Error(ErrorCode::bad_argument, "the range of a map must not be negative");
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
    throw Error(ErrorCode::bad_argument, "the tolerance of a map must be finite and not negative");
  for (const Vec3& direction : options.directions) ViewFrame::along(direction);
}

InterferenceMap interference_map(const RasterObject& a, const RasterObject& b, std::span<const ViewChoice> views,
                                 const MapOptions& options, ZlistForm form, Control& control, RasterDevice* device) {
  const int resolution = options.view.resolution.value_or(ViewOptions::kResolution);
  try {
    MapStages stages(control, options, views.size(), a.closed && b.closed, a.mesh != nullptr && b.mesh != nullptr);
    const ViewFrame frame = ViewFrame::along(views.front().direction);
    InterferenceMap map = MapMaker(a, b, options, form, frame, stages.lines(), device).run();
    map.direction_rule = views.front().rule;
    map.slope = views.front().slope;
    map.views.assign(views.begin(), views.end());
    if (map.solids) {
      const MapNumbers numbers = map_numbers(frame, a, b, resolution, options.refine, stages.numbers(), device);
      map.overlap_volume = numbers.volume;
      map.contact_area = numbers.area;
      map.max_depth = numbers.depth;
      map.centroid = numbers.centroid;
      map.deepest_point = numbers.deepest;
      map.refined = numbers.refined;
    } else {
      set_surface_numbers(map, stages.numbers());
    }
    std::vector<Bounded> volumes = {map.overlap_volume};
    for (const ViewChoice& view : views.subspan(1)) {
      if (map.solids)
        volumes.push_back(
            map_numbers(ViewFrame::along(view.direction), a, b, resolution, options.refine, stages.numbers(), device)
                .volume);
      map.partings.push_back(find_parting(a, b, view.direction, resolution, stages.parting(), device));
    }
    if (volumes.size() > 1) map.overlap_volume = common(volumes);
    for (const Vec3& direction : options.directions)
      map.partings.push_back(find_parting(a, b, direction, resolution, stages.parting(), device));
    return map;
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::too_large,
                fmt::format("a map of {} cells a side does not fit into memory; lower the resolution", resolution));
  }
}

}  // namespace impinge
