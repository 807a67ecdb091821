// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include <map>

#include "cull/overlap_region/overlap_region.h"
#include "exact/decide_pairs.h"
#include "pipeline/check/check_context.h"

namespace impinge {

/// The middle of a check, cull -> localise -> exact: the chooser among the localisers of the table, and what they have
/// found. The only place that knows which of them comes after which.
struct FacePairSearch {
  CheckContext& run;
  Method method;                               ///< asked for, or chosen among them
  std::vector<PairContacts> meeting{};         ///< face pairs that meet, ordered by objects
  std::vector<PairRegion> regions{};           ///< where slices were cut: what answers may use of them
  std::map<ObjectPair, PairAnswer> answers{};  ///< pairs that need no face pairs any more

  /// Settles all pairs; says in the statistics which methods did.
  void find(std::vector<ObjectPair> pairs);

  /// Gives the answer of a pair that was settled without its faces; not for bodies apart whose distance is asked for.
  bool answered(const ObjectPair& pair, bool with_distance, PairAnswer& answer) const;

  /// For the localisers: runs the exact stage over ordered candidates.
  std::vector<PairContacts> decide(std::span<const Candidate> candidates, double share_after);
  /// For the localisers: adds face pairs of objects that had none.
  void add(std::vector<PairContacts> more);

 private:
  std::vector<ObjectPair> take(Method next, std::vector<ObjectPair> pairs);
  void by_trees_or_slices(const std::vector<ObjectPair>& pairs);
  void refit_where_it_pays(const std::vector<ObjectPair>& pairs);
};

}  // namespace impinge
