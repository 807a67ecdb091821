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

#include "cull/near_vertices.h"
#include "cull/selected_faces.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "scene/placed_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

// The cell numbers of one axis as doubles: RegionGrid::code in lanes.
class AxisCells {
 public:
  AxisCells(const RegionGrid& grid, int axis)
      : unit_(grid.unit()), origin_(grid.origin()[axis]), scale_(grid.scale()[axis]), last_(grid.size(axis) - 1) {}

  Doubles of(Doubles x) const {
    const DoubleTag d;
    const auto position = hn::Mul(hn::Sub(hn::Mul(x, hn::Set(d, unit_)), hn::Set(d, origin_)), hn::Set(d, scale_));
    return hn::Min(hn::Max(hn::Floor(position), hn::Zero(d)), hn::Set(d, last_));
  }

 private:
  double unit_, origin_, scale_, last_;
};

void encode_vertices(const WorldObject& object, const RegionGrid& grid, size_t begin, size_t end, CellCode* codes) {
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

// The kept ones of faces [begin, end): in the region, and either long or with three living vertices.
void select_faces(const WorldObject& object, const RegionGrid& grid, const CellCode* codes, size_t begin, size_t end,
                  SelectedFaces& out) {
  // The top byte must not decide: 0 below, 255 above.
  const CellCode least = grid.first() & (kAliveCode - 1), most = grid.last() | 0xff000000u;
  size_t f = begin;
  CellCode block_low = ~CellCode{0}, block_high = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<uint32_t> d;
  const hn::Repartition<uint8_t, decltype(d)> d8;
  const hn::RebindToSigned<decltype(d)> di;
  const std::uint32_t* corners = object.faces.front().data();
  const auto low_end = hn::BitCast(d8, hn::Set(d, least)), high_end = hn::BitCast(d8, hn::Set(d, most));
  const auto longest = hn::BitCast(d8, hn::Set(d, 0x01010101u * RegionGrid::kLongest));
  auto lowest = hn::BitCast(d8, hn::Set(d, block_low)), highest = hn::Zero(d8);
  for (const size_t n = hn::Lanes(d); f + n <= end; f += n) {
    hn::Vec<decltype(d)> v0, v1, v2;
    hn::LoadInterleaved3(d, corners + 3 * f, v0, v1, v2);
    const auto c0 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v0)));
    const auto c1 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v1)));
    const auto c2 = hn::BitCast(d8, hn::GatherIndex(d, codes, hn::BitCast(di, v2)));
    const auto low = hn::Min(hn::Min(c0, c1), c2), high = hn::Max(hn::Max(c0, c1), c2);
    lowest = hn::Min(lowest, low);
    highest = hn::Max(highest, high);
    const auto low_word = hn::BitCast(d, low), high_word = hn::BitCast(d, high);
    const auto in_region = hn::And(hn::Eq(hn::BitCast(d, hn::Max(high, low_end)), high_word),
                                   hn::Eq(hn::BitCast(d, hn::Min(low, high_end)), low_word));
    if (hn::AllFalse(d, in_region)) continue;
    const auto dead = hn::Eq(hn::ShiftRight<24>(low_word), hn::Zero(d));
    const auto excess = hn::BitCast(d, hn::SaturatedSub(hn::Sub(high, low), longest));
    const auto longer = hn::And(in_region, hn::Ne(excess, hn::Zero(d)));
    const auto keep = hn::Or(longer, hn::AndNot(dead, in_region));
    if (hn::AllFalse(d, keep)) continue;
    const auto face = hn::Iota(d, static_cast<std::uint32_t>(f));
    hn::StoreInterleaved3(hn::Compress(face, keep), hn::Compress(low_word, keep), hn::Compress(high_word, keep), d,
                          &out.kept[out.kept_count].face);
    out.kept_count += hn::CountTrue(d, keep);
    if (hn::AllFalse(d, longer)) continue;
    hn::StoreInterleaved3(hn::Compress(face, longer), hn::Compress(low_word, longer), hn::Compress(high_word, longer), d,
                          &out.longer[out.longer_count].face);
    out.longer_count += hn::CountTrue(d, longer);
  }
  for (size_t i = 0; i < hn::Lanes(d) && f > begin; ++i) {
    HWY_ALIGN CellCode lows[hn::MaxLanes(d)], highs[hn::MaxLanes(d)];
    hn::Store(hn::BitCast(d, lowest), d, lows);
    hn::Store(hn::BitCast(d, highest), d, highs);
    block_low = byte_min(block_low, lows[i]);
    block_high = byte_max(block_high, highs[i]);
  }
#endif
  for (; f < end; ++f) {
    const RegionFace r = region_face(object, codes, static_cast<std::uint32_t>(f));
    block_low = byte_min(block_low, r.low);
    block_high = byte_max(block_high, r.high);
    if (byte_max(r.high, least) != r.high || byte_min(r.low, most) != r.low) continue;
    const bool longer = is_long(r);
    if (longer) out.longer[out.longer_count++] = r;
    if (longer || r.low >= kAliveCode) out.kept[out.kept_count++] = r;
  }
  out.block = {block_low, block_high};
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kVertexGrain = 16384;              // vertices a task: ten microseconds or more
constexpr std::size_t kPiece = 8 * RegionFaces::kBlock;  // faces a task
constexpr std::size_t kMostLanes = 64;                   // 32-bit lanes of the widest vector
constexpr std::size_t kSamples = 1024;                   // faces looked at to choose the cells

constexpr double kRoom = 1.3;  // above the sample: long faces cost another pass over the faces

HWY_EXPORT(encode_vertices);
HWY_EXPORT(select_faces);

std::size_t pieces_of(std::size_t n, std::size_t grain) { return (n + grain - 1) / grain; }

void encode(const WorldObject& object, const RegionGrid& grid, RegionFaces& faces) {
  const std::size_t n = object.local.size();
  faces.codes = std::make_unique_for_overwrite<CellCode[]>(n);
  const auto kernel = HWY_DYNAMIC_DISPATCH(encode_vertices);
  tbb::parallel_for(std::size_t{0}, pieces_of(n, kVertexGrain), [&](std::size_t i) {
    kernel(object, grid, i * kVertexGrain, std::min(n, (i + 1) * kVertexGrain), faces.codes.get());
  });
}

void select(const WorldObject& object, const RegionGrid& grid, RegionFaces& faces) {
  const std::size_t n = object.faces.size();
  const auto kernel = HWY_DYNAMIC_DISPATCH(select_faces);
  faces.pieces.assign(pieces_of(n, kPiece), {});
  faces.blocks.resize(pieces_of(n, RegionFaces::kBlock));
  std::vector<std::vector<RegionFace>> longer(faces.pieces.size());
  tbb::parallel_for(std::size_t{0}, faces.pieces.size(), [&](std::size_t i) {
    thread_local std::vector<RegionFace> kept(kPiece + kMostLanes), long_ones(kPiece + kMostLanes);
    SelectedFaces out{kept.data(), long_ones.data(), 0, 0, {}};
    for (std::size_t f = i * kPiece; f < std::min(n, (i + 1) * kPiece); f += RegionFaces::kBlock) {
      kernel(object, grid, faces.codes.get(), f, std::min(n, f + RegionFaces::kBlock), out);
      faces.blocks[f / RegionFaces::kBlock] = out.block;
    }
    faces.pieces[i].assign(kept.data(), kept.data() + out.kept_count);
    longer[i].assign(long_ones.data(), long_ones.data() + out.longer_count);
  });
  faces.count = 0;
  faces.long_faces.clear();
  for (const auto& piece : faces.pieces) faces.count += piece.size();
  for (const auto& l : longer) faces.long_faces.insert(faces.long_faces.end(), l.begin(), l.end());
}

// An edge that nearly all faces of the object keep within; what is longer is handled one by one.
double usual_extent(const WorldObject& object) {
  const std::size_t n = object.faces.size(), samples = std::min(n, kSamples);
  std::vector<double> extents(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const Box box = box_of(object.triangle(static_cast<std::uint32_t>(i * n / samples)));
    extents[i] = (box.high - box.low).maxCoeff();
  }
  std::sort(extents.begin(), extents.end());
  const double most = extents[samples - 1 - samples / 50];
  return extents.back() <= 1.5 * most ? kRoom * extents.back() : kRoom * most;
}

}  // namespace

PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair, std::size_t worth_culling) {
  const WorldObject &a = world[pair.a], &b = world[pair.b];
  PairRegion region{
      pair, {intersection(a.box, b.box), std::min(usual_extent(a), usual_extent(b)) / RegionGrid::kLongest}, {}, {}};
  encode(a, region.grid, region.a);
  encode(b, region.grid, region.b);
  const std::span<CellCode> a_codes(region.a.codes.get(), a.local.size()), b_codes(region.b.codes.get(), b.local.size());
  const bool culls = a.faces.size() + b.faces.size() >= worth_culling;
  if (culls) cull_far_vertices(region.grid, a_codes, b_codes);
  select(a, region.grid, region.a);
  select(b, region.grid, region.b);
  // Culling was blind to what lies in the middle of long faces, which are known only now.
  if (culls && revive_near_long_faces(region.grid, a, region.a.long_faces, b_codes)) select(b, region.grid, region.b);
  if (culls && revive_near_long_faces(region.grid, b, region.b.long_faces, a_codes)) select(a, region.grid, region.a);
  return region;
}

std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs) {
  std::vector<PairRegion> regions(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    regions[i] = overlap_region(world, pairs[i]);
    regions[i].a.codes.reset();
    regions[i].b.codes.reset();
  });
  std::vector<std::vector<std::uint32_t>> faces(world.size());
  const auto add = [&](std::uint32_t object, const RegionFaces& kept) {
    for (const auto& piece : kept.pieces)
      for (const RegionFace& f : piece) faces[object].push_back(f.face);
  };
  for (const PairRegion& r : regions) {
    add(r.objects.a, r.a);
    add(r.objects.b, r.b);
  }
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) {
    std::sort(faces[i].begin(), faces[i].end());
    faces[i].erase(std::unique(faces[i].begin(), faces[i].end()), faces[i].end());
  });
  return faces;
}

}  // namespace impinge
#endif
