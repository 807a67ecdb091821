// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Most candidates are proved apart or crossing in floats, several at a time; face_pair_static decides the others.
#include "exact/decide_pairs.h"

#include <hwy/cache_control.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "base/kept_memory.h"
#include "exact/face_pair_static.h"
#include "exact/small_bodies.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/decide_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "exact/pair_batch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

using DoubleTag = hn::CappedTag<double, PairBatch::kPairs>;
using Doubles = hn::Vec<DoubleTag>;

// The corners of face pairs in the world, coordinate by coordinate, as in a PairBatch.
struct WorldBatch {
  alignas(64) double corners[18][PairBatch::kPairs] = {};

  HWY_INLINE void set(std::size_t lane, const Triangle& a, const Triangle& b) {
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t x = 0; x < 3; ++x) {
        corners[3 * k + x][lane] = a.p[k][static_cast<int>(x)];
        corners[9 + 3 * k + x][lane] = b.p[k][static_cast<int>(x)];
      }
  }
};

// Corners of the faces of some lanes as seen from the first one, and the largest coordinate.
struct SeenFaces {
  Doubles at[9], most;

  HWY_INLINE SeenFaces(const WorldBatch& world, std::size_t first_row, std::size_t i) {
    const DoubleTag d;
    most = hn::Zero(d);
    for (std::size_t k = 0; k < 9; ++k) {
      at[k] = hn::Sub(hn::Load(d, world.corners[first_row + k] + i), hn::Load(d, world.corners[k % 3] + i));
      most = hn::Max(most, hn::Abs(at[k]));
    }
  }

  // Says how far the floats may be off.
  HWY_INLINE void write(Doubles scale, float (*rows)[PairBatch::kPairs], float* off, std::size_t i) const {
    const hn::Rebind<float, DoubleTag> d;
    for (std::size_t k = 0; k < 9; ++k) hn::StoreU(hn::DemoteTo(d, hn::Mul(at[k], scale)), d, rows[k] + i);
    const auto size = hn::DemoteTo(d, hn::Mul(most, scale));
    hn::StoreU(hn::Add(hn::Mul(size, hn::Set(d, 0x1.04p-24f)), hn::Set(d, 0x1p-140f)), d, off + i);
  }
};

// Brings pairs to units of their own sizes. Returns a bit for each lane that is out of all proportion.
HWY_INLINE std::uint32_t scale_pairs(const WorldBatch& world, PairBatch& batch) {
  const DoubleTag d;
  const hn::RebindToUnsigned<DoubleTag> du;
  std::uint32_t wild = 0;
  for (std::size_t i = 0; i < batch.count; i += hn::Lanes(d)) {
    const SeenFaces a(world, 0, i), b(world, 9, i);
    const Doubles most = hn::Max(a.most, b.most);
    const auto tame = hn::And(hn::Gt(most, hn::Set(d, 0x1p-900)), hn::Lt(most, hn::Set(d, 0x1p900)));
    // The power of two that brings it between 1 and 2.
    const auto exponent = hn::And(hn::BitCast(du, most), hn::Set(du, std::uint64_t{2047} << 52));
    const Doubles scale = hn::BitCast(d, hn::Sub(hn::Set(du, std::uint64_t{2046} << 52), exponent));
    a.write(scale, batch.a, batch.a_off, i);
    b.write(scale, batch.b, batch.b_off, i);
    std::uint8_t bytes[8] = {};  // Highway may write eight
    hn::StoreMaskBits(d, hn::Not(tame), bytes);
    wild |= (static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8) << i;
  }
  return wild;
}

// Calls for what the candidates after this one need: faces that lie apart, and their corners.
HWY_INLINE void fetch(std::span<const WorldObject> world, std::span<const Candidate> candidates, std::size_t i) {
  constexpr std::size_t kAhead = 12;
  if (i + 2 * kAhead < candidates.size()) {
    const Candidate& c = candidates[i + 2 * kAhead];
    hwy::Prefetch(&world[c.a].faces[c.a_face]);
    hwy::Prefetch(&world[c.b].faces[c.b_face]);
  }
  if (i + kAhead >= candidates.size()) return;
  const Candidate& c = candidates[i + kAhead];
  for (const std::uint32_t v : world[c.a].faces[c.a_face]) hwy::Prefetch(&world[c.a].local[v]);
  for (const std::uint32_t v : world[c.b].faces[c.b_face]) hwy::Prefetch(&world[c.b].local[v]);
}

}  // namespace

// Relations of candidates, where they can be proved; the others are listed. Returns how many those are.
size_t prove_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates, std::span<Relation> relations,
                   std::uint32_t* unproved) {
  size_t unproved_count = 0;
  std::uint32_t lanes[PairBatch::kPairs];
  PairBatch batch{};
  WorldBatch corners;
  const auto decide = [&]() HWY_ATTR {
    const std::uint32_t wild = scale_pairs(corners, batch);
    const PairProof proof = prove(batch);
    const std::uint32_t proved = (proof.apart | proof.crossing) & ~wild;
    for (size_t i = 0; i < batch.count; ++i) {
      relations[lanes[i]] = (proof.crossing >> i & 1) != 0 ? Relation::crossing : Relation::disjoint;
      unproved[unproved_count] = lanes[i];
      unproved_count += (proved >> i & 1) == 0 ? 1 : 0;
    }
    batch.count = 0;
  };
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    fetch(world, candidates, i);
    const Candidate& c = candidates[i];
    if (c.a == c.b) {
      unproved[unproved_count++] = i;
      continue;
    }
    lanes[batch.count] = i;
    corners.set(batch.count++, world[c.a].triangle(c.a_face), world[c.b].triangle(c.b_face));
    if (batch.count == PairBatch::kPairs) decide();
  }
  decide();
  return unproved_count;
}

}  // namespace impinge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace impinge {

namespace {

HWY_EXPORT(prove_pairs);

constexpr std::size_t kGrain = 512;        // candidates a task: tens of microseconds at least
constexpr std::size_t kFewCandidates = 8;  // of two bodies: below, nothing is shared

Relation relation_of(std::span<const WorldObject> world, const Candidate& c) {
  const WorldObject &a = world[c.a], &b = world[c.b];
  if (c.a != c.b) return face_pair_static(a.triangle(c.a_face), b.triangle(c.b_face));
  return self_pair_static(a.triangle(c.a_face), a.topology->corners(a.faces[c.a_face]), a.triangle(c.b_face),
                          a.topology->corners(a.faces[c.b_face]));
}

void decide_in_floats(std::span<const WorldObject> world, std::span<const Candidate> candidates,
                      std::span<Relation> relations) {
  std::array<std::uint32_t, kGrain> unproved;
  for (std::size_t begin = 0; begin < candidates.size(); begin += kGrain) {
    const std::size_t n = std::min(kGrain, candidates.size() - begin);
    const auto here = candidates.subspan(begin, n);
    const std::size_t count = HWY_DYNAMIC_DISPATCH(prove_pairs)(world, here, relations.subspan(begin, n), unproved.data());
    for (std::size_t i = 0; i < count; ++i) relations[begin + unproved[i]] = relation_of(world, here[unproved[i]]);
  }
}

// Small bodies by themselves, all others together.
void decide(std::span<const WorldObject> world, std::span<const Candidate> candidates, std::span<Relation> relations) {
  std::size_t left = 0;  // where those begin that are not decided yet
  const auto decide_left = [&](std::size_t end) {
    if (left < end) decide_in_floats(world, candidates.subspan(left, end - left), relations.subspan(left, end - left));
  };
  for (std::size_t begin = 0, end = 0; begin < candidates.size(); begin = end) {
    const Candidate& c = candidates[begin];
    while (end < candidates.size() && candidates[end].a == c.a && candidates[end].b == c.b) ++end;
    if (c.a == c.b || end - begin < kFewCandidates || !SmallBodies::fit(world[c.a], world[c.b])) continue;
    decide_left(begin);
    SmallBodies(world[c.a], world[c.b])
        .decide(candidates.subspan(begin, end - begin), relations.subspan(begin, end - begin));
    left = end;
  }
  decide_left(candidates.size());
}

}  // namespace

bool any_meets(std::span<const WorldObject> world, std::span<const Candidate> candidates) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return relation_of(world, c) != Relation::disjoint; });
}

std::vector<PairContacts> decide_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates,
                                       Control& control) {
  KeptVector<Relation> relations(candidates.size());
  std::atomic<std::size_t> done = 0;
  control.poll();
  if (candidates.size() <= kGrain)
    decide(world, candidates, relations);
  else
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, candidates.size(), kGrain),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        control.poll();
                        decide(world, candidates.subspan(range.begin(), range.size()),
                               std::span(relations).subspan(range.begin(), range.size()));
                        control.share(static_cast<double>(done += range.size()) / static_cast<double>(candidates.size()));
                      });
  std::vector<PairContacts> result;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (relations[i] == Relation::disjoint) continue;
    const Candidate& c = candidates[i];
    const ObjectPair objects{c.a, c.b};
    if (result.empty() || result.back().objects != objects) result.push_back({objects, {}});
    result.back().faces.push_back({c.a_face, c.b_face, relations[i]});
  }
  return result;
}

}  // namespace impinge
#endif
