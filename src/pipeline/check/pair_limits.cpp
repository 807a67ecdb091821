// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/check/pair_limits.h"

#include <impinge/overlap.h>

#include "pipeline/check/pair_parting.h"
#include "pipeline/overlap/find_overlap.h"
#include "pipeline/rules/judge.h"

namespace impinge {

namespace {

// Measures one pair, the solid once for both questions.
class PairExtent {
 public:
  PairExtent(CheckContext& run, const PairAnswer& pair, const FindFacePairs& find_face_pairs)
      : run_(run), pair_(pair), find_face_pairs_(find_face_pairs) {}

  Extent operator()(Measure measure) {
    const std::uint32_t a = pair_.a.value, b = pair_.b.value;
    if (measure == Measure::depth && run_.by_solids({a, b})) return solid_depth();
    if (run_.has_no_faces(a) || run_.has_no_faces(b)) return {{}, {}, "a shape has no faces"};
    if (pair_.guarantee == Guarantee::sampled) return {{}, {}, "the pair was only looked at along lines"};
    if (!run_.world[a].closed() || !run_.world[b].closed()) return {{}, {}, "a body is not closed"};
    if (!run_.world[a].sound() || !run_.world[b].sound()) return {{}, {}, "the walls of a body cancel each other"};
    const OverlapSolid& common = solid();
    if (measure == Measure::volume) return {{}, common.volume, {}};
    const std::optional<LeastParting> parting = pair_.overlap && pair_.overlap->parting ? pair_.overlap->parting : part();
    if (!parting) return {{}, {}, "no translation was proved to part the bodies"};
    return {Bounded{parting->length, parting->at_least, parting->length}, {}, {}};
  }

 private:
  const OverlapSolid& solid() {
    if (pair_.overlap && pair_.overlap->solid) return *pair_.overlap->solid;
    if (!solid_) {
      const bool listed = run_.options.face_pairs;
      const std::vector<FacePair> found = listed ? pair_.face_pairs : find_face_pairs_({pair_.a.value, pair_.b.value});
      solid_ = find_solid(*run_.bodies[pair_.a.value], *run_.bodies[pair_.b.value], found, Combination::intersection,
                          run_.control);
    }
    return *solid_;
  }

  // Of two convex solids, which have one; not of a solid and a mesh.
  Extent solid_depth() const {
    const SceneObject &a = run_.scene.object(pair_.a), &b = run_.scene.object(pair_.b);
    const PairAnswer answer = answer_solid_objects(a, b, run_.shapes, {{}, true, false, run_.options.open});
    if (!answer.overlap || !answer.overlap->parting) return {{}, {}, "no translation was proved to part the bodies"};
    const LeastParting& parting = *answer.overlap->parting;
    return {Bounded{parting.length, parting.at_least, parting.length}, {}, {}};
  }

  std::optional<LeastParting> part() {
    const auto placed = [&](ObjectId id) { return PlacedBody{run_.scene.objects()[id.value], *run_.bodies[id.value]}; };
    return find_least_parting(placed(pair_.a), placed(pair_.b), solid(), run_.shapes, run_.control);
  }

  CheckContext& run_;
  const PairAnswer& pair_;
  const FindFacePairs& find_face_pairs_;
  std::optional<OverlapSolid> solid_;
};

}  // namespace

void judge_by_rules(CheckContext& run, const FindFacePairs& find_face_pairs) {
  const Rulebook& rules = run.rulebook;
  std::vector<PairAnswer>& pairs = run.result.pairs;
  run.stage("rules", pairs.size(), 1, [&] {
    std::uint64_t left = 0;
    for (PairAnswer& pair : pairs) {
      const ObjectPair objects{pair.a.value, pair.b.value};
      const Rulebook::Entry entry = rules.find(objects);
      pair.ignored = entry.standing == Rulebook::Standing::ignored;
      if (entry.ignored != nullptr) pair.reason = entry.ignored->reason;
      if (entry.rule != Rulebook::kNoRule) {
        const Rule& rule = rules.rule(entry.rule);
        pair.rule = entry.rule;
        pair.severity = rule.severity;
        pair.reason = rule.reason;
        PairExtent extent(run, pair, find_face_pairs);
        judge(rule, rules.sides(entry.rule, objects), run.scene.units, std::ref(extent), pair);
      }
      left += pair.ignored || pair.accepted ? 0 : 1;
    }
    return left;
  });
}

}  // namespace impinge
