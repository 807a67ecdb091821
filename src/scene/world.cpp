// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/world.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/shapes.h>
#include <tbb/parallel_for.h>

#include "scene/vertex_boxes.h"
#include "shape/cluster_tree.h"

namespace impinge {

namespace {

bool is_identity(const Pose& pose) { return pose.rotation == Eigen::Matrix3d::Identity() && pose.position == Vec3::Zero(); }

// Holds every corner of the local box where world_point puts it, and so all that lies between: each of its operations is
// monotone in the local coordinates.
Box placed_box(const Box& local, const Pose& pose) {
  Box box;
  for (int corner = 0; corner < 8; ++corner) {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = (corner >> axis & 1) != 0 ? local.high[axis] : local.low[axis];
    box.add(placed_point(pose, p));
  }
  return box;
}

}  // namespace

void require_mesh(const SceneObject& object) {
  if (!object.shape) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("object '{}' is a shape \"{}\" without faces, which methods by faces cannot take; use the method "
                          "zlist or depth_count, or a map",
                          object.name, object.shape->name()));
}

WorldObject place(const SceneObject& object, const ClusterTree* clusters) {
  WorldObject world;
  world.local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  world.faces = object.mesh.faces();
  world.topology = &object.mesh.data().topology;
  world.pose = object.pose;
  world.in_place = is_identity(object.pose);
  world.clusters = clusters;
  if (clusters != nullptr)
    world.box = world.in_place ? clusters->box() : placed_box(clusters->box(), world.pose);
  else
    world.boxes = world.in_place && !object.deformed.empty() ? object.deformed_boxes
                                                             : std::make_shared<const VertexBoxes>(vertex_boxes(world));
  if (world.boxes) world.box = world.boxes->all;
  if (!world.box.low.allFinite() || !world.box.high.allFinite())
    throw Error(ErrorCode::bad_scene,
                fmt::format("object '{}': world coordinates overflow; move it closer to the origin", object.name));
  return world;
}

std::vector<WorldObject> place(const Scene& scene) {
  std::vector<WorldObject> world(scene.objects().size());
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) { world[i] = place(scene.objects()[i]); });
  return world;
}

}  // namespace impinge
