// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Repeats are removed when the pairs have doubled since the last time, so memory stays within twice the different ones and
// the sorting within a factor of the last one.
#include "localise/face_octree/face_octree_found.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>

#include "localise/face_octree/face_octree_radix.h"

namespace impinge {

namespace {

constexpr std::size_t kBatch = 1 << 20;
constexpr std::size_t kTaskPairs = 4096;

// Candidates are ordered by the face of a; now the partners of each object come one after the other.
void order_partners(std::vector<Candidate>& candidates) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (i == 0 || candidates[i].a != candidates[i - 1].a) begins.push_back(i);
  begins.push_back(candidates.size());
  tbb::parallel_for(std::size_t{1}, begins.size(), [&](std::size_t k) {
    const auto at = [&](std::size_t i) { return candidates.begin() + static_cast<std::ptrdiff_t>(begins[i]); };
    std::stable_sort(at(k - 1), at(k), [](const Candidate& x, const Candidate& y) { return x.b < y.b; });
  });
}

}  // namespace

FoundPairs::FoundPairs(const LocaliseInput& input, const FaceLattice& lattice, bool repeats)
    : lattice_(lattice),
      limit_(input),
      repeats_(repeats),
      many_objects_(input.world.size() > 2),
      batch_(std::min<std::uint64_t>(kBatch, input.max_candidates)) {}

void FoundPairs::add(std::vector<PairKey>& pairs) {
  const std::lock_guard lock(mutex_);
  if (pairs_.empty())
    pairs_.swap(pairs);
  else
    pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
  pairs.clear();
  if (!repeats_) return require_room();
  if (pairs_.size() <= 2 * unique_ + batch_) return;
  // Isolated: a thread that waits for the sorting must not take up other work, which might want the lock it holds.
  tbb::this_task_arena::isolate([&] { sort(); });
  require_room();
}

std::vector<Candidate> FoundPairs::take() {
  sort();
  require_room();
  std::vector<Candidate> candidates(pairs_.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pairs_.size(), kTaskPairs), [&](const auto& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      const LatticeFace &a = first(pairs_[i]), &b = second(pairs_[i]);
      candidates[i] = {a.object, b.object, a.face, b.face};
    }
  });
  pairs_ = {};
  if (many_objects_) order_partners(candidates);
  return candidates;
}

void FoundPairs::sort() {
  const int bits = static_cast<int>(std::bit_width(lattice_.size()));
  radix_sort(pairs_, 0, bits);
  radix_sort(pairs_, 32, 32 + bits);
  if (repeats_) pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  unique_ = pairs_.size();
}

// The example is the one in the middle: if any two objects have most of them, it is theirs.
void FoundPairs::require_room() const {
  if (pairs_.size() > most()) refuse(pairs_[pairs_.size() / 2]);
}

}  // namespace impinge
