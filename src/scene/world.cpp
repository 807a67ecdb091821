// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/world.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

namespace impinge {

namespace {

constexpr std::size_t kGrain = 16384;  // vertices a task: some tens of microseconds

bool is_identity(const Pose& pose) { return pose.rotation == Eigen::Matrix3d::Identity() && pose.position == Vec3::Zero(); }

Box box_of(std::span<const Vec3> points) {
  return tbb::parallel_reduce(
      tbb::blocked_range<std::size_t>(0, points.size(), kGrain), Box{},
      [&](const tbb::blocked_range<std::size_t>& range, Box box) {
        for (std::size_t i = range.begin(); i != range.end(); ++i) box.add(points[i]);
        return box;
      },
      [](Box a, const Box& b) {
        a.add(b);
        return a;
      });
}

void place(const SceneObject& object, WorldObject& world) {
  const std::span<const Vec3> local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  world.faces = object.mesh.faces();
  world.topology = &object.mesh.data().topology;
  world.vertices = local;
  if (!is_identity(object.pose)) {
    world.placed.resize(local.size());
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, local.size(), kGrain),
                      [&](const tbb::blocked_range<std::size_t>& range) {
                        for (std::size_t i = range.begin(); i != range.end(); ++i)
                          world.placed[i] = world_point(object.pose, local[i]);
                      });
    world.vertices = world.placed;
  }
  world.box = box_of(world.vertices);
  // Infinities reach the box; a NaN can only come out of one (inf - inf) in the same sum, so it is looked for as well.
  bool finite = world.box.low.allFinite() && world.box.high.allFinite();
  if (!world.placed.empty())
    for (const Vec3& p : world.placed) finite = finite && p.allFinite();
  if (!finite)
    throw Error(ErrorCode::bad_scene,
                fmt::format("object '{}': world coordinates overflow; move it closer to the origin", object.name));
}

}  // namespace

std::vector<WorldObject> place(const Scene& scene) {
  std::vector<WorldObject> world(scene.objects().size());
  tbb::parallel_for(std::size_t{0}, world.size(), [&](std::size_t i) { place(scene.objects()[i], world[i]); });
  return world;
}

}  // namespace impinge
