// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// One pass over the vertices, little more than the rate of memory. After it, faces are looked at by the byte or the word of
// their corners. Blocks of vertices that are far away are known by their boxes and not read again.
#include "cull/overlap_region/vertex_codes.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/simd_lanes.h"
#include "scene/vertex_boxes.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region/vertex_codes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "cull/overlap_region/grid_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The cell numbers of one axis as doubles: RegionGrid::code in lanes.
class AxisCells {
 public:
  AxisCells(const RegionGrid& grid, int axis) : lanes_(grid, axis), last_(grid.size(axis) - 1) {}

  Doubles of(Doubles x) const {
    const DoubleTag d;
    return hn::Min(hn::Max(hn::Floor(lanes_.position(x)), hn::Zero(d)), hn::Set(d, last_));
  }

 private:
  GridLanes lanes_;
  double last_;
};

// Codes of vertices [begin, end), as if all were inside the grid.
void code_vertices(const WorldObject& object, const RegionGrid& grid, size_t begin, size_t end, CellCode* codes) {
  const DoubleTag d;
  const hn::Rebind<int32_t, DoubleTag> d_signed;
  const hn::Rebind<uint32_t, DoubleTag> d_code;
  const PlacedLanes placed(object);
  const AxisCells x(grid, 0), y(grid, 1), z(grid, 2);
  const auto byte = hn::Set(d, 256.0);
  size_t i = begin;
  for (const size_t n = PlacedLanes::lanes(); i + n <= end; i += n) {
    const Points p = placed.load(i);
    // All sums are integers below 2^25, hence exact.
    const auto zy = hn::Add(hn::Mul(hn::Add(byte, z.of(p.z)), byte), y.of(p.y));
    const auto code = hn::DemoteTo(d_signed, hn::Add(hn::Mul(zy, byte), x.of(p.x)));
    hn::StoreU(hn::BitCast(d_code, code), d_code, codes + i);
  }
  for (; i < end; ++i) codes[i] = grid.code(object.vertex(static_cast<std::uint32_t>(i)));
}

// Culls the vertices outside the grid and lists the others in `inside`, where one vector more may be written.
size_t sort_out_vertices(const RegionGrid& grid, size_t begin, size_t end, CellCode* codes, std::uint32_t* inside) {
  size_t i = begin, count = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<uint32_t> d;
  const hn::Repartition<uint8_t, decltype(d)> d8;
  // Cell 0 and the last one of each axis are everything beyond; the top bytes are 1 and always inside.
  const auto first = hn::BitCast(d8, hn::Set(d, CellCode{0x00010101}));
  const CellCode ends = static_cast<CellCode>(grid.size(0) - 2) | static_cast<CellCode>(grid.size(1) - 2) << 8 |
                        static_cast<CellCode>(grid.size(2) - 2) << 16 | 255u << 24;
  const auto last = hn::BitCast(d8, hn::Set(d, ends));
  for (const size_t n = hn::Lanes(d); i + n <= end; i += n) {
    const auto c = hn::LoadU(d, codes + i);
    const auto clamped = hn::Min(hn::Max(hn::BitCast(d8, c), first), last);
    const auto in = hn::Eq(hn::BitCast(d, clamped), c);
    hn::StoreU(hn::IfThenElse(in, c, hn::And(c, hn::Set(d, kAliveCode - 1))), d, codes + i);
    hn::StoreU(hn::Compress(hn::Iota(d, static_cast<std::uint32_t>(i)), in), d, inside + count);
    count += hn::CountTrue(d, in);
  }
#endif
  for (; i < end; ++i) {
    const auto within = [&](int axis) {
      return cell_of(codes[i], axis) > 0 && cell_of(codes[i], axis) < grid.size(axis) - 1;
    };
    inside[count] = static_cast<std::uint32_t>(i);
    if (within(0) && within(1) && within(2))
      ++count;
    else
      codes[i] &= kAliveCode - 1;
  }
  return count;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kGrain = 8192;  // vertices a task: what fits the nearest cache

HWY_EXPORT(code_vertices);
HWY_EXPORT(sort_out_vertices);

static_assert(kGrain % VertexBoxes::kBlock == 0);

// The sides of the grid that a box lies beyond, with cells of the region between.
std::uint8_t far_sides(const Box& box, const RegionGrid& grid) {
  const CellCode low = grid.code(box.low), high = grid.code(box.high);
  unsigned sides = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (cell_of(high, axis) == 0 && cell_of(grid.first(), axis) > 0) sides |= 1u << axis;
    if (cell_of(low, axis) == grid.size(axis) - 1 && cell_of(grid.last(), axis) < grid.size(axis) - 1) sides |= 8u << axis;
  }
  return static_cast<std::uint8_t>(sides);
}

std::vector<std::uint8_t> far_blocks(const VertexBoxes& boxes, const RegionGrid& grid) {
  std::vector<std::uint8_t> sides(boxes.blocks.size());
  for (std::size_t b = 0; b < sides.size(); ++b) sides[b] = far_sides(boxes.blocks[b], grid);
  return sides;
}

// Calls visit(begin, end, far) for runs of blocks that are far, or not.
template <typename Visit>
void each_run(const VertexCodes& codes, std::size_t begin, std::size_t end, const Visit& visit) {
  if (codes.far_blocks.empty()) return visit(begin, end, false);
  const auto far = [&](std::size_t vertex) { return codes.far_blocks[vertex / VertexBoxes::kBlock] != 0; };
  while (begin < end) {
    std::size_t next = begin + VertexBoxes::kBlock;
    while (next < end && far(next) == far(begin)) next += VertexBoxes::kBlock;
    visit(begin, std::min(next, end), far(begin));
    begin = next;
  }
}

}  // namespace

VertexCodes encode_vertices(const WorldObject& object, const RegionGrid& grid, bool skip_far) {
  const std::size_t n = object.local.size(), pieces = (n + kGrain - 1) / kGrain;
  VertexCodes codes{{}, KeptVector<CellCode>(n), std::vector<KeptVector<std::uint32_t>>(pieces)};
  if (skip_far && object.boxes) codes.far_blocks = far_blocks(*object.boxes, grid);
  const auto code = HWY_DYNAMIC_DISPATCH(code_vertices);
  const auto sort_out = HWY_DYNAMIC_DISPATCH(sort_out_vertices);
  tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t i) {
    thread_local std::vector<std::uint32_t> inside(kGrain + kMaxLanes);
    std::size_t count = 0;
    each_run(codes, i * kGrain, std::min(n, (i + 1) * kGrain), [&](std::size_t begin, std::size_t end, bool far) {
      if (far) return;
      code(object, grid, begin, end, codes.cells.data());
      count += sort_out(grid, begin, end, codes.cells.data(), inside.data() + count);
    });
    codes.inside[i].assign(inside.data(), inside.data() + count);
  });
  return codes;
}

void encode_far_block(const WorldObject& object, const RegionGrid& grid, std::size_t block, VertexCodes& codes) {
  const std::size_t begin = block * VertexBoxes::kBlock, end = std::min(object.local.size(), begin + VertexBoxes::kBlock);
  HWY_DYNAMIC_DISPATCH(code_vertices)(object, grid, begin, end, codes.cells.data());
  for (std::size_t i = begin; i < end; ++i) codes.cells[i] &= kAliveCode - 1;
}

}  // namespace impinge
#endif
