// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/self_contact.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <mutex>
#include <tuple>

#include "localise/swept/swept_pairs.h"

namespace impinge {

namespace {

constexpr std::size_t kBatch = 512;  // candidates of a task

bool by_faces(const SelfContact& x, const SelfContact& y) {
  const auto key = [](const SelfContact& c) {
    return std::tuple(c.a_face, c.b_face, !c.feature.vertex_face, c.feature.vertex_of_a, c.feature.a, c.feature.b);
  };
  return key(x) < key(y);
}

}  // namespace

std::vector<SelfContact> self_contacts(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                       Control& control, double from, double until) {
  std::mutex mutex;
  std::vector<SelfContact> all;
  const auto test = [&](std::span<const SweptCandidate> candidates) {
    control.poll();
    const std::vector<SelfContact> mine = swept_self_contacts(object, topology, candidates, from, until);
    const std::lock_guard lock(mutex);
    all.insert(all.end(), mine.begin(), mine.end());
  };
  if (parallel == Parallel::producer) {
    tbb::task_group consumers;
    swept_self_pairs(object, kBatch, control, [&](std::size_t, std::vector<SweptCandidate>&& found) {
      const auto shared = std::make_shared<const std::vector<SweptCandidate>>(std::move(found));
      consumers.run([&test, shared] { test(*shared); });
    });
    consumers.wait();
  } else {
    std::vector<SweptCandidate> candidates;
    swept_self_pairs(object, std::numeric_limits<std::size_t>::max(), control,
                     [&](std::size_t, std::vector<SweptCandidate>&& found) {
                       const std::lock_guard lock(mutex);
                       candidates.insert(candidates.end(), found.begin(), found.end());
                     });
    const std::size_t shares = (candidates.size() + kBatch - 1) / kBatch;
    tbb::parallel_for(std::size_t{0}, shares, [&](std::size_t i) {
      test(std::span(candidates).subspan(i * kBatch, std::min(kBatch, candidates.size() - i * kBatch)));
    });
  }
  tbb::parallel_sort(all.begin(), all.end(), by_faces);
  return all;
}

std::optional<SelfContact> first_self_contact(const SweptObject& object, const MeshTopology& topology, Parallel parallel,
                                              Control& control, double from, double until) {
  const std::vector<SelfContact> contacts = self_contacts(object, topology, parallel, control, from, until);
  const auto earlier = [](const SelfContact& x, const SelfContact& y) { return x.feature.contact.t < y.feature.contact.t; };
  const auto first = std::min_element(contacts.begin(), contacts.end(), earlier);
  return first == contacts.end() ? std::nullopt : std::optional(*first);
}

}  // namespace impinge
