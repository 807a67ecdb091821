// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <mutex>
#include <vector>

#include "localise/candidate_limit.h"
#include "localise/face_octree/face_octree_lattice.h"

namespace impinge {

/// Two faces by their numbers in the lattice, the lower one in the high half.
using PairKey = std::uint64_t;

/// The pairs that all threads have found, each kept once, up to the limit on candidates.
class FoundPairs {
 public:
  /// `repeats` says that a pair may come several times.
  FoundPairs(const LocaliseInput& input, const FaceLattice& lattice, bool repeats);

  std::uint64_t most() const { return limit_.most(); }
  /// How many pairs a thread should gather before it hands them over.
  std::size_t batch() const { return batch_; }

  /// From now on a pair may come several times.
  void expect_repeats() { repeats_ = true; }

  /// Takes the pairs over and leaves the list empty. Any thread. Throws Error (too_large) if there are more different ones
  /// than the limit allows; whether that happens depends on neither threads nor order.
  void add(std::vector<PairKey>& pairs);

  /// For a voxel that has too many by itself; the pair is an example.
  [[noreturn]] void refuse(PairKey pair) const { limit_.refuse({first(pair).object, second(pair).object}); }

  /// All candidates, each once and in order; nothing is left.
  std::vector<Candidate> take();

 private:
  const LatticeFace& first(PairKey pair) const { return lattice_[pair >> 32]; }
  const LatticeFace& second(PairKey pair) const { return lattice_[pair & 0xffffffff]; }
  void sort();
  void require_room() const;

  const FaceLattice& lattice_;
  CandidateLimit limit_;
  std::atomic<bool> repeats_;
  bool many_objects_;
  std::size_t batch_;
  std::mutex mutex_;
  std::vector<PairKey> pairs_;
  std::size_t unique_ = 0;  // when repeats were last removed
};

}  // namespace impinge
