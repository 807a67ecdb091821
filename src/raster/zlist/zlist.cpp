// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/zlist/zlist.h"

#include "raster/zlist/zlist_bands.h"

namespace impinge {

Zlist::Zlist(const RasterView& view, std::span<const RasterObject> objects, const Progress& progress, Times* times)
    : view_(view) {
  if (draw_on_device(objects, progress.control())) return;
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

}  // namespace impinge
