// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/meeting_search.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "answer/verdict/pair_answer.h"
#include "base/joined.h"
#include "cull/overlap_region/region_sample.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/face_octree/face_octree.h"
#include "localise/moved_octree/moved_octree.h"
#include "localise/slice_map/slice_map.h"
#include "pipeline/map/raster_queries.h"

namespace impinge {

namespace {

constexpr double kRefitShare = 0.7;  // of an object's faces near the other: below, reading all faces once is cheaper

std::uint64_t count_listed(std::span<const std::vector<std::uint32_t>> faces) {
  std::uint64_t n = 0;
  for (const auto& f : faces) n += f.size();
  return n;
}

void add_sorted(std::vector<MeetingPairs>& meeting, std::vector<MeetingPairs> more) {
  std::move(more.begin(), more.end(), std::back_inserter(meeting));
  std::sort(meeting.begin(), meeting.end(),
            [](const MeetingPairs& x, const MeetingPairs& y) { return x.objects < y.objects; });
}

}  // namespace

std::vector<std::vector<std::uint32_t>> all_faces(std::span<const WorldObject> world) {
  std::vector<std::vector<std::uint32_t>> faces(world.size());
  for (std::size_t o = 0; o < world.size(); ++o) {
    faces[o].resize(world[o].faces.size());
    std::iota(faces[o].begin(), faces[o].end(), 0u);
  }
  return faces;
}

std::vector<MeetingPairs> MeetingSearch::find(const std::vector<ObjectPair>& pairs) {
  switch (method_) {
    case Method::face_octree: return by_octree(pairs);
    case Method::moved_octree: return by_moved_octrees(pairs);
    case Method::zlist: return by_covers(pairs);
    default: return by_trees_or_slices(pairs);
  }
}

// The chooser: trees where both objects have one, or where fitting those of deformed objects anew pays; slices elsewhere.
std::vector<MeetingPairs> MeetingSearch::by_trees_or_slices(const std::vector<ObjectPair>& pairs) {
  if (method_ == Method::automatic || method_ == Method::polar_newton) refit_where_it_pays(pairs);
  std::vector<ObjectPair> prepared, fresh;
  for (const ObjectPair& p : pairs)
    (run_.world[p.a].clusters != nullptr && run_.world[p.b].clusters != nullptr ? prepared : fresh).push_back(p);
  std::vector<MeetingPairs> meeting;
  if (!prepared.empty()) meeting = by_trees(prepared);
  if (!fresh.empty() || prepared.empty()) add_sorted(meeting, by_slices(fresh));
  const char* const slices = to_string(Method::slice_map);
  const char* const trees = to_string(Method::cluster_tree);
  const bool with_trees = !prepared.empty() || crowded_count_ > 0, with_slices = prepared.empty() || !fresh.empty();
  run_.result.stats.method = !with_trees ? slices : !with_slices ? trees : fmt::format("{}+{}", trees, slices);
  return meeting;
}

void MeetingSearch::refit_where_it_pays(const std::vector<ObjectPair>& pairs) {
  std::vector<std::uint32_t> chosen;
  const auto lacks = [&](std::uint32_t i) {
    return run_.world[i].clusters == nullptr && run_.shapes.knows(run_.scene.objects()[i].mesh);
  };
  for (const ObjectPair& p : pairs) {
    if ((!lacks(p.a) && run_.world[p.a].clusters == nullptr) || (!lacks(p.b) && run_.world[p.b].clusters == nullptr))
      continue;
    const Box region = intersection(run_.world[p.a].box, run_.world[p.b].box);
    for (const std::uint32_t i : {p.a, p.b})
      if (lacks(i) && sample_region(run_.world[i], region).share >= kRefitShare) chosen.push_back(i);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  if (chosen.empty()) return;
  run_.stage("refit", chosen.size(), 0.2, [&] {
    tbb::parallel_for(std::size_t{0}, chosen.size(), [&](std::size_t k) {
      run_.trees[chosen[k]] = run_.shapes.refitted(run_.scene.objects()[chosen[k]]);
      run_.world[chosen[k]].clusters = run_.trees[chosen[k]].get();
    });
    return chosen.size();
  });
}

// Bodies without a tree get one for this check.
std::vector<MeetingPairs> MeetingSearch::by_trees(const std::vector<ObjectPair>& pairs) {
  std::vector<MeetingPairs> found(pairs.size());
  run_.stage("cluster_tree", run_.count_faces(pairs), 0.8, [&] {
    std::atomic<std::uint64_t> meeting = 0;
    CandidateLimit limit(run_.scene.objects(), kMaxCandidates);
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      run_.control.poll();
      const WorldObject &a = run_.bodies[pairs[i].a]->clustered(), &b = run_.bodies[pairs[i].b]->clustered();
      found[i].objects = pairs[i];
      if (run_.options.face_pairs || !found_one(a, b, found[i]))
        found[i].faces = cluster_tree_pairs(a, b, pairs[i], limit, run_.control).meeting;
      meeting += found[i].faces.size();
    });
    return meeting.load();
  });
  std::erase_if(found, [](const MeetingPairs& m) { return m.faces.empty() && !m.common; });
  return found;
}

// One face pair that crosses nearly always tells how the solids stand. Which one does not depend on who is a.
// False where faces touch and none cross: then all are needed.
bool MeetingSearch::found_one(const WorldObject& a, const WorldObject& b, MeetingPairs& found) const {
  const bool in_order = compare_content(a, b) <= 0;
  found.common = balls_cross(in_order ? a : b, in_order ? b : a);
  if (found.common) return true;
  std::optional<FacePair> pair = cluster_tree_crossing(in_order ? a : b, in_order ? b : a, run_.control);
  if (!pair) return true;
  if (pair->relation != Relation::crossing) return false;
  if (!in_order) std::swap(pair->a_face, pair->b_face);
  found.faces = {*pair};
  found.one_of_many = true;
  return true;
}

std::vector<MeetingPairs> MeetingSearch::by_covers(const std::vector<ObjectPair>& pairs) {
  std::vector<Candidate> candidates;
  run_.stage("zlist certified", run_.count_faces(pairs), 0.6, [&] {
    for (const ObjectPair& p : pairs) {
      const std::vector<Candidate> found =
          certified_candidates(run_.scene, run_.world, p, run_.options, run_.shapes.device.get(), run_.control);
      candidates.insert(candidates.end(), found.begin(), found.end());
    }
    return candidates.size();
  });
  return decided(candidates, 0.8);
}

std::vector<MeetingPairs> MeetingSearch::by_octree(const std::vector<ObjectPair>& pairs) {
  const bool all = run_.options.broad == Broad::none;
  std::vector<std::vector<std::uint32_t>> faces;
  if (all) {
    faces = all_faces(run_.world);
  } else {
    std::uint64_t in = 0;
    for (const WorldObject& o : run_.world) in += o.faces.size();
    run_.stage("overlap_region", in, 0.25, [&] {
      faces = overlap_region(run_.world, pairs);
      return count_listed(faces);
    });
  }
  const LocaliseInput input{run_.world, faces, all ? LocaliseInput::Asked::all_pairs : LocaliseInput::Asked::listed_pairs,
                            pairs, run_.scene.objects()};
  std::vector<Candidate> candidates;
  run_.stage("face_octree", count_listed(input.faces), 0.6, [&] {
    candidates = face_octree(input, run_.options.level, run_.control);
    return candidates.size();
  });
  return decided(candidates, 0.8);
}

std::vector<PreparedShapes::Octree> MeetingSearch::octrees_of(const std::vector<ObjectPair>& pairs) {
  std::vector<char> wanted(run_.world.size(), 0);
  for (const ObjectPair& p : pairs) wanted[p.a] = wanted[p.b] = 1;
  std::vector<PreparedShapes::Octree> octrees(run_.world.size());
  run_.stage("octree", pairs.size(), 0.4, [&] {
    tbb::parallel_for(std::size_t{0}, octrees.size(), [&](std::size_t i) {
      run_.control.poll();
      if (wanted[i] != 0) octrees[i] = run_.shapes.octree(run_.scene.objects()[i], run_.options.level);
    });
    std::uint64_t voxels = 0;
    for (const PreparedShapes::Octree& o : octrees) voxels += o ? o->faces.codes.size() : 0;
    return voxels;
  });
  return octrees;
}

// Octrees are moved where both objects are rigid; the rest is left to the face octree.
std::vector<MeetingPairs> MeetingSearch::by_moved_octrees(const std::vector<ObjectPair>& pairs) {
  const std::vector<PreparedShapes::Octree> octrees = octrees_of(pairs);
  std::vector<ObjectPair> rigid, others;
  for (const ObjectPair& p : pairs)
    (can_move(run_.world[p.a], octrees[p.a].get(), run_.world[p.b], octrees[p.b].get()) ? rigid : others).push_back(p);
  std::vector<Candidate> candidates;
  run_.stage("moved_octree", rigid.size(), 0.6, [&] {
    const LocaliseInput input{run_.world, {}, LocaliseInput::Asked::listed_pairs, rigid, run_.scene.objects()};
    candidates = moved_octree(input, octrees, {}, run_.control);
    return candidates.size();
  });
  std::vector<MeetingPairs> meeting = decided(candidates, 0.7);
  if (others.empty()) return meeting;
  run_.result.stats.method = fmt::format("{}+{}", to_string(Method::moved_octree), to_string(Method::face_octree));
  add_sorted(meeting, by_octree(others));
  return meeting;
}

std::vector<MeetingPairs> MeetingSearch::by_slices(const std::vector<ObjectPair>& pairs) {
  std::uint64_t kept = 0;
  regions_.resize(pairs.size());
  run_.stage("overlap_region", run_.count_faces(pairs), 0.25, [&] {
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      run_.control.poll();
      regions_[i] = overlap_region(run_.world, pairs[i]);
    });
    for (const PairRegion& r : regions_) kept += r.a.count + r.b.count;
    return kept;
  });
  KeptVector<Candidate> candidates;
  std::vector<ObjectPair> crowded;
  run_.stage("slice_map", kept, 0.6, [&] {
    std::vector<std::optional<KeptVector<Candidate>>> found(regions_.size());
    tbb::parallel_for(std::size_t{0}, regions_.size(),
                      [&](std::size_t i) { found[i] = slice_map(run_.world, regions_[i], run_.control); });
    std::vector<KeptVector<Candidate>> pieces;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i])
        pieces.push_back(std::move(*found[i]));
      else
        crowded.push_back(pairs[i]);
    }
    candidates = pieces.size() == 1 ? std::move(pieces.front()) : joined(pieces);
    return candidates.size();
  });
  std::vector<MeetingPairs> meeting = decided(candidates, 0.8);
  for (MeetingPairs& m : meeting) tbb::parallel_sort(m.faces.begin(), m.faces.end());
  if (!crowded.empty()) add_sorted(meeting, by_trees(crowded));
  crowded_count_ = crowded.size();
  return meeting;
}

std::vector<MeetingPairs> MeetingSearch::decided(std::span<const Candidate> candidates, double share_after) {
  std::vector<MeetingPairs> meeting;
  run_.stage("face_pair_static", candidates.size(), share_after, [&] {
    meeting = meeting_pairs(run_.world, candidates, run_.control);
    std::uint64_t n = 0;
    for (const MeetingPairs& m : meeting) n += m.faces.size();
    return n;
  });
  return meeting;
}

}  // namespace impinge
