// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/localisers.h"

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "answer/verdict/pair_answer.h"
#include "base/concatenate.h"
#include "base/few_in_turn.h"
#include "base/lent.h"
#include "localise/cluster_tree/cluster_tree_pairs.h"
#include "localise/moved_octree/moved_octree.h"
#include "localise/slice_map/few_faces.h"
#include "localise/slice_map/slice_map.h"
#include "pairs/face_pair_lists.h"
#include "pipeline/check/convex_pairs.h"
#include "pipeline/check/crowded_corners.h"
#include "pipeline/check/methods.h"
#include "pipeline/raster/raster_queries.h"

namespace impinge {

namespace {

std::uint64_t count_listed(std::span<const std::vector<std::uint32_t>> faces) {
  std::uint64_t n = 0;
  for (const auto& f : faces) n += f.size();
  return n;
}

std::vector<std::vector<std::uint32_t>> culled_faces(CheckContext& run, const std::vector<ObjectPair>& pairs) {
  std::uint64_t in = 0;
  for (const WorldObject& o : run.world) in += o.faces.size();
  std::vector<std::vector<std::uint32_t>> faces;
  run.stage(word_of(SoleMethod::overlap_region), in, 0.25, [&] {
    faces = overlap_region(run.world, pairs);
    return count_listed(faces);
  });
  return faces;
}

std::vector<FacePair> swapped(std::vector<FacePair> pairs) {
  for (FacePair& p : pairs) std::swap(p.a_face, p.b_face);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Face pairs that are enough for a verdict. One that crosses nearly always tells how the solids stand; which one does not
// depend on who is a. Where faces touch and none cross, all are needed, but for crowds around a corner.
void find_enough(const WorldObject& a, const WorldObject& b, PairContacts& found, CandidateLimit& limit, Control& control) {
  const bool in_order = compare_content(a, b) <= 0;
  const WorldObject &first = in_order ? a : b, &second = in_order ? b : a;
  found.common = balls_cross(first, second);
  if (found.common) return;
  FirstPair one = cluster_tree_crossing_pair_soon(first, second, control);
  if (!one.finished) {
    if (auto few = contacts_off_crowds(first, second, true, found.objects, limit, control)) {
      found.faces = in_order ? std::move(*few) : swapped(std::move(*few));
      found.one_of_many = found.faces.size() == 1 && found.faces.front().relation == Relation::crossing;
      return;
    }
    one.pair = cluster_tree_crossing_pair(first, second, control);
  }
  if (!one.pair) return;
  if (one.pair->relation != Relation::crossing) {
    found.faces = cluster_tree_pairs(a, b, found.objects, limit, control).meeting;
    return;
  }
  if (!in_order) std::swap(one.pair->a_face, one.pair->b_face);
  found.faces = take_face_pairs({&*one.pair, 1});
  found.one_of_many = true;
}

std::vector<PreparedShapes::Octree> octrees_of(CheckContext& run, const std::vector<ObjectPair>& pairs) {
  std::vector<char> wanted(run.world.size(), 0);
  for (const ObjectPair& p : pairs) wanted[p.a] = wanted[p.b] = 1;
  std::vector<PreparedShapes::Octree> octrees(run.world.size());
  run.stage("octree", pairs.size(), 0.4, [&] {
    tbb::parallel_for(std::size_t{0}, octrees.size(), [&](std::size_t i) {
      run.control.poll();
      if (wanted[i] != 0) octrees[i] = run.shapes.octree(run.scene.objects()[i], run.options.level);
    });
    std::uint64_t voxels = 0;
    for (const PreparedShapes::Octree& o : octrees) voxels += o ? o->faces.codes.size() : 0;
    return voxels;
  });
  return octrees;
}

// Conservative lists of a raster: face pairs that share a cell.
void by_covers(FacePairSearch& search, std::string_view word, const std::vector<ObjectPair>& pairs) {
  CheckContext& run = search.run;
  std::vector<Candidate> candidates;
  run.stage(fmt::format("{} certified", word), run.count_faces(pairs), 0.6, [&] {
    for (const ObjectPair& p : pairs) {
      const std::vector<Candidate> found =
          certified_candidates(run.scene, run.world, p, run.options, run.shapes.device.get(), run.control);
      candidates.insert(candidates.end(), found.begin(), found.end());
    }
    return candidates.size();
  });
  search.add(search.decide(candidates, 0.8));
}

// The verdict at the lines, no exact face pairs but those that ties ask for.
void by_samples(FacePairSearch& search, std::string_view word, const std::vector<ObjectPair>& pairs) {
  CheckContext& run = search.run;
  std::uint64_t undecided = 0;
  SampledPhases phases;
  const auto take = [&](const ObjectPair& pair, SampledAnswer found) {
    undecided += found.undecided;
    phases.add(found.phases);
    found.pair.a = {pair.a};
    found.pair.b = {pair.b};
    search.answers.add(pair, found.pair);
    return found.crossings;
  };
  RasterDevice* const device = run.shapes.device.get();
  const bool at_once = run.experiments.raster == RasterScope::scene && word == row_of(Method::zlist).word;
  run.stage(std::string(word), run.count_faces(pairs), 0.9, [&] {
    std::uint64_t crossings = 0;
    if (at_once) {
      std::vector<SampledAnswer> found =
          sampled_answers(run.scene, run.world, pairs, run.options, run.experiments.zlist, device, run.control);
      for (std::size_t i = 0; i < pairs.size(); ++i) crossings += take(pairs[i], std::move(found[i]));
      return crossings;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      run.control.poll();
      crossings += take(pairs[i], sampled_answer(run.scene, run.world, pairs[i], run.options, run.experiments, device,
                                                 run.shapes.depth_maps.get(), run.control));
      run.control.share(static_cast<double>(i + 1) / static_cast<double>(pairs.size()));
    }
    return crossings;
  });
  for (const StageStats& p : phases.all())
    run.result.stats.stages.push_back({fmt::format("{}: {}", word, p.name), p.ms, p.in, p.out});
  if (run.on_log) run.on_log(fmt::format("{} lines had crossings that their error bounds could not order", undecided));
}

}  // namespace

std::vector<std::vector<std::uint32_t>> all_faces(const CheckContext& run) {
  std::vector<std::vector<std::uint32_t>> faces(run.world.size());
  for (std::uint32_t o = 0; o < faces.size(); ++o) {
    if (run.has_no_faces(o)) continue;
    faces[o].resize(run.world[o].faces.size());
    std::iota(faces[o].begin(), faces[o].end(), 0u);
  }
  return faces;
}

std::vector<ObjectPair> by_faces_of(FacePairSearch& search, std::string_view word, FaceLocaliser localise,
                                    std::vector<ObjectPair> pairs) {
  CheckContext& run = search.run;
  const bool all = run.experiments.broad == Broad::none;
  const std::vector<std::vector<std::uint32_t>> faces = all ? all_faces(run) : culled_faces(run, pairs);
  LocaliseInput input{run.world, faces, all ? LocaliseInput::Asked::all_pairs : LocaliseInput::Asked::listed_pairs, pairs,
                      run.scene.objects()};
  input.level = run.options.level;
  std::vector<Candidate> candidates;
  run.stage(std::string(word), count_listed(faces), 0.6, [&] {
    candidates = localise(input, run.control);
    return candidates.size();
  });
  search.add(search.decide(candidates, 0.8));
  return {};
}

std::vector<ObjectPair> by_slices(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  CheckContext& run = search.run;
  std::uint64_t kept = 0;
  std::vector<PairRegion>& regions = search.regions;  // but of pairs with few faces
  regions.resize(pairs.size());
  std::vector<std::optional<KeptVector<Candidate>>> found(pairs.size());
  std::vector<std::uint8_t> few(pairs.size());
  run.stage(word_of(SoleMethod::overlap_region), run.count_faces(pairs), 0.25, [&] {
    few_in_turn(std::size_t{1}, pairs.size(), [&](std::size_t i) {
      run.control.poll();
      found[i] = few_face_pairs(run.world, pairs[i]);
      few[i] = found[i].has_value() ? 1 : 0;
      if (few[i] == 0) regions[i] = overlap_region(run.world, pairs[i]);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i)
      kept += few[i] != 0 ? run.count_faces({&pairs[i], 1}) : regions[i].a.count + regions[i].b.count;
    return kept;
  });
  KeptVector<Candidate> candidates;
  std::vector<ObjectPair> crowded;
  run.stage(std::string(word), kept, 0.6, [&] {
    few_in_turn(std::size_t{1}, regions.size(), [&](std::size_t i) {
      if (few[i] == 0) found[i] = slice_map(run.world, regions[i], run.control);
    });
    std::vector<KeptVector<Candidate>> pieces;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i])
        pieces.push_back(std::move(*found[i]));
      else
        crowded.push_back(pairs[i]);
    }
    candidates = pieces.size() == 1 ? std::move(pieces.front()) : concatenate(pieces);
    return candidates.size();
  });
  std::size_t left = 0;
  for (std::size_t i = 0; i < regions.size(); ++i)
    if (few[i] == 0 && left++ != i) regions[left - 1] = std::move(regions[i]);
  regions.resize(left);
  std::vector<PairContacts> contacts = search.decide(candidates, 0.8);
  for (PairContacts& m : contacts) tbb::parallel_sort(m.faces.begin(), m.faces.end());
  search.add(std::move(contacts));
  return crowded;
}

std::vector<ObjectPair> by_trees(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  CheckContext& run = search.run;
  Lent<PairContacts> lent;
  std::vector<PairContacts>& found = *lent;
  found.resize(pairs.size());
  run.stage(std::string(word), run.count_faces(pairs), 0.8, [&] {
    std::atomic<std::uint64_t> meeting = 0;
    CandidateLimit limit(run.scene.objects(), kMaxCandidates);
    tbb::parallel_for(std::size_t{0}, pairs.size(), [&](std::size_t i) {
      run.control.poll();
      const WorldObject &a = run.bodies[pairs[i].a]->clustered(), &b = run.bodies[pairs[i].b]->clustered();
      found[i].objects = pairs[i];
      if (run.options.face_pairs)
        found[i].faces = cluster_tree_pairs(a, b, pairs[i], limit, run.control).meeting;
      else
        find_enough(a, b, found[i], limit, run.control);
      meeting += found[i].faces.size();
    });
    return meeting.load();
  });
  std::erase_if(found, [](const PairContacts& m) { return m.faces.empty() && !m.common; });
  search.add(std::span<PairContacts>(found));
  Lent<ObjectPair>::give(pairs);
  return {};
}

std::vector<ObjectPair> by_moved_octrees(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  CheckContext& run = search.run;
  const std::vector<PreparedShapes::Octree> octrees = octrees_of(run, pairs);
  std::vector<ObjectPair> rigid, others;
  for (const ObjectPair& p : pairs)
    (can_move(run.world[p.a], octrees[p.a].get(), run.world[p.b], octrees[p.b].get()) ? rigid : others).push_back(p);
  std::vector<Candidate> candidates;
  run.stage(std::string(word), rigid.size(), 0.6, [&] {
    const LocaliseInput input{run.world, {}, LocaliseInput::Asked::listed_pairs, rigid, run.scene.objects()};
    candidates = moved_octree(input, octrees, {}, run.control);
    return candidates.size();
  });
  search.add(search.decide(candidates, 0.7));
  return others;
}

std::vector<ObjectPair> by_lines(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  if (search.run.options.certified)
    by_covers(search, word, pairs);
  else
    by_samples(search, word, pairs);
  return {};
}

std::vector<ObjectPair> by_polar_newton(FacePairSearch& search, std::string_view word, std::vector<ObjectPair> pairs) {
  CheckContext& run = search.run;
  ConvexPairs convex;
  if (!convex.find(run.scene, run.shapes, search.method, pairs)) return pairs;
  run.stage(std::string(word), pairs.size(), 0.15, [&] {
    convex.settle(run.scene, pairs, run.options, run.control, search.answers);
    return pairs.size();
  });
  return pairs;
}

}  // namespace impinge
