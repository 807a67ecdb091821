// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "sweep_cull.h"

#include <tbb/parallel_for.h>

#include "localise/raster_device.h"

namespace impinge {

namespace {

// Two rigid bodies, where the engine has a card.
bool cull_on_device(RasterDevice* device, const SceneObject& object, const MovingBody& a, const MovingBody& b,
                    DroppedFaces& dropped) {
  if (device == nullptr) return false;
  const std::optional<RigidBackface> rule = rigid_backface(a, b);
  if (!rule) return false;
  WorldObject body;
  body.local = a.step->local, body.faces = a.faces;
  const RasterObject drawn{&body, nullptr, {}, true, device, &object};
  return drawn_on_device({&drawn, 1}, [&](RasterDevice& card) { return card.velocity_backface(drawn, *rule, dropped); });
}

}  // namespace

std::uint64_t cull_queries(const Scene& scene, const std::vector<ObjectPair>& pairs, std::vector<ContactQuery>& queries,
                           std::vector<DroppedFaces>& dropped, CullStats& stats, RasterDevice* device) {
  const auto closed = [&](const ObjectPair& p) {
    return scene.objects()[p.a].mesh.closed() && scene.objects()[p.b].mesh.closed();
  };
  dropped.resize(2 * pairs.size());
  tbb::parallel_for(std::size_t{0}, 2 * pairs.size(), [&](std::size_t k) {
    const ContactQuery& q = queries[k / 2];
    if (!closed(pairs[k / 2])) return;
    const SweptObject &a = k % 2 == 0 ? q.a : q.b, &b = k % 2 == 0 ? q.b : q.a;
    const MovingBody moving_a{a.step, a.shape, a.faces}, moving_b{b.step, b.shape, b.faces};
    const ObjectPair& p = pairs[k / 2];
    if (!cull_on_device(device, scene.objects()[k % 2 == 0 ? p.a : p.b], moving_a, moving_b, dropped[k]))
      dropped[k] = velocity_backface(moving_a, moving_b);
  });
  std::uint64_t kept = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!closed(pairs[i])) {
      ++stats.refused_open;
      continue;
    }
    ++stats.pairs;
    queries[i].a_cull = &dropped[2 * i], queries[i].b_cull = &dropped[2 * i + 1];
    for (const DroppedFaces* d : {queries[i].a_cull, queries[i].b_cull}) {
      const std::uint64_t away = d->by_velocity + d->by_plane;
      stats.faces += d->dropped.size(), stats.faces_dropped += away, stats.by_plane += d->by_plane;
      kept += d->dropped.size() - away;
    }
  }
  return kept;
}

}  // namespace impinge
