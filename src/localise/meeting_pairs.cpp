// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/meeting_pairs.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

#include "exact/face_pair_static.h"

namespace impinge {

namespace {

constexpr std::size_t kGrain = 512;  // candidates a task: tens of microseconds at least

Relation relation_of(std::span<const WorldObject> world, const Candidate& c) {
  const WorldObject &a = world[c.a], &b = world[c.b];
  if (c.a != c.b) return face_pair_static(a.triangle(c.a_face), b.triangle(c.b_face));
  return self_pair_static(a.triangle(c.a_face), a.topology->corners(a.faces[c.a_face]), a.triangle(c.b_face),
                          a.topology->corners(a.faces[c.b_face]));
}

}  // namespace

bool any_meets(std::span<const WorldObject> world, std::span<const Candidate> candidates) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [&](const Candidate& c) { return relation_of(world, c) != Relation::disjoint; });
}

std::vector<MeetingPairs> meeting_pairs(std::span<const WorldObject> world, std::span<const Candidate> candidates,
                                        Control& control) {
  std::vector<Relation> relations(candidates.size());
  std::atomic<std::size_t> done = 0;
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, candidates.size(), kGrain),
                    [&](const tbb::blocked_range<std::size_t>& range) {
                      control.poll();
                      for (std::size_t i = range.begin(); i != range.end(); ++i)
                        relations[i] = relation_of(world, candidates[i]);
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
