// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/zlist.h"

#include <chrono>

#include "localise/zlist_bands.h"

namespace impinge {

Zlist::Zlist(const RasterView& view, std::span<const RasterObject> objects, const Control& control, Times* times)
    : view_(view) {
  if (draw_on_device(objects, control)) return;
  const ZlistBands bands(view, objects, control, times);
  const auto begin = std::chrono::steady_clock::now();
  fragments_.resize(bands.size());
  begin_.resize(view.cells() + 1);
  begin_.back() = static_cast<std::uint32_t>(bands.size());
  bands.for_each_band([&](const ZlistBands::Lists& lists) {
    const std::size_t start = bands.start(lists.band);
    for (std::size_t c = 0; c < lists.cells(); ++c)
      begin_[lists.first_cell + c] = static_cast<std::uint32_t>(start) + lists.begin[c];
    std::copy(lists.fragments.begin(), lists.fragments.end(), fragments_.begin() + static_cast<std::ptrdiff_t>(start));
  });
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
  if (times != nullptr) times->sort_ms = elapsed.count();
}

}  // namespace impinge
