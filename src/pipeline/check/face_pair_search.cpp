// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/face_pair_search.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "base/lent.h"
#include "cull/overlap_region/region_sample.h"
#include "pipeline/check/copies.h"
#include "pipeline/check/methods.h"

namespace impinge {

namespace {

constexpr double kRefitShare = 0.7;  // of an object's faces near the other: below, reading all faces once is cheaper

}  // namespace

void FacePairSearch::find(std::vector<ObjectPair> pairs) {
  std::erase_if(pairs, [&](const ObjectPair& p) { return by_solids(p) || run.without_lines(p); });
  const auto by_faces = [&](const ObjectPair& p) { return !along_lines(p); };
  const auto middle = std::stable_partition(pairs.begin(), pairs.end(), by_faces);
  std::vector<ObjectPair> lines(middle, pairs.end());
  pairs.erase(middle, pairs.end());
  const Method way = samples_lines(run.options.method, false) ? run.options.method : Method::zlist;
  std::vector<std::string>& words = run.result.stats.methods;
  if (run.any_solids && words.empty()) words.push_back(word_of(SoleMethod::solid_pair));
  if (!pairs.empty() || (lines.empty() && words.empty())) find_face_pairs(std::move(pairs));
  if (!lines.empty()) take(way, std::move(lines));
  answers.sort();
}

bool FacePairSearch::along_lines(const ObjectPair& pair) const {
  if (method != Method::automatic && row_of(method).guarantee == Guarantee::sampled) return !run.options.certified;
  return !by_solids(pair) && (run.has_no_faces(pair.a) || run.has_no_faces(pair.b));
}

bool FacePairSearch::by_solids(const ObjectPair& pair) const {
  return (method == Method::automatic || row_of(method).guarantee != Guarantee::sampled) && run.by_solids(pair);
}

PairAnswer FacePairSearch::seen(const ObjectPair& pair, bool with_distance) const {
  if (run.without_lines(pair)) return not_told(pair);
  const PairAnswer* const settled = answers.find(pair);
  const bool found = settled != nullptr && settled->verdict != Verdict::disjoint;
  if (with_distance && !found) return not_told(pair);
  PairAnswer answer = settled != nullptr ? *settled : PairAnswer();
  answer.a = {pair.a};
  answer.b = {pair.b};
  if (with_distance) answer.distance = 0;
  return answer;
}

// A localiser that settles all that it is given needs no line here.
void FacePairSearch::find_face_pairs(std::vector<ObjectPair> pairs) {
  if (!run.options.face_pairs) pairs = settle_copies(run, std::move(pairs), answers);
  switch (method) {
    case Method::automatic:
    case Method::polar_newton:
      pairs = take(Method::polar_newton, std::move(pairs));
      refit_where_it_pays(pairs);
      by_trees_or_slices(pairs);
      return Lent<ObjectPair>::give(pairs);
    case Method::slice_map:
    case Method::cluster_tree: by_trees_or_slices(pairs); return Lent<ObjectPair>::give(pairs);
    case Method::moved_octree:
      pairs = take(Method::moved_octree, std::move(pairs));
      if (!pairs.empty()) take(Method::face_octree, std::move(pairs));
      return;
    default: take(method, std::move(pairs));
  }
}

// Trees where both objects have one, slices elsewhere, and trees for the pairs that slices find crowded.
void FacePairSearch::by_trees_or_slices(const std::vector<ObjectPair>& pairs) {
  if (pairs.empty() && !run.memory.all) return;  // a check that has nothing to do
  std::vector<ObjectPair> prepared = Lent<ObjectPair>::take(), fresh = Lent<ObjectPair>::take();
  for (const ObjectPair& p : pairs)
    (run.world[p.a].clusters != nullptr && run.world[p.b].clusters != nullptr ? prepared : fresh).push_back(p);
  const bool all_prepared = fresh.empty() && !prepared.empty();
  if (!prepared.empty()) take(Method::cluster_tree, std::move(prepared));
  if (all_prepared) return Lent<ObjectPair>::give(fresh);
  std::vector<ObjectPair> crowded = take(Method::slice_map, std::move(fresh));
  if (!crowded.empty()) take(Method::cluster_tree, std::move(crowded));
}

// Runs a localiser and puts its word into the statistics, unless it had no pairs to look at while others had, or was a try
// at final answers that gave none.
std::vector<ObjectPair> FacePairSearch::take(Method next, std::vector<ObjectPair> pairs) {
  const MethodRow& row = row_of(next);
  const std::size_t given = pairs.size();
  std::vector<ObjectPair> left = std::get<Localiser>(row.function)(*this, row.word, std::move(pairs));
  std::vector<std::string>& words = run.result.stats.methods;
  const bool silent = row.guarantee == Guarantee::direct && left.size() == given && next != method;
  const bool known = std::find(words.begin(), words.end(), row.word) != words.end();
  if (!silent && !known && (given > 0 || words.empty())) words.emplace_back(row.word);
  return left;
}

void FacePairSearch::refit_where_it_pays(const std::vector<ObjectPair>& pairs) {
  std::vector<std::uint32_t> chosen;
  const auto lacks = [&](std::uint32_t i) {
    return run.world[i].clusters == nullptr && run.shapes.knows(run.scene.objects()[i].mesh);
  };
  for (const ObjectPair& p : pairs) {
    if ((!lacks(p.a) && run.world[p.a].clusters == nullptr) || (!lacks(p.b) && run.world[p.b].clusters == nullptr)) continue;
    const Box region = intersection(run.world[p.a].box, run.world[p.b].box);
    for (const std::uint32_t i : {p.a, p.b})
      if (lacks(i) && sample_region(run.world[i], region).share >= kRefitShare) chosen.push_back(i);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  if (chosen.empty()) return;
  run.stage("refit", chosen.size(), 0.2, [&] {
    tbb::parallel_for(std::size_t{0}, chosen.size(), [&](std::size_t k) {
      run.trees[chosen[k]] = run.shapes.refitted(run.scene.objects()[chosen[k]]);
      run.world[chosen[k]].clusters = run.trees[chosen[k]].get();
    });
    return chosen.size();
  });
}

bool FacePairSearch::answered(const ObjectPair& pair, bool with_distance, PairAnswer& answer) const {
  const PairAnswer* const settled = answers.find(pair);
  if (settled == nullptr || (with_distance && settled->verdict == Verdict::disjoint)) return false;
  answer = *settled;
  if (with_distance) answer.distance = 0;
  return true;
}

std::vector<PairContacts> FacePairSearch::decide(std::span<const Candidate> candidates, double share_after) {
  std::vector<PairContacts> found;
  run.stage(word_of(SoleMethod::face_pair_static), candidates.size(), share_after, [&] {
    found = decide_pairs(run.world, candidates, run.control);
    std::uint64_t n = 0;
    for (const PairContacts& m : found) n += m.faces.size();
    return n;
  });
  return found;
}

void FacePairSearch::add(std::vector<PairContacts> more) { add(std::span<PairContacts>(more)); }

void FacePairSearch::add(std::span<PairContacts> more) {
  std::move(more.begin(), more.end(), std::back_inserter(meeting));
  std::sort(meeting.begin(), meeting.end(),
            [](const PairContacts& x, const PairContacts& y) { return x.objects < y.objects; });
}

PairAnswer not_told(const ObjectPair& pair) {
  PairAnswer answer;
  answer.a = {pair.a};
  answer.b = {pair.b};
  answer.verdict = Verdict::undecided;
  answer.certainty = Certainty::undecided;
  return answer;
}

}  // namespace impinge
