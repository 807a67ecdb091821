// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Most candidates are proved apart or crossing in floats, several at a time; face_pair_static decides the others.
#include "localise/meeting_pairs.h"

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

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "localise/meeting_pairs.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "localise/pair_batch-inl.h"

HWY_BEFORE_NAMESPACE();
namespace impinge::HWY_NAMESPACE {
namespace {

// Corners of a face as seen from an origin, and the largest coordinate.
struct SeenFace {
  double at[9];
  double most = 0;

  SeenFace(const Triangle& t, const Vec3& origin) {
    for (int k = 0; k < 3; ++k)
      for (int x = 0; x < 3; ++x) {
        at[3 * k + x] = t.p[k][x] - origin[x];
        most = std::max(most, std::fabs(at[3 * k + x]));
      }
  }

  // Row k of the batch; says how far the floats may be off.
  float write(float (*rows)[PairBatch::kPairs], std::size_t lane, double scale) const {
    for (int k = 0; k < 9; ++k) rows[k][lane] = static_cast<float>(at[k] * scale);
    return static_cast<float>(most * scale) * 0x1.04p-24f + 0x1p-140f;
  }
};

// Adds a pair in units of its own size; false if it is out of all proportion.
bool add_pair(const Triangle& a, const Triangle& b, PairBatch& batch) {
  const SeenFace seen_a(a, a.p[0]), seen_b(b, a.p[0]);
  const double most = std::max(seen_a.most, seen_b.most);
  if (!(most > 0x1p-900 && most < 0x1p900)) return false;
  // The power of two that brings it between 1 and 2.
  const double scale = std::bit_cast<double>((std::uint64_t{2046} << 52) - (std::bit_cast<std::uint64_t>(most) >> 52 << 52));
  batch.a_off[batch.count] = seen_a.write(batch.a, batch.count, scale);
  batch.b_off[batch.count] = seen_b.write(batch.b, batch.count, scale);
  ++batch.count;
  return true;
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

// Relations of candidates [begin, end), where they can be proved; the others are listed. Returns how many those are.
size_t prove_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates, std::span<Relation> relations,
                   std::uint32_t* unproved) {
  size_t unproved_count = 0;
  std::uint32_t lanes[PairBatch::kPairs];
  PairBatch batch{};
  const auto decide = [&] {
    const PairProof proof = prove(batch);
    for (size_t i = 0; i < batch.count; ++i) {
      relations[lanes[i]] = (proof.crossing >> i & 1) != 0 ? Relation::crossing : Relation::disjoint;
      unproved[unproved_count] = lanes[i];
      unproved_count += ((proof.apart | proof.crossing) >> i & 1) == 0 ? 1 : 0;
    }
    batch.count = 0;
  };
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    fetch(world, candidates, i);
    const Candidate& c = candidates[i];
    lanes[batch.count] = i;
    const bool added = c.a != c.b && add_pair(world[c.a].triangle(c.a_face), world[c.b].triangle(c.b_face), batch);
    if (!added) unproved[unproved_count++] = i;
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

constexpr std::size_t kGrain = 512;  // candidates a task: tens of microseconds at least

Relation relation_of(std::span<const WorldObject> world, const Candidate& c) {
  const WorldObject &a = world[c.a], &b = world[c.b];
  if (c.a != c.b) return face_pair_static(a.triangle(c.a_face), b.triangle(c.b_face));
  return self_pair_static(a.triangle(c.a_face), a.topology->corners(a.faces[c.a_face]), a.triangle(c.b_face),
                          a.topology->corners(a.faces[c.b_face]));
}

void decide(std::span<const WorldObject> world, std::span<const Candidate> candidates, std::span<Relation> relations) {
  std::array<std::uint32_t, kGrain> unproved;
  for (std::size_t begin = 0; begin < candidates.size(); begin += kGrain) {
    const std::size_t n = std::min(kGrain, candidates.size() - begin);
    const auto here = candidates.subspan(begin, n);
    const std::size_t count = HWY_DYNAMIC_DISPATCH(prove_pairs)(world, here, relations.subspan(begin, n), unproved.data());
    for (std::size_t i = 0; i < count; ++i) relations[begin + unproved[i]] = relation_of(world, here[unproved[i]]);
  }
}

}  // namespace

bool any_meets(std::span<const WorldObject> world, std::span<const Candidate> candidates) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return relation_of(world, c) != Relation::disjoint; });
}

std::vector<MeetingPairs> meeting_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates,
                                        Control& control) {
  KeptVector<Relation> relations(candidates.size());
  std::atomic<std::size_t> done = 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, candidates.size(), kGrain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      control.poll();
                      decide(world, candidates.subspan(range.begin(), range.size()),
                             std::span(relations).subspan(range.begin(), range.size()));
                      control.share(static_cast<double>(done += range.size()) / static_cast<double>(candidates.size()));
                    });
  std::vector<MeetingPairs> result;
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
