// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/world.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/parallel_for.h>

#include "scene/world_box.h"

namespace impinge {

namespace {

bool is_identity(const Pose& pose) { return pose.rotation == Eigen::Matrix3d::Identity() && pose.position == Vec3::Zero(); }

WorldObject placed(const SceneObject& object) {
  WorldObject world;
  world.local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  world.faces = object.mesh.faces();
  world.topology = &object.mesh.data().topology;
  world.pose = object.pose;
  world.in_place = is_identity(object.pose);
  world.box = world_box(world);
  if (!world.box.low.allFinite() || !world.box.high.allFinite())
    throw Error(ErrorCode::bad_scene,
                fmt::format("object '{}': world coordinates overflow; move it closer to the origin", object.name));
  return world;
}

}  // namespace

std::vector<WorldObject> place(const Scene& scene) {
  std::vector<WorldObject> world(scene.objects().size());
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) { world[i] = placed(scene.objects()[i]); });
  return world;
}

}  // namespace impinge
