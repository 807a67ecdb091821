// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_moments.h"

#include <algorithm>

#include "answer/verdict/pair_answer.h"
#include "pipeline/check/pipeline.h"
#include "pipeline/meet/meet.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

// A motion is followed by its surfaces: what an open body encloses may change without any contact.
constexpr OpenBodies kOpen = OpenBodies::surface;

}  // namespace

void SweepMoments::add(Moment& moment, std::uint32_t object, std::size_t step, double t) const {
  const SceneObject& o = scene_.objects()[object];
  const ObjectStep s = timeline_.step(object, step);
  if (o.shape) {
    moment.scene.add(o.name, o.shape, s.path.pose(t), o.group);
    return;
  }
  const ObjectId id = moment.scene.add(o.name, o.mesh, s.deforms() ? Pose{} : s.path.pose(t), o.group);
  if (s.deforms()) {
    std::vector<Vec3>& now = moment.vertices.emplace_back(s.from.size());
    for (std::size_t v = 0; v < now.size(); ++v)
      now[v] = t == 0 ? s.from[v] : t == 1 ? s.to[v] : Vec3(s.from[v] + t * (s.to[v] - s.from[v]));
    moment.scene.set_vertices(id, now);
  } else if (!o.deformed.empty()) {
    moment.scene.set_vertices(id, o.deformed);
  }
}

void SweepMoments::prepare(const Mesh& mesh) const {
  control_.poll();
  if (!shapes_.knows(mesh) && !shapes_.adopt(mesh, prepared_)) shapes_.prepare(mesh);
}

SweepMoments::Moment SweepMoments::both(const ObjectPair& pair, std::size_t step, double t) const {
  Moment moment;
  add(moment, pair.a, step, t);
  add(moment, pair.b, step, t);
  for (const SceneObject& o : moment.scene.objects())
    if (o.deformed.empty() && solid_of(o) == nullptr) prepare(o.mesh);
  return moment;
}

bool SweepMoments::meet(const ObjectPair& pair, std::size_t step, double t) const {
  if (pair.a == pair.b) return look(pair, step, t).verdict != Verdict::disjoint;
  const Moment moment = both(pair, step, t);
  const SceneObject &a = moment.scene.objects()[0], &b = moment.scene.objects()[1];
  if (solids_answer(a, b)) return solid_objects_meet(a, b, shapes_, kOpen, control_.is_cancelled());
  if (const std::optional<bool> known = meet_prepared(a, b, kOpen, shapes_, nullptr, control_.is_cancelled())) return *known;
  return meet_fresh(a, b, kOpen, control_.is_cancelled());
}

PairAnswer SweepMoments::solid_distance(const ObjectPair& pair, std::size_t step, double t) const {
  const Moment moment = both(pair, step, t);
  const SceneObject &a = moment.scene.objects()[0], &b = moment.scene.objects()[1];
  const SolidQuestion question{std::numeric_limits<double>::infinity(), false, false, kOpen};
  return answer_solid_objects(a, b, shapes_, question, control_.is_cancelled());
}

PairAnswer SweepMoments::look(const ObjectPair& pair, std::size_t step, double t, const CheckOptions& asked) const {
  Moment moment;
  add(moment, pair.a, step, t);
  CheckOptions options = asked;
  options.max_pairs = 0;
  options.open = kOpen;
  options.is_cancelled = control_.is_cancelled();
  options.self = pair.a == pair.b;
  options.pairs = !options.self;
  if (!options.self) add(moment, pair.b, step, t);
  CheckResult result = run_check(moment.scene, shapes_, options, {});
  PairAnswer answer = result.pairs.empty() ? PairAnswer{} : std::move(result.pairs.front());
  answer.a = {pair.a};
  answer.b = {pair.b};
  return answer;
}

std::optional<LikelyVerdict> SweepMoments::enclosed(const ObjectPair& pair, std::size_t step, double t) const {
  if (solids_answer(scene_.objects()[pair.a], scene_.objects()[pair.b])) return solid_enclosed(pair, step, t);
  const Moment moment = both(pair, step, t);
  const SceneObject &a_object = moment.scene.objects()[0], &b_object = moment.scene.objects()[1];
  const PreparedShapes::Tree a_tree = shapes_.find(a_object), b_tree = shapes_.find(b_object);
  const WorldObject a = place(a_object, a_tree.get()), b = place(b_object, b_tree.get());
  Control control({}, control_.is_cancelled());
  const Body a_body(a, control), b_body(b, control);
  if (compare_content(a, b) <= 0) return likely_verdict(a_body, b_body, {});
  std::optional<LikelyVerdict> likely = likely_verdict(b_body, a_body, {});
  if (likely) likely->verdict = mirrored(likely->verdict);
  return likely;
}

std::optional<LikelyVerdict> SweepMoments::solid_enclosed(const ObjectPair& pair, std::size_t step, double t) const {
  const Moment moment = both(pair, step, t);
  const SceneObject &a = moment.scene.objects()[0], &b = moment.scene.objects()[1];
  const PairAnswer answer = answer_solid_objects(a, b, shapes_, SolidQuestion{}, control_.is_cancelled());
  if (answer.certainty != Certainty::likely && answer.certainty != Certainty::undecided) return {};
  const Vec3 point = answer.witness ? answer.witness->a_point : Vec3(Vec3::Zero());
  return LikelyVerdict{answer.verdict, answer.certainty, answer.winding, point};
}

std::vector<PairAnswer> SweepMoments::look_at_all(std::span<const ObjectPair> pairs, std::size_t step, double t) const {
  Moment moment;
  for (std::uint32_t i = 0; i < scene_.objects().size(); ++i) add(moment, i, step, t);
  for (const ObjectPair& p : pairs)
    for (const std::uint32_t i : {p.a, p.b})
      if (const SceneObject& o = moment.scene.objects()[i]; o.deformed.empty() && solid_of(o) == nullptr) prepare(o.mesh);
  CheckOptions options;
  options.max_pairs = 0;
  options.open = kOpen;
  options.is_cancelled = control_.is_cancelled();
  options.asks = [&](ObjectId a, ObjectId b) {
    return std::binary_search(pairs.begin(), pairs.end(), ObjectPair{a.value, b.value});
  };
  return run_check(moment.scene, shapes_, options, {}).pairs;
}

CheckResult SweepMoments::check(std::size_t step, double t, double clearance, const Rulebook& rules) const {
  Moment moment;
  for (std::uint32_t i = 0; i < scene_.objects().size(); ++i) {
    if (scene_.objects()[i].motion == nullptr || scene_.objects()[i].motion->vertex_keyframes.empty())
      if (solid_of(scene_.objects()[i]) == nullptr) prepare(scene_.objects()[i].mesh);
    add(moment, i, step, t);
  }
  CheckOptions options;
  options.max_pairs = 0;
  options.open = kOpen;
  options.is_cancelled = control_.is_cancelled();
  options.clearance = clearance;
  if (!rules.plain()) options.asks = [&rules](ObjectId a, ObjectId b) { return rules.computes({a.value, b.value}); };
  return run_check(moment.scene, shapes_, options, {});
}

}  // namespace impinge
