// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/zlist/zlist_bands.h"

namespace impinge {

ZlistBands::ZlistBands(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
                       Zlist::Times* times)
    : objects_(objects.size()), drawing_(view, objects, control), errors_(objects.size()), times_(times) {
  if (objects.size() >> kCrowdBits != 0)
    throw Error(ErrorCode::too_large, fmt::format("{} objects are too many for one raster", objects.size()));
  for (std::size_t o = 0; o < objects.size(); ++o)
    if (objects[o].mesh != nullptr) errors_[o].resize(objects[o].mesh->faces.size());
  if (times_ != nullptr) *times_ = {watch_.lap(), 0, 0};
}

void ZlistBands::add_times(double draw_ms, double sort_ms) const {
  if (times_ == nullptr) return;
  const std::lock_guard lock(times_mutex_);
  times_->draw_ms += draw_ms;
  times_->sort_ms += sort_ms;
}

std::uint64_t ZlistBands::overlapping_lines(std::uint64_t* crossings) const {
  struct Memory {
    BandLists<std::uint64_t> lists;
    std::vector<LayerVerdict> verdicts;
  };
  tbb::enumerable_thread_specific<Memory> memory;
  std::atomic<std::uint64_t> lines = 0, all = 0;
  tbb::parallel_for(0, bands(), [&](int band) {
    Memory& m = memory.local();
    Stopwatch watch;
    fill<PairKey>(band, m.lists);
    const double draw_ms = watch.lap();
    m.lists.judge(m.verdicts);
    lines += static_cast<std::uint64_t>(std::count(m.verdicts.begin(), m.verdicts.end(), LayerVerdict::overlap));
    all += m.lists.size();
    add_times(draw_ms, watch.lap());
  });
  if (crossings != nullptr) *crossings = all;
  return lines;
}

}  // namespace impinge
