// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "io/picture/drawn_scene.h"

#include <algorithm>

#include <impinge/shapes.h>

#include "base/box.h"

namespace impinge {

namespace {

// What is drawn as triangles though it has none; a height field has.
const Solid* solid_in(const SceneObject& object) {
  const Solid* const solid = object.shape ? object.shape->solid() : nullptr;
  return solid != nullptr && solid->kind() != SolidKind::height_field ? solid : nullptr;
}

bool endless(const SceneObject& object) {
  const Solid* const solid = solid_in(object);
  return solid != nullptr && solid->kind() == SolidKind::half_space;
}

Box box_of_rest(const Scene& scene) {
  Box box;
  for (const SceneObject& object : scene.objects()) {
    if (endless(object)) continue;
    const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
    for (const Vec3& v : local) box.add(world_point(object.pose, v));
  }
  if (box.empty()) box = {Vec3::Constant(-1), Vec3::Constant(1)};
  return box;
}

// A slab whose wall lies under the middle of all the rest: the foot of the middle, where the distance to the wall leads.
Pose slab_pose(const SceneObject& object, const Solid& solid, const Vec3& middle) {
  const Vec3 local = object.pose.rotation.transpose() * (middle - object.pose.position);
  const double step = 1 + local.norm(), here = solid.signed_distance(local), origin = solid.signed_distance(Vec3::Zero());
  Vec3 normal;
  for (int i = 0; i < 3; ++i) normal[i] = (solid.signed_distance(step * Vec3::Unit(i)) - origin) / step;
  const Vec3 foot = local - normal * here, own = -normal * origin;
  return {object.pose.rotation, object.pose.position + object.pose.rotation * (foot - own)};
}

}  // namespace

Scene drawn_scene(const Scene& scene, int segments) {
  const std::span<const SceneObject> objects = scene.objects();
  if (std::none_of(objects.begin(), objects.end(), [](const SceneObject& o) { return solid_in(o) != nullptr; }))
    return scene;
  const Box box = box_of_rest(scene);
  Scene drawn;
  drawn.units = scene.units;
  for (const SceneObject& object : objects) {
    const Solid* const solid = solid_in(object);
    if (solid != nullptr) {
      const Pose pose = endless(object) ? slab_pose(object, *solid, box.low / 2 + box.high / 2) : object.pose;
      drawn.add(object.name, solid->tessellated(segments, 1.2 * (box.high - box.low).norm()), pose, object.group);
    } else if (object.shape) {
      drawn.add(object.name, object.shape, object.pose, object.group);
    } else {
      const ObjectId id = drawn.add(object.name, object.mesh, object.pose, object.group);
      if (!object.deformed.empty()) drawn.set_vertices(id, object.deformed);
    }
  }
  return drawn;
}

}  // namespace impinge
