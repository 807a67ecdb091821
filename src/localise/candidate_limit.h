// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <functional>
#include <utility>

#include "localise/localise_input.h"

namespace impinge {

/// Counts candidates and refuses more than a check may hold: where thousands of faces lie on each other, their pairs would
/// fill any memory. Made for one localiser's run; all its threads count here.
class CandidateLimit {
 public:
  /// The objects are asked only for their names; there may be none.
  CandidateLimit(std::span<const SceneObject> objects, std::uint64_t most) : objects_(objects), most_(most) {}
  explicit CandidateLimit(const LocaliseInput& input) : CandidateLimit(input.objects, input.max_candidates) {}

  std::uint64_t most() const { return most_; }

  /// Counts this many more, none of them counted before; `pair` is whose they are. Throws Error (too_large).
  void add(std::uint64_t n, const ObjectPair& pair) {
    if ((count_ += n) > most_) refuse(pair);
  }

  /// Throws Error (too_large) with the two objects as an example.
  [[noreturn]] void refuse(const ObjectPair& pair) const;

 private:
  std::string name_of(std::uint32_t object) const;

  std::span<const SceneObject> objects_;
  std::uint64_t most_;
  std::atomic<std::uint64_t> count_{0};
};

/// Tells the limit of a list that grows. A long list may be refused before it is made: `least` is then asked, once, how long
/// it will be at least. Where a search makes many lists, `together` has the length of all of them, since each may be short.
class GrowingCount {
 public:
  using Least = std::function<std::uint64_t()>;

  GrowingCount(CandidateLimit& limit, const ObjectPair& pair, Least least = {},
               std::atomic<std::uint64_t>* together = nullptr)
      : limit_(limit), pair_(pair), least_(std::move(least)), together_(together) {}

  void update(std::size_t size) {
    const std::uint64_t more = size - std::exchange(counted_, size);
    limit_.add(more, pair_);
    const std::uint64_t all = together_ != nullptr ? *together_ += more : size;
    if (all < kLong || !least_) return;
    if (std::exchange(least_, {})() > limit_.most()) limit_.refuse(pair_);
  }

 private:
  static constexpr std::size_t kLong = std::size_t{1} << 20;  // takes some times as long as the question

  CandidateLimit& limit_;
  ObjectPair pair_;
  Least least_;
  std::atomic<std::uint64_t>* together_;
  std::size_t counted_ = 0;
};

}  // namespace impinge
