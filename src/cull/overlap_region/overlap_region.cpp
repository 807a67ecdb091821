// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Superset: a face is dropped only if all its corners lie beyond the same side of the region. Two passes at the rate of
// memory: each vertex is turned into a cell code of four bytes once, then a face needs three of those instead of nine
// doubles. Based on: C. A. Smith, Y. Kitamura et al., 1994, section 3.3.3 (overlap regions).
#include "cull/overlap_region/overlap_region.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/concatenate.h"
#include "base/simd_lanes.h"
#include "cull/overlap_region/near_groups.h"
#include "cull/overlap_region/near_vertices.h"
#include "cull/overlap_region/region_sample.h"
#include "cull/overlap_region/selected_faces.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cull/overlap_region/overlap_region.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
// Every lane becomes the outcome of all lanes, byte by byte: each step joins the lanes whose numbers differ in more bits.
template <class D, class V8, typename Join>
hn::Vec<D> folded(D d, V8 bytes, const Join& join) {
  const hn::Repartition<uint8_t, D> d8;
  const auto step = [&](auto words) { bytes = join(bytes, hn::BitCast(d8, words)); };
  const auto words = [&] { return hn::BitCast(d, bytes); };
  step(hn::Reverse(d, words()));
  if constexpr (hn::MaxLanes(D()) > 8) step(hn::Reverse8(d, words()));
  if constexpr (hn::MaxLanes(D()) > 4) step(hn::Reverse4(d, words()));
  if constexpr (hn::MaxLanes(D()) > 2) step(hn::Reverse2(d, words()));
  return words();
}
#endif

// The kept ones of faces [begin, end): in the region, and either long or with three living vertices.
void select_faces(const WorldObject& object, const RegionGrid& grid, const CellCode* codes, size_t begin, size_t end,
                  SelectedFaces& out) {
  // The top byte must not decide: 0 below, 255 above.
  const CellCode least = grid.first() & (kAliveCode - 1), most = grid.last() | 0xff000000u;
  size_t f = begin;
  CellCode block_low = out.block.low, block_high = out.block.high;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<uint32_t> d;
  const hn::Repartition<uint8_t, decltype(d)> d8;
  const hn::RebindToSigned<decltype(d)> di;
  const std::uint32_t* corners = object.faces.front().data();
  const auto low_end = hn::BitCast(d8, hn::Set(d, least)), high_end = hn::BitCast(d8, hn::Set(d, most));
  // The top bytes differ by 1 at most.
  const auto steps = static_cast<CellCode>(1 << 24 | grid.longest(2) << 16 | grid.longest(1) << 8 | grid.longest(0));
  const auto longest = hn::BitCast(d8, hn::Set(d, steps));
  auto lowest = hn::BitCast(d8, hn::Set(d, block_low)), highest = hn::BitCast(d8, hn::Set(d, block_high));
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
    const auto dead = hn::Eq(hn::ShiftRight<24>(low_word), hn::Set(d, out.dead));
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
  block_low = hn::GetLane(folded(d, lowest, [&](auto a, auto b) { return hn::Min(a, b); }));
  block_high = hn::GetLane(folded(d, highest, [&](auto a, auto b) { return hn::Max(a, b); }));
#endif
  for (; f < end; ++f) {
    const RegionFace r = region_face(object, codes, static_cast<std::uint32_t>(f));
    block_low = byte_min(block_low, r.low);
    block_high = byte_max(block_high, r.high);
    if (byte_max(r.high, least) != r.high || byte_min(r.low, most) != r.low) continue;
    const bool longer = is_long(r, grid);
    if (longer) out.longer[out.longer_count++] = r;
    if (longer || r.low >> 24 != out.dead) out.kept[out.kept_count++] = r;
  }
  out.block = {block_low, block_high};
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

constexpr std::size_t kPiece = 32 * RegionFaces::kBlock;  // faces a task
constexpr double kFew = 0.15;  // share of faces in the region, up to which it is worth while to look for far groups

HWY_EXPORT(select_faces);

// Chooses the faces of one object.
class FaceChoice {
 public:
  FaceChoice(const WorldObject& object, const RegionGrid& grid, bool culls, RegionFaces& faces)
      : object_(object), grid_(grid), culls_(culls), faces_(faces) {
    if (!faces_.vertices.far_blocks.empty()) faces_.near_groups = near_groups(object, grid, faces_.vertices);
    faces_.blocks.resize((object.faces.size() + RegionFaces::kBlock - 1) / RegionFaces::kBlock);
  }

  // Once, or again after vertices were revived.
  void run() {
    const std::size_t pieces = (object_.faces.size() + kPiece - 1) / kPiece;
    std::vector<KeptVector<RegionFace>> longer(pieces);
    faces_.pieces.assign(pieces, {});
    tbb::parallel_for(std::size_t{0}, pieces, [&](std::size_t i) { select(i, longer[i]); });
    faces_.count = 0;
    for (const auto& piece : faces_.pieces) faces_.count += piece.size();
    faces_.long_faces = concatenate(longer);
  }

 private:
  void select(std::size_t i, KeptVector<RegionFace>& longer) {
    thread_local std::vector<RegionFace> long_ones(kPiece + kMaxLanes);
    const auto kernel = HWY_DYNAMIC_DISPATCH(select_faces);
    const std::size_t first_block = i * kPiece / RegionFaces::kBlock,
                      end_block = std::min(faces_.blocks.size(), first_block + kPiece / RegionFaces::kBlock);
    KeptVector<RegionFace>& kept = faces_.pieces[i];
    kept.resize(faces_in(first_block, end_block) + kMaxLanes);  // what is not written is not touched either
    SelectedFaces out{kept.data(), long_ones.data(), culls_ ? 0u : ~0u};
    for (std::size_t block = first_block; block < end_block; ++block) {
      out.block = {};
      faces_.each_row(block, object_.faces.size(), [&](std::size_t begin, std::size_t end) {
        kernel(object_, grid_, faces_.vertices.cells.data(), begin, end, out);
      });
      faces_.blocks[block] = out.block;
    }
    kept.resize(out.kept_count);
    longer.assign(long_ones.data(), long_ones.data() + out.longer_count);
  }

  // Faces of the near groups of some blocks.
  std::size_t faces_in(std::size_t first_block, std::size_t end_block) const {
    std::size_t count = 0;
    for (std::size_t block = first_block; block < end_block; ++block)
      faces_.each_row(block, object_.faces.size(), [&](std::size_t begin, std::size_t end) { count += end - begin; });
    return count;
  }

  const WorldObject& object_;
  const RegionGrid& grid_;
  const bool culls_;
  RegionFaces& faces_;
};

}  // namespace

PairRegion overlap_region(std::span<const WorldObject> world, const ObjectPair& pair, std::size_t worth_culling) {
  const WorldObject &a = world[pair.a], &b = world[pair.b];
  const Box common = intersection(a.box, b.box);
  const RegionSample a_sample = sample_region(a, common), b_sample = sample_region(b, common);
  PairRegion region{pair, {common, std::min(a_sample.extent, b_sample.extent)}, {}, {}};
  region.a.vertices = encode_vertices(a, region.grid, a_sample.share < kFew);
  region.b.vertices = encode_vertices(b, region.grid, b_sample.share < kFew);
  const bool culls = a.faces.size() + b.faces.size() >= worth_culling;
  if (culls) cull_far_vertices(region.grid, region.a.vertices, region.b.vertices);
  FaceChoice a_choice(a, region.grid, culls, region.a);
  FaceChoice b_choice(b, region.grid, culls, region.b);
  a_choice.run();
  b_choice.run();
  // Culling was blind to what lies in the middle of long faces, which are known only now.
  if (culls && revive_near_long_faces(region.grid, a, region.a.long_faces, region.b.vertices)) b_choice.run();
  if (culls && revive_near_long_faces(region.grid, b, region.b.long_faces, region.a.vertices)) a_choice.run();
  return region;
}

std::vector<std::vector<std::uint32_t>> overlap_region(std::span<const WorldObject> world,
                                                       std::span<const ObjectPair> pairs) {
  std::vector<PairRegion> regions(pairs.size());
  tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
    regions[i] = overlap_region(world, pairs[i]);
    regions[i].a.vertices = {};
    regions[i].b.vertices = {};
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
