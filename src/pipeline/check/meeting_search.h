// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#pragma once

#include "cull/overlap_region/overlap_region.h"
#include "exact/meeting_pairs.h"
#include "pipeline/check/check_run.h"

namespace impinge {

/// The middle of a check by faces, cull -> localise -> exact: a way for each method, and the chooser between them.
class MeetingSearch {
 public:
  MeetingSearch(CheckRun& run, Method method) : run_(run), method_(method) {}

  /// The meeting face pairs of these object pairs, in their order; says in the statistics which methods found them.
  std::vector<MeetingPairs> find(const std::vector<ObjectPair>& pairs);

  /// Where slices were cut: what answers may use of them.
  const std::vector<PairRegion>& regions() const { return regions_; }

 private:
  std::vector<MeetingPairs> by_trees_or_slices(const std::vector<ObjectPair>& pairs);
  std::vector<MeetingPairs> by_trees(const std::vector<ObjectPair>& pairs);
  bool found_one(const WorldObject& a, const WorldObject& b, MeetingPairs& found) const;
  std::vector<MeetingPairs> by_slices(const std::vector<ObjectPair>& pairs);
  std::vector<MeetingPairs> by_octree(const std::vector<ObjectPair>& pairs);
  std::vector<MeetingPairs> by_moved_octrees(const std::vector<ObjectPair>& pairs);
  std::vector<MeetingPairs> by_covers(const std::vector<ObjectPair>& pairs);
  void refit_where_it_pays(const std::vector<ObjectPair>& pairs);
  std::vector<PreparedShapes::Octree> octrees_of(const std::vector<ObjectPair>& pairs);
  std::vector<MeetingPairs> decided(std::span<const Candidate> candidates, double share_after);

  CheckRun& run_;
  Method method_;
  std::vector<PairRegion> regions_;
  std::size_t crowded_count_ = 0;  // pairs that slices left to trees
};

/// All faces of all objects, for a search that culls none.
std::vector<std::vector<std::uint32_t>> all_faces(std::span<const WorldObject> world);

}  // namespace impinge
