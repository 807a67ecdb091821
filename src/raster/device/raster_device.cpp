// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Where the raster methods turn to a device: each asks it first, and draws itself where the device leaves the work to it.
#include "raster/device/raster_device.h"

#include <tbb/enumerable_thread_specific.h>

#include "raster/draw/raster_lines.h"

namespace impinge {

namespace {

template <typename Item>
ListTarget<Item> lists_into(KeptVector<std::uint32_t>& begin, KeptVector<Item>& items) {
  return {[&](std::size_t n) {
            begin.resize(n);
            return begin.data();
          },
          [&](std::size_t n) {
            items.resize(n);
            return items.data();
          }};
}

// Shapes without faces are evaluated here; the device takes their crossings into the same lists.
std::vector<PlacedFragment> shape_crossings(const RasterView& view, std::span<const RasterObject> objects,
                                            const Control& control) {
  std::vector<PlacedFragment> all;
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (objects[o].shape == nullptr) continue;
    tbb::enumerable_thread_specific<std::vector<PlacedFragment>> found;
    draw_lines(view, objects[o], control, [&](int column, int row, const Fragment& f) {
      found.local().push_back({static_cast<std::uint32_t>(row * view.columns() + column),
                               {f.z, f.error, o | (f.tag & Fragment::kEntry), f.face}});
    });
    for (const std::vector<PlacedFragment>& part : found) all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

bool Zlist::draw_on_device(std::span<const RasterObject> objects, const Control& control) {
  return drawn_on_device(objects, [&](RasterDevice& device) {
    return device.zlist(view_, objects, shape_crossings(view_, objects, control), lists_into(begin_, fragments_));
  });
}

bool CoverList::draw_on_device(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                               std::int32_t z_high) {
  return drawn_on_device(objects, [&](RasterDevice& device) {
    return device.cover_list(view, objects, z_low, z_high, lists_into(begin_, covers_));
  });
}

DepthCountResult depth_count_of(const RasterView& view, const RasterObject& a, const RasterObject& b,
                                const DepthCountOptions& options, const Control& control) {
  DepthCountResult result;
  if (drawn_on_device({&a, 1}, [&](RasterDevice& device) { return device.depth_count(view, a, b, options, result); }))
    return result;
  if (std::optional<DepthCountResult> found = count_layers_alone(view, a, b, options, control)) return std::move(*found);
  const DepthMaps maps = draw_depth_maps(view, a, control);
  result = depth_count(maps, a, b, options, control);
  result.covered = maps.covered;
  for (std::size_t i = 0; i < maps.cells.size(); ++i)
    result.alone += maps.cells[i].layers > 0 && result.cases[i] == DepthCase::outside;
  return result;
}

}  // namespace impinge
