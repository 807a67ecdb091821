// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Repeats are removed when the keys have doubled since the last time, so memory stays within twice the different keys and
// the sorting within a factor of the last one.
#include "localise/candidate_pool.h"

#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <algorithm>

namespace impinge {

namespace {

constexpr std::size_t kBatch = 1 << 20;

}  // namespace

CandidatePool::CandidatePool(const LocaliseInput& input)
    : input_(input), limit_(input), batch_(std::min<std::uint64_t>(kBatch, input.max_candidates)) {
  std::uint32_t next = 0;
  for (const auto& faces : input.faces) {
    first_.push_back(next);
    next += static_cast<std::uint32_t>(faces.size());
  }
}

void CandidatePool::add(std::vector<Key>& keys) {
  const std::lock_guard lock(mutex_);
  keys_.insert(keys_.end(), keys.begin(), keys.end());
  keys = {};
  if (keys_.size() > 2 * unique_ + batch_) compact();
}

std::vector<Candidate> CandidatePool::take() {
  compact();
  std::vector<Candidate> candidates;
  candidates.reserve(keys_.size());
  for (const Key key : keys_) {
    const auto a = static_cast<std::uint32_t>(key >> 32), b = static_cast<std::uint32_t>(key);
    const ObjectPair objects = objects_of(key);
    candidates.push_back({objects.a, objects.b, input_.faces[objects.a][a - first_[objects.a]],
                          input_.faces[objects.b][b - first_[objects.b]]});
  }
  keys_ = {};
  tbb::parallel_sort(candidates.begin(), candidates.end());
  return candidates;
}

void CandidatePool::compact() {
  // Isolated: a thread that waits for the sorting must not take up other work, which might want the lock it holds.
  tbb::this_task_arena::isolate([&] { tbb::parallel_sort(keys_.begin(), keys_.end()); });
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  unique_ = keys_.size();
  // The one in the middle: if any two objects have most of them, it is theirs.
  if (unique_ > most()) refuse(keys_[unique_ / 2]);
}

std::uint32_t CandidatePool::object_of(std::uint32_t item) const {
  return static_cast<std::uint32_t>(std::upper_bound(first_.begin(), first_.end(), item) - first_.begin()) - 1;
}

ObjectPair CandidatePool::objects_of(Key key) const {
  return {object_of(static_cast<std::uint32_t>(key >> 32)), object_of(static_cast<std::uint32_t>(key))};
}

}  // namespace impinge
