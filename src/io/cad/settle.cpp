// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Answers of a check, judged again by true surfaces.
#include <impinge/error.h>

#include <algorithm>
#include <cmath>

#include "base/stopwatch.h"
#include "io/cad/cad_scene.h"
#include "io/cad/pair_judge.h"

namespace impinge {
namespace {

using io::TruePair;

bool apart(Verdict verdict) {
  return verdict == Verdict::disjoint || verdict == Verdict::near || verdict == Verdict::a_in_b ||
         verdict == Verdict::b_in_a;
}

// How two lie whose surfaces have no common point. Open ones keep what their winding numbers have told.
Verdict nested(const PairAnswer& pair, const TruePair& truth, bool open) {
  const bool held = pair.verdict == Verdict::a_in_b || pair.verdict == Verdict::b_in_a;
  if (truth.a_in) return Verdict::a_in_b;
  if (truth.b_in) return Verdict::b_in_a;
  return held && (open || !truth.a_out || !truth.b_out) ? pair.verdict : Verdict::disjoint;
}

struct Settling {
  const Scene& scene;
  const CheckOptions& asked;
  const CadSettleOptions& options;

  /// False for a pair that is not to be listed.
  bool settle(PairAnswer& pair, io::TrueObject& a, io::TrueObject& b, CadStats& stats) const;
  static void widen_volume(PairAnswer& pair, const io::PairJudge& judge, const TruePair& truth);
  static void widen_depth(PairAnswer& pair, const io::PairJudge& judge, const TruePair& truth);
};

// A ball in both is deep in each direction; nothing is deeper than the box of what both have is wide.
void Settling::widen_depth(PairAnswer& pair, const io::PairJudge& judge, const TruePair& truth) {
  if (!pair.depth) return;
  Bounded& d = *pair.depth;
  d.low = std::min(d.value, 2 * truth.ball);
  d.high = std::max(d.value, judge.common_width());
  if (!truth.overlap && (truth.apart || truth.parted)) d = {};
}

void Settling::widen_volume(PairAnswer& pair, const io::PairJudge& judge, const TruePair& truth) {
  if (!pair.overlap_volume) return;
  const double shell = judge.shell_volume();
  Bounded& v = *pair.overlap_volume;
  v.low = std::max(0.0, v.low - shell);
  v.high += shell;
  if (!truth.overlap) v.low = 0;
  if (truth.apart && !apart(pair.verdict)) v = {};
  if (truth.parted) v = {};
}

bool Settling::settle(PairAnswer& pair, io::TrueObject& a, io::TrueObject& b, CadStats& stats) const {
  if (pair.a == pair.b || pair.ignored) return true;
  const Rule* rule = scene.find_rule(pair.a, pair.b);
  const std::optional<double> clearance = rule != nullptr && rule->min ? rule->min : asked.clearance;
  io::PairJudge judge(a, b, options);
  const double reach = std::max(clearance.value_or(0), pair.distance && apart(pair.verdict) ? *pair.distance : 0.0);
  const TruePair truth = judge.judge(reach);
  ++stats.settled;
  stats.refined += judge.refined();
  const Certainty sure = truth.estimated ? Certainty::likely : Certainty::proved;
  const bool open = !a.solid || !b.solid;
  if (truth.apart) {
    const bool likely = pair.certainty == Certainty::likely && apart(pair.verdict) && pair.verdict != Verdict::near;
    pair.verdict = nested(pair, truth, open);
    pair.certainty = likely && pair.verdict != Verdict::disjoint ? Certainty::likely : sure;
    if (pair.verdict == Verdict::disjoint) {
      pair.witness = Witness{truth.a_point, truth.b_point, {}, {}};
      pair.gap = Bounded{std::clamp((truth.a_point - truth.b_point).norm(), truth.low, truth.high), truth.low, truth.high};
      pair.distance = pair.gap->value;
      if (!clearance || truth.low > *clearance) {
        if (!pair.beyond) return false;
      } else {
        pair.verdict = Verdict::near;
        if (truth.high > *clearance) pair.certainty = Certainty::within_bound;
      }
    } else {
      pair.distance = asked.clearance ? std::optional(0.0) : std::nullopt;
    }
    pair.face_pair_count = pair.crossing_count = pair.touching_count = 0;
    pair.face_pairs.clear();
  } else {
    pair.gap = Bounded{0, 0, truth.overlap ? 0 : truth.high};
    if (asked.clearance) pair.distance = 0;
    if (truth.overlap) {
      const bool contained =
          pair.verdict == Verdict::a_in_b || pair.verdict == Verdict::b_in_a || pair.verdict == Verdict::same;
      const bool crosses = truth.a_out && truth.b_out;
      if (crosses || !contained) pair.verdict = Verdict::crossing;
      pair.certainty = crosses ? sure : Certainty::within_bound;
      if (!pair.witness || !contained) pair.witness = Witness{truth.a_point, truth.a_point, {}, {}};
    } else {
      // Neither that they meet nor that they do not is told by the bounds; a surface that both have tells it.
      const double noise = 1e-9 * (1 + truth.a_point.cwiseAbs().maxCoeff());
      if (!open && (truth.parted || truth.open <= options.chord || apart(pair.verdict)))
        pair.verdict = Verdict::touching;
      else if (pair.verdict == Verdict::near || pair.verdict == Verdict::disjoint)
        pair.verdict = Verdict::touching;
      pair.certainty = !open && truth.meet && (truth.parted || truth.open <= noise) ? sure : Certainty::within_bound;
      if (!pair.witness) pair.witness = Witness{truth.a_point, truth.b_point, {}, {}};
    }
  }
  widen_volume(pair, judge, truth);
  widen_depth(pair, judge, truth);
  return true;
}

}  // namespace

void CadScene::settle(const Scene& scene, const CheckOptions& asked, const CadSettleOptions& options, CheckResult& result) {
  if (!(options.chord > 0)) throw Error(ErrorCode::bad_argument, "chord: it must be greater than 0");
  const Stopwatch watch;
  const Settling settling{scene, asked, options};
  std::vector<PairAnswer> kept;
  for (PairAnswer& pair : result.pairs) {
    const auto a = data_->objects.find(pair.a.value), b = data_->objects.find(pair.b.value);
    const bool cad = a != data_->objects.end() && b != data_->objects.end();
    if (cad) {
      if (settling.settle(pair, a->second, b->second, data_->stats)) kept.push_back(std::move(pair));
      continue;
    }
    // A mesh beside a CAD body: the facets as they were loaded.
    const double bound = a != data_->objects.end()   ? a->second.largest_bound
                         : b != data_->objects.end() ? b->second.largest_bound
                                                     : 0;
    const double distance = pair.distance.value_or(0);
    if (pair.verdict == Verdict::near && !pair.beyond && distance - bound > asked.clearance.value_or(-1)) continue;
    if (bound > 0 && pair.certainty == Certainty::proved) pair.certainty = Certainty::within_bound;
    if (!asked.clearance) pair.distance.reset();
    kept.push_back(std::move(pair));
  }
  result.pairs = std::move(kept);
  data_->stats.settle_ms += watch.ms();
}

}  // namespace impinge
