// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "base/stopwatch.h"
#include "raster/depth_count/depth_count.h"
#include "raster/depth_count/kept_depth_maps.h"
#include "raster/device/raster_device.h"
#include "raster/draw/raster_lines.h"
#include "raster/draw/raster_stripes.h"

namespace impinge {

namespace {

// One more crossing of A. The second largest crossing is compared with the largest when the later of the two comes, so a tie
// at an extreme is never overlooked.
void add(DepthMaps::Cell& cell, std::int32_t z, std::int32_t error) {
  const std::int64_t slack = std::int64_t{error} + cell.error;
  if (cell.layers > 0 &&
      (std::abs(std::int64_t{z} - cell.z_max) <= slack || std::abs(std::int64_t{z} - cell.z_min) <= slack))
    cell.tie = 1;
  cell.z_max = std::max(cell.z_max, z);
  cell.z_min = std::min(cell.z_min, z);
  cell.error = std::max(cell.error, error);
  if (cell.layers < UINT16_MAX) ++cell.layers;
}

}  // namespace

DepthMaps draw_depth_maps(const RasterView& view, const RasterObject& a, const Control& control, RasterDevice* device) {
  DepthMaps maps{view, KeptVector<DepthMaps::Cell>(view.cells())};
  const auto columns = static_cast<std::size_t>(view.columns());
  if (drawn_on_device(device, [&](RasterDevice& card) { return card.depth_maps(view, a, maps.cells); })) {
  } else if (a.shape != nullptr) {
    draw_lines(view, a, control, [&](int column, int row, const Fragment& f) {
      add(maps.cells[static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column)], f.z, f.error);
    });
  } else {
    const RasterMesh mesh(view, *a.mesh);
    for_each_stripe(mesh, 0, view.rows(), [&](int row_begin, int row_end, const auto& for_each_run) {
      for_each_run([&](std::uint32_t begin, std::uint32_t end) {
        control.poll();
        draw(mesh, begin, end, row_begin, row_end, [&](const RasterHit& hit) {
          add(maps.cells[static_cast<std::size_t>(hit.row) * columns + static_cast<std::size_t>(hit.column)], hit.z,
              hit.error);
        });
      });
    });
  }
  for (const DepthMaps::Cell& c : maps.cells) {
    maps.covered += c.layers > 0;
    maps.many_layers += c.layers > 2;
  }
  return maps;
}

namespace {

std::shared_ptr<const DepthMaps> maps_of(const RasterView& view, const RasterObject& a, const Control& control,
                                         RasterDevice* device, KeptDepthMaps* kept, bool& known) {
  std::shared_ptr<const DepthMaps> maps = kept != nullptr ? kept->find(view, a) : nullptr;
  known = maps != nullptr;
  if (known) return maps;
  maps = std::make_shared<const DepthMaps>(draw_depth_maps(view, a, control, device));
  if (kept != nullptr) kept->keep(a, maps);
  return maps;
}

}  // namespace

DepthCountResult depth_count_of(const RasterView& view, const RasterObject& a, const RasterObject& b,
                                const DepthCountOptions& options, const Control& control, RasterDevice* device,
                                KeptDepthMaps* kept) {
  DepthCountResult result;
  Stopwatch watch;
  // A device counts in both passes at once; where the first one alone is asked for, it draws the maps.
  if (options.second_pass &&
      drawn_on_device(device, [&](RasterDevice& card) { return card.depth_count(view, a, b, options, result); })) {
    result.times = {};
    result.times.device_ms = watch.ms();
  } else if (std::optional<DepthCountResult> found = count_layers_alone(view, a, b, options, control)) {
    result = std::move(*found);
    result.times.layers_ms = watch.ms();
  } else {
    bool known = false;
    watch.lap();
    const std::shared_ptr<const DepthMaps> maps = maps_of(view, a, control, device, kept, known);
    const double maps_ms = watch.lap();
    result = depth_count(*maps, a, b, options, control);
    result.times.maps_ms = maps_ms;
    result.times.maps_kept = known;
    result.covered = maps->covered;
    for (std::size_t i = 0; i < maps->cells.size(); ++i)
      result.alone += maps->cells[i].layers > 0 && result.cases[i] == DepthCase::outside;
  }
  if (kept != nullptr) kept->note_roles(a, b, result.swap_roles);
  return result;
}

}  // namespace impinge
