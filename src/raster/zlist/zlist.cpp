// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/zlist/zlist.h"

#include <tbb/enumerable_thread_specific.h>

#include "raster/device/raster_device.h"
#include "raster/draw/raster_lines.h"
#include "raster/zlist/zlist_bands.h"

namespace impinge {

namespace {

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

Zlist::Zlist(const RasterView& view, std::span<const RasterObject> objects, const Progress& progress, RasterDevice* device,
             Times* times)
    : view_(view) {
  if (draw_on_device(objects, progress.control(), device)) return;
  const ZlistBands bands(view, objects, progress.control(), times);
  // Where a band begins is known when all are done.
  std::vector<KeptVector<Fragment>> parts(static_cast<std::size_t>(bands.bands()));
  begin_.resize(view.cells() + 1);
  std::atomic<int> drawn = 0;
  const std::uint64_t size = bands.for_each_band([&](const ZlistBands::Lists& lists) {
    std::copy(lists.begin.begin(), lists.begin.end() - 1, begin_.begin() + static_cast<std::ptrdiff_t>(lists.first_cell));
    parts[lists.band].assign(lists.fragments.begin(), lists.fragments.end());
    progress.share(static_cast<double>(++drawn) / bands.bands());
  });
  if (size >= std::uint64_t{1} << 31)
    throw Error(ErrorCode::too_large, fmt::format("{} crossings at {} x {} cells are too many; lower the resolution", size,
                                                  view.columns(), view.rows()));
  std::vector<std::uint32_t> first(parts.size());
  std::uint32_t sum = 0;
  for (std::size_t b = 0; b < parts.size(); ++b) {
    first[b] = sum;
    sum += static_cast<std::uint32_t>(parts[b].size());
  }
  fragments_.resize(sum);
  begin_.back() = sum;
  const RowBands rows(view);
  tbb::parallel_for(std::size_t{0}, parts.size(), [&](std::size_t b) {
    const auto begin = begin_.begin() + static_cast<std::ptrdiff_t>(rows.first_cell(static_cast<int>(b)));
    for (auto c = begin; c != begin + static_cast<std::ptrdiff_t>(rows.cells(static_cast<int>(b))); ++c) *c += first[b];
    std::copy(parts[b].begin(), parts[b].end(), fragments_.begin() + first[b]);
    KeptVector<Fragment>().swap(parts[b]);
  });
}

bool Zlist::draw_on_device(std::span<const RasterObject> objects, const Control& control, RasterDevice* device) {
  return drawn_on_device(device, [&](RasterDevice& card) {
    return card.zlist(view_, objects, shape_crossings(view_, objects, control), lists_into(begin_, fragments_));
  });
}

}  // namespace impinge
