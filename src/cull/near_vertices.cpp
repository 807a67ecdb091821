// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: let two faces share a point of the region, in cell c. If neither is long, all their corners lie within longest()
// cells of c on each axis, so the corners of one lie within twice that of those of the other, and all these cells are inside
// the grid. So a corner that finds no mark within that reach belongs to no such pair. If one of the faces is long, c is
// among the cells marked for it, and the corners of the other one lie within longest() cells of c. Vertices are half as many
// as faces and lie in a row: this is the cheapest look at two surfaces that there is.
#include "cull/near_vertices.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>

#include "cull/face_cells.h"
#include "cull/slice_mask.h"

namespace impinge {

namespace {

constexpr std::size_t kWordGrain = 8192;  // words of a mask a task

int reach_of(const RegionGrid& grid, int axis) { return 2 * grid.longest(axis); }

using Range = tbb::blocked_range<std::size_t>;

// to[i] = from[i] and its neighbours at one to kReach steps. At the ends of rows and columns bits spill over to the next
// one, which only adds marks.
template <std::size_t kReach>
void spread(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, std::size_t step) {
  const std::size_t n = from.size(), reach = std::min(n, kReach * step);
  const auto careful = [&](std::size_t i) {
    std::uint64_t bits = from[i];
    for (std::size_t k = step; k <= kReach * step; k += step)
      bits |= (i >= k ? from[i - k] : 0) | (i + k < n ? from[i + k] : 0);
    to[i] = bits;
  };
  for (std::size_t i = 0; i < reach; ++i) careful(i);
  for (std::size_t i = std::max(reach, n - reach); i < n; ++i) careful(i);
  if (n <= 2 * reach) return;
  tbb::parallel_for(Range(reach, n - reach, kWordGrain), [&](const Range& range) {
    const std::uint64_t* in = from.data();
    std::uint64_t* out = to.data();
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      std::uint64_t bits = in[i];
      for (std::size_t k = 1; k <= kReach; ++k) bits |= in[i - k * step] | in[i + k * step];
      out[i] = bits;
    }
  });
}

void spread(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, int step, int reach) {
  static_assert(RegionGrid::kLongest == 2);
  reach == 2 ? spread<2>(from, to, static_cast<std::size_t>(step)) : spread<4>(from, to, static_cast<std::size_t>(step));
}

// Cells within reach of what was marked.
class NearCells {
 public:
  explicit NearCells(const RegionGrid& grid) : grid_(grid), mask_(grid) {}

  void mark(SliceMask::Cells c) {
    c.z0 = std::max(c.z0 - reach_of(grid_, 2), 0);
    c.z1 = std::min(c.z1 + reach_of(grid_, 2), grid_.size(2) - 1);
    mask_.mark(c);
  }

  // To be called once, after all marks.
  void spread_out() {
    KeptVector<std::uint64_t> wide(mask_.words().size());
    spread(mask_.words(), wide, mask_.column_words(), reach_of(grid_, 0));
    spread(wide, mask_.words(), mask_.row_words(), reach_of(grid_, 1));
  }

  bool hold(CellCode c) const { return mask_.marked(cell_of(c, 0), cell_of(c, 1), cell_of(c, 2)); }

 private:
  const RegionGrid& grid_;
  SliceMask mask_;
};

// Calls visit(code) for the vertices inside the grid.
template <typename Codes, typename Visit>
void each_inside(Codes& vertices, const Visit& visit) {
  tbb::parallel_for(std::size_t{0}, vertices.inside.size(), [&](std::size_t i) {
    for (const std::uint32_t v : vertices.inside[i]) visit(vertices.cells[v]);
  });
}

NearCells near_vertices(const RegionGrid& grid, const VertexCodes& vertices) {
  NearCells cells(grid);
  each_inside(vertices, [&](CellCode c) {
    if (c < kAliveCode) return;
    const int x = cell_of(c, 0), y = cell_of(c, 1), z = cell_of(c, 2);
    cells.mark({x, x, y, y, z, z});
  });
  cells.spread_out();
  return cells;
}

void cull(const NearCells& cells, VertexCodes& vertices) {
  each_inside(vertices, [&](CellCode& c) {
    if (!cells.hold(c)) c &= kAliveCode - 1;
  });
}

}  // namespace

void cull_far_vertices(const RegionGrid& grid, VertexCodes& a, VertexCodes& b) {
  cull(near_vertices(grid, a), b);
  cull(near_vertices(grid, b), a);
}

bool revive_near_long_faces(const RegionGrid& grid, const WorldObject& other, std::span<const RegionFace> long_faces,
                            VertexCodes& vertices) {
  if (long_faces.empty()) return false;
  NearCells cells(grid);
  tbb::parallel_for(Range(0, long_faces.size(), 64), [&](const Range& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i)
      visit_cells(other, long_faces[i], grid, [&](const SliceMask::Cells& c) {
        cells.mark(c);
        return false;
      });
  });
  cells.spread_out();
  std::atomic<bool> revived = false;
  each_inside(vertices, [&](CellCode& c) {
    if (c >= kAliveCode || !cells.hold(c)) return;
    c |= kAliveCode;
    if (!revived.load(std::memory_order_relaxed)) revived = true;
  });
  return revived;
}

}  // namespace impinge
