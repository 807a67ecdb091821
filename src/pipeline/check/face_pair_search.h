// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region/overlap_region.h"
#include "exact/decide_pairs.h"
#include "pipeline/check/check_context.h"
#include "pipeline/check/settled_pairs.h"

namespace impinge {

/// The middle of a check, cull -> localise -> exact: the chooser among the localisers of the table, and what they have
/// found. The only place that knows which of them comes after which.
struct FacePairSearch {
  CheckContext& run;
  Method method;                       ///< asked for, or chosen among them
  std::vector<PairContacts>& meeting;  ///< face pairs that meet, ordered by objects
  std::vector<PairRegion> regions{};   ///< where slices were cut: what answers may use of them
  SettledPairs answers{};              ///< pairs that need no face pairs any more

  /// Settles all pairs; says in the statistics which methods did. Each pair as if it were alone: a shape without faces has
  /// its own pairs looked at along lines, and no others.
  void find(std::vector<ObjectPair> pairs);

  /// Whether closed forms and proofs tell about the pair: a solid is in it, and no lines were asked for.
  bool by_solids(const ObjectPair& pair) const;

  /// Whether only lines tell about the pair: they were asked for, or an object has no faces.
  bool along_lines(const ObjectPair& pair) const;

  /// What lines tell about a pair for which that is true; `undecided` where nothing was found and a distance is asked for.
  PairAnswer seen(const ObjectPair& pair, bool with_distance) const;

  /// Gives the answer of a pair that was settled without its faces; not for bodies apart whose distance is asked for.
  bool answered(const ObjectPair& pair, bool with_distance, PairAnswer& answer) const;

  /// For the localisers: runs the exact stage over ordered candidates.
  std::vector<PairContacts> decide(std::span<const Candidate> candidates, double share_after);
  /// For the localisers: adds face pairs of objects that had none.
  void add(std::vector<PairContacts> more);
  void add(std::span<PairContacts> more);  ///< moved from

 private:
  void find_face_pairs(std::vector<ObjectPair> pairs);
  std::vector<ObjectPair> take(Method next, std::vector<ObjectPair> pairs);
  void by_trees_or_slices(const std::vector<ObjectPair>& pairs);
  void refit_where_it_pays(const std::vector<ObjectPair>& pairs);
};

/// The answer for a pair about which the question cannot be answered.
PairAnswer not_told(const ObjectPair& pair);

}  // namespace impinge
