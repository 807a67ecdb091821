// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_moments.h"

#include "pipeline/check/pipeline.h"
#include "pipeline/meet/meet.h"

namespace impinge {

namespace {

// A motion is followed by its surfaces: what an open body encloses may change without any contact.
constexpr OpenBodies kOpen = OpenBodies::surface;

}  // namespace

void SweepMoments::add(Moment& moment, std::uint32_t object, std::size_t step, double t) const {
  const SceneObject& o = scene_.objects()[object];
  const ObjectStep s = timeline_.step(object, step);
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

bool SweepMoments::meet(const ObjectPair& pair, std::size_t step, double t) const {
  if (pair.a == pair.b) return look(pair, step, t).verdict != Verdict::disjoint;
  Moment moment;
  add(moment, pair.a, step, t);
  add(moment, pair.b, step, t);
  const SceneObject &a = moment.scene.objects()[0], &b = moment.scene.objects()[1];
  for (const SceneObject* o : {&a, &b})
    if (o->deformed.empty()) prepare(o->mesh);
  if (const std::optional<bool> known = meet_prepared(a, b, kOpen, shapes_, nullptr, control_.is_cancelled())) return *known;
  return meet_fresh(a, b, kOpen, control_.is_cancelled());
}

PairAnswer SweepMoments::look(const ObjectPair& pair, std::size_t step, double t) const {
  Moment moment;
  add(moment, pair.a, step, t);
  CheckOptions options;
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

CheckResult SweepMoments::check(std::size_t step, double t, double clearance) const {
  Moment moment;
  for (std::uint32_t i = 0; i < scene_.objects().size(); ++i) {
    if (scene_.objects()[i].motion == nullptr || scene_.objects()[i].motion->vertex_keyframes.empty())
      prepare(scene_.objects()[i].mesh);
    add(moment, i, step, t);
  }
  CheckOptions options;
  options.max_pairs = 0;
  options.open = kOpen;
  options.is_cancelled = control_.is_cancelled();
  options.clearance = clearance;
  return run_check(moment.scene, shapes_, options, {});
}

}  // namespace impinge
