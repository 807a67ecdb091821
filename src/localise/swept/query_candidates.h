// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/control.h"
#include "localise/swept/ball_window.h"
#include "pairs/swept_candidate.h"

namespace impinge {

/// Candidates of a query in one part of its time, by entry.
struct CandidateBatch {
  double from, until;
  std::vector<SweptCandidate> candidates;
};

/// Over all queries and threads.
struct CandidateCounts {
  std::atomic<std::uint64_t> found{0};   ///< face pairs whose swept boxes meet
  std::atomic<std::uint64_t> culled{0};  ///< of them, those with a dropped face
};

/// The time in question is searched in this many rounds: an early contact saves the candidates of the later ones.
inline constexpr std::size_t kSearchRounds = 4;

/// Every face pair of a query that may come into contact during a round (superset), less those with a dropped face. A
/// batch is handed over, from many threads at once, whenever it has this many candidates.
void query_candidates(const ContactQuery& query, const BallWindow& window, std::size_t round, std::size_t batch,
                      Control& control, CandidateCounts& counts, const std::function<void(CandidateBatch&&)>& sink);

}  // namespace impinge
