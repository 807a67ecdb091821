// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: let two faces share a point of the region, in cell c. If neither is long, all their corners lie within longest()
// cells of c on each axis, so the corners of one lie within twice that of those of the other, and all these cells are inside
// the grid. So a corner that finds no mark within that reach belongs to no such pair. If one of the faces is long, c is
// among the cells marked for it, and the corners of the other one lie within longest() cells of c. Masks have one bit for
// two cells on each axis: an eighth of the memory, for a reach that grows by half a cell. Numbers that differ by 2 n at most
// differ by n at most when they are halved. Vertices are half as many as faces and lie in a row: this is the cheapest look
// at two surfaces that there is.
#include "cull/overlap_region/near_vertices.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <atomic>

#include "cull/overlap_region/face_cells.h"
#include "cull/overlap_region/mask_marks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region/near_vertices.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Culls those of some ascending vertices whose cells are not marked.
void cull_unmarked(const SliceMask::View& mask, const std::uint32_t* vertices, size_t count, CellCode* codes) {
  const hn::ScalableTag<uint32_t> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto half = hn::Set(d, 127u);
  const size_t n = hn::Lanes(d);
  size_t i = 0;
  while (i < count) {
    const std::uint32_t first = vertices[i];
    if (i + n > count || vertices[i + n - 1] - first != n - 1) {  // not in a row
      CellCode& c = codes[first];
      const std::uint32_t z = c >> 17 & 127u;
      const std::uint32_t bits = mask.bytes[(c >> 9 & 127u) * mask.row + (c >> 1 & 127u) * mask.column + (z >> 3)];
      if ((bits >> (z & 7) & 1) == 0) c &= kAliveCode - 1;
      ++i;
      continue;
    }
    const auto c = hn::LoadU(d, codes + first);
    const auto x = hn::And(hn::ShiftRight<1>(c), half), y = hn::And(hn::ShiftRight<9>(c), half),
               z = hn::And(hn::ShiftRight<17>(c), half);
    const auto column = hn::Add(hn::Mul(y, hn::Set(d, mask.row)), hn::Mul(x, hn::Set(d, mask.column)));
    const auto offset = hn::BitCast(di, hn::Add(column, hn::ShiftLeft<2>(hn::ShiftRight<5>(z))));
    const auto words = hn::GatherOffset(d, reinterpret_cast<const std::uint32_t*>(mask.bytes), offset);
    const auto marked = hn::And(hn::Shr(words, hn::And(z, hn::Set(d, 31u))), hn::Set(d, 1u));
    hn::StoreU(hn::And(c, hn::Or(hn::ShiftLeft<24>(marked), hn::Set(d, kAliveCode - 1))), d, codes + first);
    i += n;
  }
}

// Every bit also to its neighbours at one to `reach` steps, 1 or 2. Plain loops: the compiler makes vectors of them.
void spread_bits(const std::uint64_t* in, std::uint64_t* out, size_t begin, size_t end, int reach) {
  const auto near = [&](size_t i, int s) {
    return in[i] | in[i] << s | in[i] >> s | in[i - 1] >> (64 - s) | in[i + 1] << (64 - s);
  };
  if (reach == 1)
    for (size_t i = begin; i < end; ++i) out[i] = near(i, 1);
  else
    for (size_t i = begin; i < end; ++i) out[i] = near(i, 1) | near(i, 2);
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(cull_unmarked);
HWY_EXPORT(spread_bits);

constexpr std::size_t kWordGrain = 8192;  // words of a mask a task

constexpr int kHalvings = 1;    // a bit of a mask stands for two cells on each axis
static_assert(kHalvings == 1);  // cull_unmarked and reach_of take it for granted

// In bits of a mask.
int reach_of(const RegionGrid& grid, int axis) { return grid.longest(axis); }

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
  reach == 1 ? spread<1>(from, to, static_cast<std::size_t>(step)) : spread<2>(from, to, static_cast<std::size_t>(step));
}

// Along the columns. Bits spill over as above.
void spread_along(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, int reach) {
  const std::size_t n = from.size();
  const auto ends = [&](std::size_t i) {
    const std::uint64_t three[3] = {i > 0 ? from[i - 1] : 0, from[i], i + 1 < n ? from[i + 1] : 0};
    std::uint64_t out[3];
    HWY_DYNAMIC_DISPATCH(spread_bits)(three, out, 1, 2, reach);
    to[i] = out[1];
  };
  ends(0);
  ends(n - 1);
  if (n <= 2) return;
  tbb::parallel_for(Range(1, n - 1, kWordGrain), [&](const Range& range) {
    HWY_DYNAMIC_DISPATCH(spread_bits)(from.data(), to.data(), range.begin(), range.end(), reach);
  });
}

int halved(CellCode c, int axis) { return cell_of(c, axis) >> kHalvings; }

// Cells within reach of what was marked.
class NearCells {
 public:
  NearCells(const RegionGrid& grid, MaskMarks& marks) : mask_(marks.concatenate()) {
    KeptVector<std::uint64_t> one(mask_.words().size()), two(one.size());
    spread_along(mask_.words(), one, reach_of(grid, 2));
    spread(one, two, mask_.column_words(), reach_of(grid, 0));
    spread(two, mask_.words(), mask_.row_words(), reach_of(grid, 1));
  }

  bool hold(CellCode c) const { return mask_.marked(halved(c, 0), halved(c, 1), halved(c, 2)); }
  SliceMask::View view() const { return mask_.view(); }

 private:
  SliceMask mask_;
};

NearCells near_vertices(const RegionGrid& grid, const VertexCodes& vertices) {
  MaskMarks marks(grid, kHalvings);
  tbb::parallel_for(std::size_t{0}, vertices.inside.size(), [&](std::size_t i) {
    SliceMask& mask = marks.mine();
    const KeptVector<std::uint32_t>& inside = vertices.inside[i];
    const auto mark = [&](std::size_t k) {
      const CellCode c = vertices.cells[inside[k]];
      mask.mark(halved(c, 0), halved(c, 1), halved(c, 2), c >= kAliveCode);
    };
    // Vertices that follow each other mark the same words and would wait for each other: four strands do not.
    const std::size_t strand = inside.size() / 4;
    for (std::size_t k = 0; k < strand; ++k)
      for (std::size_t s = 0; s < 4; ++s) mark(k + s * strand);
    for (std::size_t k = 4 * strand; k < inside.size(); ++k) mark(k);
  });
  return {grid, marks};
}

void cull(const NearCells& cells, VertexCodes& vertices) {
  tbb::parallel_for(std::size_t{0}, vertices.inside.size(), [&](std::size_t i) {
    const KeptVector<std::uint32_t>& inside = vertices.inside[i];
    HWY_DYNAMIC_DISPATCH(cull_unmarked)(cells.view(), inside.data(), inside.size(), vertices.cells.data());
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
  MaskMarks marks(grid, kHalvings);
  tbb::parallel_for(Range(0, long_faces.size(), 64), [&](const Range& range) {
    SliceMask& mask = marks.mine();
    for (std::size_t i = range.begin(); i != range.end(); ++i)
      visit_cells(other, long_faces[i], grid, [&](const SliceMask::Cells& c) {
        mask.mark({c.x0 >> kHalvings, c.x1 >> kHalvings, c.y0 >> kHalvings, c.y1 >> kHalvings, c.z0 >> kHalvings,
                   c.z1 >> kHalvings});
        return false;
      });
  });
  const NearCells cells(grid, marks);
  std::atomic<bool> revived = false;
  tbb::parallel_for(std::size_t{0}, vertices.inside.size(), [&](std::size_t i) {
    for (const std::uint32_t v : vertices.inside[i]) {
      CellCode& c = vertices.cells[v];
      if (c >= kAliveCode || !cells.hold(c)) continue;
      c |= kAliveCode;
      if (!revived.load(std::memory_order_relaxed)) revived = true;
    }
  });
  return revived;
}

}  // namespace impinge
#endif
