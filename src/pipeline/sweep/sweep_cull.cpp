// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/sweep/sweep_cull.h"

#include <tbb/parallel_for.h>

#include <map>

#include "pipeline/sweep/sweep_outwards.h"
#include "raster/device/raster_device.h"

namespace impinge {

namespace {

// Two rigid bodies, where the engine has a card.
bool cull_on_device(RasterDevice* device, const SceneObject& object, const MovingBody& a, const MovingBody& b,
                    DroppedFaces& dropped) {
  if (device == nullptr) return false;
  const std::optional<RigidBackface> rule = rigid_backface(a, b);
  if (!rule) return false;
  WorldObject body;
  body.local = a.step->local;
  body.faces = a.faces;
  const RasterObject drawn{&body, nullptr, {}, true, &object};
  return drawn_on_device(device, [&](RasterDevice& card) { return card.velocity_backface(drawn, *rule, dropped); });
}

// Whether the rule may be applied to each object of the pairs: 1 if it may, by object; shapes are asked once.
std::vector<std::uint8_t> outward_objects(const Scene& scene, const SweptShapes& shapes,
                                          const std::vector<ObjectPair>& pairs, const std::vector<ContactQuery>& queries,
                                          Control& control) {
  std::map<const SweptShape*, std::vector<std::uint32_t>> objects;
  std::map<std::uint32_t, const SweptObject*> moving;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (const auto& [object, swept] : {std::pair(pairs[i].a, &queries[i].a), std::pair(pairs[i].b, &queries[i].b)})
      if (shapes.meshes[object].closed() && moving.emplace(object, swept).second) objects[swept->shape].push_back(object);
  std::vector<std::uint8_t> outward(scene.objects().size(), 0);
  for (const auto& [shape, same] : objects) {
    const std::uint32_t first = same.front();
    const bool proved = look_outwards(scene.objects()[first], *moving.at(first), control);
    for (const std::uint32_t o : same) outward[o] = proved;
  }
  return outward;
}

}  // namespace

std::uint64_t cull_queries(const Scene& scene, const SweptShapes& shapes, const std::vector<ObjectPair>& pairs,
                           std::vector<ContactQuery>& queries, std::vector<DroppedFaces>& dropped, CullStats& stats,
                           RasterDevice* device, Control& control) {
  const std::vector<std::uint8_t> outward = outward_objects(scene, shapes, pairs, queries, control);
  const auto allowed = [&](const ObjectPair& p) { return outward[p.a] != 0 && outward[p.b] != 0; };
  dropped.resize(2 * pairs.size());
  tbb::parallel_for(std::size_t{0}, 2 * pairs.size(), [&](std::size_t k) {
    control.poll();
    const ContactQuery& q = queries[k / 2];
    if (!allowed(pairs[k / 2])) return;
    const SweptObject &a = k % 2 == 0 ? q.a : q.b, &b = k % 2 == 0 ? q.b : q.a;
    const MovingBody moving_a{a.step, a.shape, a.faces}, moving_b{b.step, b.shape, b.faces};
    const ObjectPair& p = pairs[k / 2];
    if (!cull_on_device(device, scene.objects()[k % 2 == 0 ? p.a : p.b], moving_a, moving_b, dropped[k]))
      dropped[k] = velocity_backface(moving_a, moving_b);
  });
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!allowed(pairs[i])) {
      const bool open = !shapes.meshes[pairs[i].a].closed() || !shapes.meshes[pairs[i].b].closed();
      ++(open ? stats.refused_open : stats.refused_inward);
      continue;
    }
    ++stats.pairs;
    queries[i].a_cull = &dropped[2 * i];
    queries[i].b_cull = &dropped[2 * i + 1];
    for (const DroppedFaces* d : {queries[i].a_cull, queries[i].b_cull}) {
      const std::uint64_t away = d->by_velocity + d->by_plane;
      stats.faces += d->dropped.size();
      stats.faces_dropped += away;
      stats.by_plane += d->by_plane;
      kept += d->dropped.size() - away;
    }
  }
  return kept;
}

}  // namespace impinge
