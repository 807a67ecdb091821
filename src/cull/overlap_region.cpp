// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a face is dropped only if all its corners lie beyond the same side of the region. Two passes at the rate of
// memory: each vertex is turned into a cell code of four bytes once, then a face needs three of those instead of nine
// doubles. Based on: C. A. Smith, Y. Kitamura et al., 1994, section 3.3.3 (overlap regions).
#include "cull/overlap_region.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/placed_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The cell numbers of one axis as doubles: RegionGrid::code in lanes.
class AxisCells {
 public:
  AxisCells(const RegionGrid& grid, int axis)
      : low_(grid.region().low[axis]),
        high_(grid.region().high[axis]),
        unit_(grid.unit()),
        origin_(grid.origin()[axis]),
        scale_(grid.scale()[axis]),
        cells_(grid.cells(axis)) {}

  Doubles of(Doubles x) const {
    const DoubleTag d;
    const auto position = hn::Mul(hn::Sub(hn::Mul(x, hn::Set(d, unit_)), hn::Set(d, origin_)), hn::Set(d, scale_));
    const auto inside = hn::Min(hn::Max(hn::Floor(position), hn::Zero(d)), hn::Set(d, cells_ - 1));
    const auto not_behind =
        hn::IfThenElse(hn::Gt(x, hn::Set(d, high_)), hn::Set(d, cells_ + 1), hn::Add(inside, hn::Set(d, 1)));
    return hn::IfThenZeroElse(hn::Lt(x, hn::Set(d, low_)), not_behind);
  }

 private:
  double low_, high_, unit_, origin_, scale_, cells_;
};

void encode_vertices(const WorldObject& object, const RegionGrid& grid, size_t begin, size_t end, CellCode* codes) {
  const DoubleTag d;
  const hn::Rebind<int32_t, DoubleTag> d32;
  const PlacedLanes placed(object);
  const AxisCells x(grid, 0), y(grid, 1), z(grid, 2);
  size_t i = begin;
  for (const size_t n = PlacedLanes::lanes(); i + n <= end; i += n) {
    const Points p = placed.load(i);
    const auto high_part =
        hn::Mul(hn::Add(hn::Mul(hn::Add(hn::Set(d, 256.0), z.of(p.z)), hn::Set(d, 256.0)), y.of(p.y)), hn::Set(d, 256.0));
    const auto word = hn::DemoteTo(d32, hn::Add(high_part, x.of(p.x)));
    hn::StoreU(hn::BitCast(hn::Rebind<uint32_t, DoubleTag>(), word), hn::Rebind<uint32_t, DoubleTag>(), codes + i);
  }
  for (; i < end; ++i) codes[i] = grid.code(object.vertex(static_cast<std::uint32_t>(i)));
}

// The largest cells that are still in the region; the top byte lets everything pass.
inline CellCode last_cells(const RegionGrid& grid) {
  return static_cast<CellCode>(grid.cells(0) | grid.cells(1) << 8 | grid.cells(2) << 16) | 0xff000000u;
}

// One face; false if all its corners lie beyond the same side.
inline bool select_face(const CellCode (&c)[3], CellCode limit, RegionFace& r) {
  r.low = r.high = 0;
  for (int axis = 0; axis < 4; ++axis) {
    const auto [low, high] = std::minmax({c[0] >> (8 * axis) & 255u, c[1] >> (8 * axis) & 255u, c[2] >> (8 * axis) & 255u});
    if (high == 0 || low > (limit >> (8 * axis) & 255u)) return false;
    r.low |= low << (8 * axis);
    r.high |= high << (8 * axis);
  }
  return true;
}

// Writes the kept ones of faces [begin, end); `kept` has room for all of them and one vector more. Returns their number.
size_t select_faces(const WorldObject& object, const RegionGrid& grid, const CellCode* codes, size_t begin, size_t end,
                    RegionFace* kept) {
  const CellCode limit = last_cells(grid);
  size_t count = 0, f = begin;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<uint32_t> d;
  const hn::Repartition<uint8_t, decltype(d)> d8;
  const hn::RebindToSigned<decltype(d)> di;
  const std::uint32_t* corners = object.faces.front().data();
  const auto least = hn::BitCast(d8, hn::Set(d, 0x01010101u)), most = hn::BitCast(d8, hn::Set(d, limit));
  for (const size_t n = hn::Lanes(d); f + n <= end; f += n) {
    hn::Vec<decltype(d)> v0, v1, v2;
    hn::LoadInterleaved3(d, corners + 3 * f, v0, v1, v2);
    const auto c0 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v0)));
    const auto c1 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v1)));
    const auto c2 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v2)));
    const auto low = hn::Min(hn::Min(c0, c1), c2), high = hn::Max(hn::Max(c0, c1), c2);
    const auto low_word = hn::BitCast(d, low), high_word = hn::BitCast(d, high);
    const auto keep = hn::And(hn::Eq(hn::BitCast(d, hn::Max(high, least)), high_word),
                              hn::Eq(hn::BitCast(d, hn::Min(low, most)), low_word));
    if (hn::AllFalse(d, keep)) continue;
    const auto face = hn::Iota(d, static_cast<std::uint32_t>(f));
    hn::StoreInterleaved3(hn::Compress(face, keep), hn::Compress(low_word, keep), hn::Compress(high_word, keep), d,
                          &kept[count].face);
    count += hn::CountTrue(d, keep);
  }
#endif
  for (; f < end; ++f) {
    const Face& face = object.faces[f];
    kept[count].face = static_cast<std::uint32_t>(f);
    count += select_face({codes[face[0]], codes[face[1]], codes[face[2]]}, limit, kept[count]) ? 1 : 0;
  }
  return count;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kVertexGrain = 16384, kFaceGrain = 8192;  // a task: ten microseconds or more
constexpr std::size_t kMostLanes = 64;                          // 32-bit lanes of the widest vector

HWY_EXPORT(encode_vertices);
HWY_EXPORT(select_faces);

std::size_t pieces_of(std::size_t n, std::size_t grain) { return (n + grain - 1) / grain; }

}  // namespace

RegionFaces overlap_region(const WorldObject& object, const RegionGrid& grid) {
  const std::size_t vertices = object.local.size(), faces = object.faces.size();
  const auto codes = std::make_unique_for_overwrite<CellCode[]>(vertices);
  const auto encode = HWY_DYNAMIC_DISPATCH(encode_vertices);
  tbb::parallel_for(std::size_t{0}, pieces_of(vertices, kVertexGrain), [&](std::size_t i) {
    encode(object, grid, i * kVertexGrain, std::min(vertices, (i + 1) * kVertexGrain), codes.get());
  });
  RegionFaces result;
  result.pieces.resize(pieces_of(faces, kFaceGrain));
  const auto select = HWY_DYNAMIC_DISPATCH(select_faces);
  tbb::parallel_for(std::size_t{0}, result.pieces.size(), [&](std::size_t i) {
    thread_local std::vector<RegionFace> kept(kFaceGrain + kMostLanes);
    const std::size_t n =
        select(object, grid, codes.get(), i * kFaceGrain, std::min(faces, (i + 1) * kFaceGrain), kept.data());
    result.pieces[i].assign(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(n));
  });
  for (const auto& piece : result.pieces) result.count += piece.size();
  return result;
}

PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair) {
  const WorldObject &a = world[pair.a], &b = world[pair.b];
  PairRegion region{pair, RegionGrid(intersection(a.box, b.box)), {}, {}};
  region.a = overlap_region(a, region.grid);
  region.b = overlap_region(b, region.grid);
  return region;
}

std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs) {
  std::vector<std::vector<Box>> regions(world.size());
  for (const ObjectPair& pair : pairs) {
    const Box region = intersection(world[pair.a].box, world[pair.b].box);
    regions[pair.a].push_back(region);
    regions[pair.b].push_back(region);
  }
  std::vector<std::vector<std::uint32_t>> faces(world.size());
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) {
    for (const Box& region : regions[i])
      for (const auto& piece : overlap_region(world[i], RegionGrid(region)).pieces)
        for (const RegionFace& f : piece) faces[i].push_back(f.face);
    if (regions[i].size() < 2) return;
    std::sort(faces[i].begin(), faces[i].end());
    faces[i].erase(std::unique(faces[i].begin(), faces[i].end()), faces[i].end());
  });
  return faces;
}

}  // namespace impinge
#endif
