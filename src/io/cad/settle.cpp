// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Answers of a check, judged again by true surfaces.
#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>

#include "base/stopwatch.h"
#include "io/cad/cad_scene.h"
#include "io/cad/pair_judge.h"
#include "io/cad/settle_rules.h"

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
  io::SettledRules rules{scene};

  /// False for a pair that is not to be listed.
  bool settle(PairAnswer& pair, io::TrueObject& a, io::TrueObject& b, CadStats& stats);
  void take_apart(PairAnswer& pair, const TruePair& truth, const io::PairRange& range, bool open) const;
  void take_meeting(PairAnswer& pair, const TruePair& truth, bool open) const;
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

// Surfaces without a common point.
void Settling::take_apart(PairAnswer& pair, const TruePair& truth, const io::PairRange& range, bool open) const {
  const Certainty sure = truth.estimated ? Certainty::likely : Certainty::proved;
  const bool likely = pair.certainty == Certainty::likely && apart(pair.verdict) && pair.verdict != Verdict::near;
  pair.verdict = nested(pair, truth, open);
  pair.certainty = likely && pair.verdict != Verdict::disjoint ? Certainty::likely : sure;
  pair.face_pair_count = pair.crossing_count = pair.touching_count = 0;
  pair.face_pairs.clear();
  if (pair.verdict != Verdict::disjoint) {
    pair.distance = asked.clearance ? std::optional(0.0) : std::nullopt;
    return;
  }
  pair.witness = Witness{truth.a_point, truth.b_point, {}, {}};
  pair.gap = Bounded{std::clamp((truth.a_point - truth.b_point).norm(), truth.low, truth.high), truth.low, truth.high};
  pair.distance = pair.gap->value;
  if (range.clearance && truth.low <= *range.clearance) {
    pair.verdict = Verdict::near;
    if (truth.high > *range.clearance) pair.certainty = Certainty::within_bound;
  } else if (range.most && truth.high > *range.most) {
    pair.beyond = true;
    if (truth.low <= *range.most) pair.certainty = Certainty::within_bound;
    pair.statement = fmt::format("{:.7g} {} apart, above {}", pair.gap->value, scene.units, *range.most);
  }
}

// Surfaces that have common points, or may have.
void Settling::take_meeting(PairAnswer& pair, const TruePair& truth, bool open) const {
  const Certainty sure = truth.estimated ? Certainty::likely : Certainty::proved;
  pair.gap = Bounded{0, 0, truth.overlap ? 0 : truth.high};
  if (asked.clearance) pair.distance = 0;
  if (truth.overlap) {
    const bool contained =
        pair.verdict == Verdict::a_in_b || pair.verdict == Verdict::b_in_a || pair.verdict == Verdict::same;
    const bool crosses = truth.a_out && truth.b_out;
    if (crosses || !contained) pair.verdict = Verdict::crossing;
    pair.certainty = crosses ? sure : Certainty::within_bound;
    if (!pair.witness || !contained) pair.witness = Witness{truth.a_point, truth.a_point, {}, {}};
    return;
  }
  // Neither that they meet nor that they do not is told by the bounds; a surface that both have tells it.
  const double noise = 1e-9 * (1 + truth.a_point.cwiseAbs().maxCoeff());
  if (!open && (truth.parted || truth.open <= options.chord || apart(pair.verdict)))
    pair.verdict = Verdict::touching;
  else if (pair.verdict == Verdict::near || pair.verdict == Verdict::disjoint)
    pair.verdict = Verdict::touching;
  pair.certainty = !open && truth.meet && (truth.parted || truth.open <= noise) ? sure : Certainty::within_bound;
  if (!pair.witness) pair.witness = Witness{truth.a_point, truth.b_point, {}, {}};
}

bool Settling::settle(PairAnswer& pair, io::TrueObject& a, io::TrueObject& b, CadStats& stats) {
  if (pair.a == pair.b || pair.ignored) return true;
  const io::PairRange range = io::range_of(scene, pair, asked.clearance);
  // A rule that looks at a distance wants it known as well as one that was asked for.
  CadSettleOptions own = options;
  own.distances = own.distances || (pair.rule && (range.clearance || range.most));
  io::PairJudge judge(a, b, own);
  const double reach = std::max(
      {range.clearance.value_or(0), range.most.value_or(0), pair.distance && apart(pair.verdict) ? *pair.distance : 0.0});
  const TruePair truth = judge.judge(reach);
  ++stats.settled;
  stats.refined += judge.refined();
  const bool open = !a.solid || !b.solid;
  pair.beyond = false;
  pair.statement.clear();
  if (truth.apart)
    take_apart(pair, truth, range, open);
  else
    take_meeting(pair, truth, open);
  if (pair.verdict == Verdict::disjoint && !pair.beyond) return false;
  widen_volume(pair, judge, truth);
  widen_depth(pair, judge, truth);
  rules.judge(pair, judge, truth);
  return true;
}

/// The objects of a scene as they are judged: those of CAD files, and meshes beside them, whose facets are the surface.
class TrueObjects {
 public:
  TrueObjects(const Scene& scene, std::map<std::uint32_t, io::TrueObject>& cad) : scene_(scene), cad_(cad) {}

  /// Null for what is neither.
  io::TrueObject* find(ObjectId id) {
    const auto known = cad_.find(id.value);
    if (known != cad_.end()) return &known->second;
    const SceneObject& object = scene_.object(id);
    if (object.shape || !object.deformed.empty()) return nullptr;
    const auto [at, fresh] = meshes_.try_emplace(id.value);
    if (fresh) {
      const auto shape = std::make_shared<io::TrueShape>(object.mesh);
      at->second.parts.push_back({shape, object.pose});
      at->second.solid = shape->now.solid;
    }
    return &at->second;
  }
  bool is_cad(ObjectId id) const { return cad_.contains(id.value); }

 private:
  const Scene& scene_;
  std::map<std::uint32_t, io::TrueObject>& cad_;
  std::map<std::uint32_t, io::TrueObject> meshes_;
};

}  // namespace

void CadScene::settle(const Scene& scene, const CheckOptions& asked, const CadSettleOptions& options, CheckResult& result) {
  if (!(options.chord > 0)) throw Error(ErrorCode::bad_argument, "chord: it must be greater than 0");
  const Stopwatch watch;
  Settling settling{scene, asked, options};
  TrueObjects objects(scene, data_->objects);
  std::vector<PairAnswer> kept;
  for (PairAnswer& pair : result.pairs) {
    if (objects.is_cad(pair.a) || objects.is_cad(pair.b)) {
      io::TrueObject *const a = objects.find(pair.a), *const b = objects.find(pair.b);
      if (a != nullptr && b != nullptr) {
        if (settling.settle(pair, *a, *b, data_->stats)) kept.push_back(std::move(pair));
        continue;
      }
    }
    // Something else beside a CAD body: the facets as they were loaded.
    const double bound = largest_bound_of(pair);
    const double distance = pair.distance.value_or(0);
    if (pair.verdict == Verdict::near && !pair.beyond && distance - bound > asked.clearance.value_or(-1)) continue;
    if (bound > 0 && pair.certainty == Certainty::proved) pair.certainty = Certainty::within_bound;
    if (!asked.clearance) pair.distance.reset();
    kept.push_back(std::move(pair));
  }
  result.pairs = std::move(kept);
  data_->stats.settle_ms += watch.ms();
}

double CadScene::largest_bound_of(const PairAnswer& pair) const {
  double bound = 0;
  for (const ObjectId id : {pair.a, pair.b})
    if (const auto at = data_->objects.find(id.value); at != data_->objects.end())
      bound = std::max(bound, at->second.largest_bound);
  return bound;
}

CheckResult CadScene::check(const Engine& engine, const Scene& scene, const CheckOptions& asked,
                            const CadSettleOptions& options) {
  CheckOptions wide = asked;
  wide.self = false;
  wide.clearance = check_clearance(asked.clearance.value_or(0));
  const std::span<const Rule> rules = scene.rules();
  const bool limits = std::any_of(rules.begin(), rules.end(), [](const Rule& r) { return r.max_volume.has_value(); });
  wide.volume = wide.volume || limits;
  Scene widened;
  if (!rules.empty()) {
    widened = scene;
    widened.set_rules(io::widened_rules(rules, check_clearance(0)));
  }
  CheckResult result = engine.check(rules.empty() ? scene : widened, wide);
  CadSettleOptions own = options;
  own.distances = own.distances || asked.clearance.has_value();
  settle(scene, asked, own, result);
  const auto cad = [this](ObjectId id) { return data_->objects.contains(id.value); };
  const auto take = [&](const CheckOptions& how, const auto& mine) {
    std::erase_if(result.pairs, mine);
    CheckResult more = engine.check(scene, how);
    for (PairAnswer& pair : more.pairs)
      if (mine(pair)) result.pairs.push_back(std::move(pair));
  };
  // Meshes among themselves are what they are.
  const std::size_t meshes = scene.objects().size() - data_->objects.size();
  if (meshes > 1) {
    CheckOptions plain = asked;
    plain.self = false;
    plain.asks = [&](ObjectId a, ObjectId b) { return !cad(a) && !cad(b) && (!asked.asks || asked.asks(a, b)); };
    take(plain, [&](const PairAnswer& pair) { return pair.a != pair.b && !cad(pair.a) && !cad(pair.b); });
  }
  if (asked.self) {
    take(asked, [](const PairAnswer& pair) { return pair.a == pair.b; });
    for (PairAnswer& pair : result.pairs)
      if (pair.a == pair.b && cad(pair.a) && pair.certainty == Certainty::proved) pair.certainty = Certainty::within_bound;
  }
  std::sort(result.pairs.begin(), result.pairs.end(),
            [](const PairAnswer& p, const PairAnswer& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  if (limits && !asked.volume)
    for (PairAnswer& pair : result.pairs) {
      pair.overlap_volume.reset();
      pair.depth.reset();
      pair.depth_direction.reset();
    }
  return result;
}

}  // namespace impinge
