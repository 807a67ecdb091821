// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/meet/first_hit.h"

#include <algorithm>

#include "exact/face_pair_static.h"
#include "pairs/object_pair.h"
#include "pipeline/meet/meet.h"
#include "pipeline/solid/solid_objects.h"

namespace impinge {

namespace {

Triangle triangle_of(const SceneObject& o, std::uint32_t face) {
  const std::span<const Vec3> local = o.deformed.empty() ? o.mesh.vertices() : o.deformed;
  const Face& f = o.mesh.faces()[face];
  return {{world_point(o.pose, local[f[0]]), world_point(o.pose, local[f[1]]), world_point(o.pose, local[f[2]])}};
}

}  // namespace

HitQuestion::HitQuestion(const Scene& scene, std::span<const ObjectId> moving, const PreparedShapes& shapes, OpenBodies open,
                         std::span<const std::uint8_t> left_out)
    : scene_(scene), shapes_(shapes), open_(open) {
  const std::span<const SceneObject> objects = scene.objects();
  KeptVector<PreparedShapes::Tree> trees(objects.size());
  shapes.find(objects, trees);
  for (const ObjectId id : moving) {
    const SceneObject& o = scene.object(id);
    require_mesh_or_solid(o);
    own_.push_back({o.group, trees[id.value], has_ball(o, open)});
  }
  const auto meets_one = [&](Group group) {
    return std::any_of(own_.begin(), own_.end(), [&](const Own& own) { return groups_meet(own.group, group); });
  };
  others_.reserve(objects.size());
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].hidden || std::find(moving.begin(), moving.end(), ObjectId{i}) != moving.end()) continue;
    if (!meets_one(objects[i].group) || (!left_out.empty() && left_out[i] != 0)) continue;
    require_mesh_or_solid(objects[i]);
    const bool known = trees[i] && has_ball(objects[i], open);
    others_.push_back({&objects[i], known ? placed_ball(*trees[i], objects[i].pose) : Ball(), i});
  }
}

std::optional<ObjectId> HitQuestion::first_hit(std::uint32_t own, const SceneObject& object, PartedPairs& parted,
                                               const CancelCallback& is_cancelled, HitMemory* memory) const {
  const Own& moving = own_[own];
  const Ball ball = moving.tree && moving.has_ball ? placed_ball(*moving.tree, object.pose) : Ball();
  for (const Other& other : others_) {
    if (balls_apart(ball, other.ball, 0) || !groups_meet(moving.group, other.object->group)) continue;
    std::optional<FacePair> faces;
    if (!objects_meet(object, *other.object, open_, shapes_, &parted, is_cancelled, &faces)) continue;
    if (memory != nullptr && faces) memory->recent[memory->hits++ % HitMemory::kRecent] = {own, other.id, *faces};
    return ObjectId{other.id};
  }
  return {};
}

bool HitQuestion::hits_again(std::uint32_t own, const SceneObject& object, const HitMemory& memory) const {
  const std::size_t n = std::min(memory.hits, HitMemory::kRecent);
  for (std::size_t i = 0; i < n; ++i) {
    const HitMemory::Hit& hit = memory.recent[(memory.hits - 1 - i) % HitMemory::kRecent];
    if (hit.own != own) continue;
    const SceneObject& other = scene_.objects()[hit.other];
    if (face_pair_static(triangle_of(object, hit.faces.a_face), triangle_of(other, hit.faces.b_face)) != Relation::disjoint)
      return true;
  }
  return false;
}

}  // namespace impinge
