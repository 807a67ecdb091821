// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

// Stripes of rows with the faces that reach into them, so that every thread draws rows of its own and none waits for
// another.

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "raster/draw/raster_draw.h"

namespace impinge {

/// Calls draw_stripe(row_begin, row_end, faces) for stripes that make up the rows [row_begin, row_end); the faces are given
/// by a function for_each_run(on_run(face_begin, face_end)).
template <typename DrawStripe>
void for_each_stripe(const RasterMesh& mesh, int row_begin, int row_end, const DrawStripe& draw_stripe) {
  const auto count = static_cast<std::uint32_t>(mesh.face_count());
  const int threads = tbb::this_task_arena::max_concurrency();
  const int stripes = threads == 1 ? 1 : std::min(4 * threads, row_end - row_begin);
  if (stripes <= 1) {
    constexpr std::uint32_t kLongRun = 1u << 14;
    draw_stripe(row_begin, row_end, [&](const auto& on_run) {
      for (std::uint32_t f = 0; f < count; f += kLongRun) on_run(f, f + std::min(kLongRun, count - f));
    });
    return;
  }
  const int height = (row_end - row_begin + stripes - 1) / stripes;
  // Runs of faces, each with the rows it spans; neighbours in a mesh mostly lie close together.
  constexpr std::uint32_t kRun = 64;
  std::vector<std::pair<std::int64_t, std::int64_t>> rows((count + kRun - 1) / kRun);
  tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t r) {
    std::int64_t low = INT64_MAX, high = INT64_MIN;
    for (std::uint32_t f = static_cast<std::uint32_t>(r) * kRun; f < std::min<std::uint64_t>(count, (r + 1) * kRun); ++f)
      for (const std::uint32_t v : mesh.faces()[f]) {
        const RasterCorner& c = mesh.corners()[v];
        low = std::min(low, RasterMesh::far(c) ? INT64_MIN : first_centre(c.y));
        high = std::max(high, RasterMesh::far(c) ? INT64_MAX : first_centre(c.y));
      }
    rows[r] = {low, high};
  });
  tbb::parallel_for(0, stripes, [&](int s) {
    const int begin = row_begin + s * height, end = std::min(row_end, begin + height);
    if (begin >= end) return;
    draw_stripe(begin, end, [&](const auto& on_run) {
      for (std::uint32_t r = 0; r < rows.size(); ++r)
        if (rows[r].first < end && rows[r].second > begin) on_run(r * kRun, std::min(count, (r + 1) * kRun));
    });
  });
}

}  // namespace impinge
