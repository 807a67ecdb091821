// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <mutex>
#include <vector>

#include "localise/candidate_limit.h"

namespace impinge {

/// Candidates that are found several times, by several threads: kept once, up to a limit. A candidate is a key of two item
/// numbers, the lower one in the high half; the items are the faces of all objects in the order of the input.
class CandidatePool {
 public:
  using Key = std::uint64_t;

  explicit CandidatePool(const LocaliseInput& input);

  std::uint64_t most() const { return limit_.most(); }
  /// How many keys a thread should gather before it hands them over.
  std::size_t batch() const { return batch_; }

  /// Takes the keys over, repeats and all, and leaves the list empty. Any thread. Throws Error (too_large) if there are more
  /// different ones than the limit allows; whether that happens depends on neither threads nor order.
  void add(std::vector<Key>& keys);

  /// For a localiser that knows already; the key is an example.
  [[noreturn]] void refuse(Key key) const { limit_.refuse(objects_of(key)); }

  /// All candidates, each once and in order; the pool is empty afterwards.
  std::vector<Candidate> take();

 private:
  void compact();
  std::uint32_t object_of(std::uint32_t item) const;
  ObjectPair objects_of(Key key) const;

  const LocaliseInput& input_;
  CandidateLimit limit_;
  std::vector<std::uint32_t> first_;  // item of each object
  std::size_t batch_;
  std::mutex mutex_;
  std::vector<Key> keys_;
  std::size_t unique_ = 0;  // when last compacted
};

}  // namespace impinge
