// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "localise/swept/query_candidates.h"

#include <algorithm>
#include <cmath>

#include "cull/velocity_backface/velocity_backface.h"
#include "localise/swept/swept_octree.h"

namespace impinge {

namespace {

constexpr double kMostTurn = 0.25;  // rad: longer arcs are cut, so that moving boxes stay tight
constexpr double kRounds[kSearchRounds] = {1.0 / 16, 3.0 / 16, 7.0 / 16, 1};  // of the time: few face pairs first

// Parts of a round, during which nobody turns far.
template <typename Visit>
void each_part(const ContactQuery& q, const BallWindow& w, std::size_t round, const Visit& visit) {
  const double length = w.until - w.from, from = round == 0 ? w.from : w.from + length * kRounds[round - 1];
  const double until = round + 1 == kSearchRounds ? w.until : w.from + length * kRounds[round];
  const double turn = std::max(q.a.step->angle(), q.b.step->angle()) * (until - from);
  const int parts = std::max(1, static_cast<int>(std::ceil(turn / kMostTurn)));
  const auto cut = [&](int i) { return i == parts ? until : from + (until - from) * i / parts; };
  for (int i = 0; i < parts; ++i) visit(cut(i), cut(i + 1));
}

std::size_t find_pairs(const ContactQuery& q, double from, double until, std::size_t batch, Control& control,
                       const CandidateSink& sink) {
  if (q.finder.way == SweptPairs::trees) return swept_pairs(q.a, q.b, from, until, batch, control, sink);
  if (q.finder.way == SweptPairs::moved_octree && q.finder.a_octree != nullptr && q.finder.b_octree != nullptr)
    return swept_voxel_pairs(q.a, *q.finder.a_octree, q.b, *q.finder.b_octree, from, until, batch, control, sink);
  return swept_octree_pairs(q.a, q.b, from, until, batch, control, sink);
}

bool is_culled(const ContactQuery& q, const SweptCandidate& c) {
  return q.a_cull != nullptr && (q.a_cull->dropped[c.a_face] != 0 || q.b_cull->dropped[c.b_face] != 0);
}

}  // namespace

void query_candidates(const ContactQuery& query, const BallWindow& window, std::size_t round, std::size_t batch,
                      Control& control, CandidateCounts& counts, const std::function<void(CandidateBatch&&)>& sink) {
  each_part(query, window, round, [&](double from, double until) {
    find_pairs(query, from, until, batch, control, [&](std::size_t, std::vector<SweptCandidate>&& found) {
      counts.found += found.size();
      if (query.a_cull != nullptr)
        counts.culled += std::erase_if(found, [&](const SweptCandidate& c) { return is_culled(query, c); });
      std::sort(found.begin(), found.end());
      sink(CandidateBatch{from, until, std::move(found)});
    });
  });
}

}  // namespace impinge
