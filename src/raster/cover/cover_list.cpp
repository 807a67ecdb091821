// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "raster/cover/cover_list.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_sort.h>

#include <atomic>

#include "raster/bands/banded_items.h"
#include "raster/cover/cover_cells.h"
#include "raster/device/raster_device.h"

namespace impinge {

CoverList::CoverList(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low, std::int32_t z_high,
                     const Control& control, RasterDevice* device) {
  if (draw_on_device(view, objects, z_low, z_high, device)) return;
  using Bands = BandedItems<Cover>;
  Bands bands(view);
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    const RasterMesh mesh(view, *objects[o].mesh);
    tbb::parallel_for(
        tbb::blocked_range<std::uint32_t>(0, static_cast<std::uint32_t>(mesh.face_count()), 4096), [&](const auto& range) {
          control.poll();
          Bands::Writer& writer = bands.local();
          for (std::uint32_t f = range.begin(); f < range.end(); ++f)
            for_each_covered_cell(mesh.triangle(f), view, [&](int column, int row, std::int32_t low, std::int32_t high) {
              if (low <= z_high && high >= z_low) writer.put(column, row, {low, high, o, f});
            });
        });
  }
  bands.gather(begin_, covers_, control, [](Cover* begin, Cover* end) {
    std::sort(begin, end, [](const Cover& x, const Cover& y) {
      return std::tie(x.low, x.high, x.object, x.face) < std::tie(y.low, y.high, y.object, y.face);
    });
  });
}

bool CoverList::draw_on_device(const RasterView& view, std::span<const RasterObject> objects, std::int32_t z_low,
                               std::int32_t z_high, RasterDevice* device) {
  return drawn_on_device(device, [&](RasterDevice& card) {
    return card.cover_list(view, objects, z_low, z_high, lists_into(begin_, covers_));
  });
}

std::vector<Candidate> cover_pairs(const CoverList& covers, std::size_t cells, std::span<const std::uint32_t> ids,
                                   std::uint64_t most, const Control& control) {
  tbb::enumerable_thread_specific<std::vector<Candidate>> found;
  std::atomic<std::uint64_t> count = 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, cells, 4096), [&](const auto& range) {
    control.poll();
    std::vector<Candidate>& mine = found.local();
    const std::size_t before = mine.size();
    for (std::size_t cell = range.begin(); cell < range.end(); ++cell) {
      const std::span<const Cover> list = covers.list(cell);
      for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = i + 1; j < list.size() && list[j].low <= list[i].high; ++j) {
          if (list[i].object == list[j].object) continue;
          const bool swap = ids[list[i].object] > ids[list[j].object];
          const Cover &a = list[swap ? j : i], &b = list[swap ? i : j];
          mine.push_back({ids[a.object], ids[b.object], a.face, b.face});
        }
    }
    // A face pair shows up in every cell it shares; what one task found is made unique at once.
    std::sort(mine.begin() + static_cast<std::ptrdiff_t>(before), mine.end());
    mine.erase(std::unique(mine.begin() + static_cast<std::ptrdiff_t>(before), mine.end()), mine.end());
    if ((count += mine.size() - before) > most)
      throw Error(ErrorCode::too_large,
                  "more face pairs share cells than memory allows; raise the resolution or use another method");
  });
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& part : found) all.insert(all.end(), part.begin(), part.end());
  tbb::parallel_sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace impinge
