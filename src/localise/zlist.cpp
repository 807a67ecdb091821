// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/zlist.h"

#include <chrono>

#include "localise/raster_bands.h"
#include "localise/raster_draw.h"
#include "localise/raster_lines.h"

namespace impinge {

namespace {

using Bands = RasterBands<Fragment>;

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

void draw_mesh(const RasterMesh& mesh, std::uint32_t object, Bands& bands, const Control& control) {
  tbb::parallel_for(
      tbb::blocked_range<std::uint32_t>(0, static_cast<std::uint32_t>(mesh.face_count()), 4096), [&](const auto& range) {
        control.poll();
        Bands::Writer& writer = bands.local();
        draw(mesh, range.begin(), range.end(), 0, mesh.view().rows(), [&](const RasterHit& hit) {
          writer.put(hit.column, hit.row, {hit.z, hit.error, object | (hit.entry ? Fragment::kEntry : 0), hit.face});
        });
      });
}

// Lists are short: an insertion sort beats anything else up to some thirty.
void sort_list(Fragment* begin, Fragment* end) {
  if (end - begin > 32) {
    std::sort(begin, end, [](const Fragment& x, const Fragment& y) { return x.before(y); });
    return;
  }
  for (Fragment* i = begin + 1; i < end; ++i) {
    const Fragment f = *i;
    Fragment* j = i;
    for (; j > begin && f.before(j[-1]); --j) *j = j[-1];
    *j = f;
  }
}

}  // namespace

Zlist::Zlist(const RasterView& view, std::span<const RasterObject> objects, const Control& control, Times* times)
    : view_(view) {
  if (draw_on_device(objects, control)) return;
  Watch watch;
  Bands bands(view);
  Times spent;
  for (std::uint32_t o = 0; o < objects.size(); ++o) {
    if (objects[o].shape != nullptr) {
      draw_lines(view, objects[o], control, [&](int column, int row, const Fragment& f) {
        bands.local().put(column, row, {f.z, f.error, o | (f.tag & Fragment::kEntry), f.face});
      });
    } else {
      const RasterMesh mesh(view, *objects[o].mesh);
      spent.transform_ms += watch.lap();
      draw_mesh(mesh, o, bands, control);
    }
    spent.draw_ms += watch.lap();
  }
  bands.gather(begin_, fragments_, sort_list);
  spent.sort_ms += watch.lap();
  if (times != nullptr) *times = spent;
}

}  // namespace impinge
