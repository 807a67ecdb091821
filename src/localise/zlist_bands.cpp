// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/zlist_bands.h"

#include <atomic>
#include <chrono>

#include "localise/raster_draw.h"
#include "localise/raster_lines.h"

namespace impinge {

namespace {

class Watch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double, std::milli> elapsed = now - begin_;
    begin_ = now;
    return elapsed.count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

std::uint32_t signed_depth(std::int32_t z, bool entry) { return static_cast<std::uint32_t>(z) << 1 | std::uint32_t{entry}; }

}  // namespace

ZlistBands::ZlistBands(const RasterView& view, std::span<const RasterObject> objects, const Control& control,
                       Zlist::Times* times)
    : objects_(objects.size()), bands_(view), errors_(objects.size()) {
  if (objects.size() >> (32 - Bands::kCellBits) != 0)
    throw Error(ErrorCode::too_large, fmt::format("{} objects are too many for one raster", objects.size()));
  Watch watch;
  Zlist::Times spent;
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (objects[o].shape != nullptr) {
      draw_lines(view, objects[o], control, [&](int column, int row, const Fragment& f) {
        bands_.local().put(column, row, {signed_depth(f.z, f.entry()), static_cast<std::uint32_t>(f.error)}, o);
      });
    } else {
      const RasterMesh mesh(view, *objects[o].mesh);
      spent.transform_ms += watch.lap();
      errors_[o].resize(mesh.face_count());
      std::int32_t* const errors = errors_[o].data();
      tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, static_cast<std::uint32_t>(mesh.face_count()), 4096),
                        [&](const auto& range) {
                          control.poll();
                          Bands::Writer& writer = bands_.local();
                          const auto on_hit = [&](const RasterHit& hit) {
                            errors[hit.face] = hit.error;
                            writer.put(hit.column, hit.row, {signed_depth(hit.z, hit.entry), hit.face}, o);
                          };
                          const auto on_span = [&](const RasterSpan& span) {
                            errors[span.face] = span.plane.error;
                            writer.put_run(
                                span, o,
                                [&](std::int32_t z) {
                                  return Item{signed_depth(z, span.entry), span.face};
                                },
                                [](int) { return 1; });
                          };
                          draw(mesh, range.begin(), range.end(), 0, view.rows(), HitsAndSpans{on_hit, on_span});
                        });
    }
    spent.draw_ms += watch.lap();
  }
  starts_ = bands_.starts();
  if (times != nullptr) *times = spent;
}

// Sorts the list if it has both bodies, and goes along it until they overlap.
bool ZlistBands::overlap(std::span<std::uint64_t> list) {
  std::uint32_t met = 0;
  for (const std::uint64_t key : list) met |= 1u << PairKey::object(key);
  if (met != 3) return false;
  sort_short(list);
  int winding[2] = {0, 0};
  bool both = false;
  std::uint32_t enter = 0;
  for (const std::uint64_t key : list) {
    const std::uint32_t depth = PairKey::depth(key);
    winding[PairKey::object(key)] += (depth & 1) != 0 ? 1 : -1;
    const bool now = winding[0] != 0 && winding[1] != 0;
    if (now && !both) enter = depth >> 1;
    if (both && !now && depth >> 1 > enter) return true;
    both = now;
  }
  return false;
}

std::uint64_t ZlistBands::overlapping_lines() const {
  std::atomic<std::uint64_t> lines = 0;
  const auto make = [](const Item& i, std::uint32_t object) { return PairKey::make(i, object); };
  bands_.for_each_band(make, [&](std::size_t, const Bands::Band<std::uint64_t>& band) {
    std::uint64_t here = 0;
    for (std::size_t c = 0; c < band.cells(); ++c) here += overlap(band.list(c));
    lines += here;
  });
  return lines;
}

}  // namespace impinge
