// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "scene/world.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/shapes.h>
#include <tbb/parallel_for.h>

#include <cmath>

#include "base/internals.h"
#include "scene/vertex_boxes.h"
#include "shape/cluster_tree/cluster_tree.h"

namespace impinge {

namespace {

bool is_identity(const Pose& pose) { return pose.rotation == Eigen::Matrix3d::Identity() && pose.position == Vec3::Zero(); }

// Of all coordinates that the pose and the middle of the ball bring together.
double size_of(const ClusterTree& clusters, const Pose& pose) {
  return (pose.rotation.cwiseAbs() * clusters.origin().cwiseAbs()).maxCoeff() + pose.position.cwiseAbs().maxCoeff();
}

// The ball of the tree; the box cannot reach beyond it.
void place_ball(const ClusterTree& clusters, WorldObject& world) {
  const Eigen::Matrix3d& r = world.pose.rotation;
  const Ball ball = placed_ball(clusters, world.pose);
  world.middle = ball.middle;
  world.radius = ball.radius;
  if (!(world.radius < 0x1p500)) return;
  const double size = size_of(clusters, world.pose);
  // Only a rigid motion keeps the inner ball a ball.
  const double skew = (r.transpose() * r - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (skew < 0x1p-44) world.inner_radius = std::max(0.0, clusters.inner_radius() * (1 - 0x1p-36) - size * 0x1p-44);
  const Vec3 reach = Vec3::Constant(world.radius * (1 + 0x1p-50) + size * 0x1p-50);
  world.box.low = world.box.low.cwiseMax(world.middle - reach);
  world.box.high = world.box.high.cwiseMin(world.middle + reach);
}

}  // namespace

// Each operation of world_point is monotone in the local coordinates.
Box placed_box(const Box& local, const Pose& pose) {
  const Eigen::Matrix3d& r = pose.rotation;
  Box box;
  for (int row = 0; row < 3; ++row) {
    // Each product is least or most at one end of its coordinate.
    const auto ends = [&](int axis) {
      const double x = r(row, axis) * local.low[axis], y = r(row, axis) * local.high[axis];
      return std::pair(std::min(x, y), std::max(x, y));
    };
    const auto [x_low, x_high] = ends(0);
    const auto [y_low, y_high] = ends(1);
    const auto [z_low, z_high] = ends(2);
    box.low[row] = ((x_low + y_low) + z_low) + pose.position[row];
    box.high[row] = ((x_high + y_high) + z_high) + pose.position[row];
  }
  return box;
}

Ball placed_ball(const ClusterTree& clusters, const Pose& pose) {
  const Eigen::Matrix3d& r = pose.rotation;
  // Of a matrix of ordinary size: squares of a tiny one are 0.
  const double largest = r.cwiseAbs().maxCoeff();
  const Eigen::Matrix3d unit = largest > 0 ? Eigen::Matrix3d(r / largest) : r;
  const double stretch = largest * std::sqrt((unit.transpose() * unit).cwiseAbs().rowwise().sum().maxCoeff());
  return {r * clusters.origin() + pose.position,
          clusters.radius() * stretch * (1 + 0x1p-40) + size_of(clusters, pose) * 0x1p-48};
}

double least_distance(const Ball& a, const Ball& b) {
  const double room = (a.middle.cwiseAbs().maxCoeff() + b.middle.cwiseAbs().maxCoeff()) * 0x1p-48;
  const double apart = std::sqrt((a.middle - b.middle).squaredNorm()) * (1 - 0x1p-40);
  return std::max(0.0, apart - (a.radius + b.radius) * (1 + 0x1p-48) - room);
}

bool balls_apart(const WorldObject& a, const WorldObject& b, double distance) {
  return balls_apart(Ball{a.middle, a.radius}, Ball{b.middle, b.radius}, distance);
}

bool balls_apart(const Ball& a, const Ball& b, double distance) {
  const double reach = (a.radius + b.radius + distance) * (1 + 0x1p-48) +
                       (a.middle.cwiseAbs().maxCoeff() + b.middle.cwiseAbs().maxCoeff()) * 0x1p-48;
  return reach < 0x1p500 && (a.middle - b.middle).squaredNorm() > reach * reach * (1 + 0x1p-40);
}

// On the line through the middles: within the inner balls of both, and as far out as the inner ball of each reaches beyond
// the outer ball of the other.
std::optional<Vec3> balls_cross(const WorldObject& a, const WorldObject& b) {
  if (!(a.inner_radius > 0 && b.inner_radius > 0) || !a.closed() || !b.closed()) return {};
  const Vec3 way = b.middle - a.middle;
  const double apart = std::sqrt(way.squaredNorm()), inner = a.inner_radius + b.inner_radius;
  const double room = 0x1p-40 * (apart + inner + a.middle.cwiseAbs().maxCoeff() + b.middle.cwiseAbs().maxCoeff());
  if (!(apart + room < inner) || !(apart + a.inner_radius > b.radius + room) || !(apart + b.inner_radius > a.radius + room))
    return {};
  return Vec3(a.middle + way * (a.inner_radius / inner));
}

void require_mesh(const SceneObject& object) {
  if (!object.shape) return;
  if (const Solid* const solid = object.shape->solid(); solid != nullptr && solid->kind() == SolidKind::height_field) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("object '{}' is a shape \"{}\" without faces, which methods that decide face pairs cannot take; "
                          "use check with method auto, zlist without certified, depth_count, or a map",
                          object.name, object.shape->name()));
}

WorldObject place(const SceneObject& object, const ClusterTree* clusters) {
  WorldObject world;
  world.local = object.deformed.empty() ? object.mesh.vertices() : object.deformed;
  world.faces = object.mesh.faces();
  world.topology = &Internals::data(object.mesh).topology;
  world.pose = object.pose;
  world.in_place = is_identity(object.pose);
  world.clusters = clusters;
  if (object.deformed.empty()) {
    world.shell = &Internals::data(object.mesh).shell;
    world.close_pairs = &Internals::data(object.mesh).close_pairs;
  }
  if (clusters != nullptr) {
    world.box = world.in_place ? clusters->box() : placed_box(clusters->box(), world.pose);
    if (clusters->radius() < INFINITY) place_ball(*clusters, world);
  } else {
    world.boxes = world.in_place && !object.deformed.empty() ? object.deformed_boxes
                                                             : std::make_shared<const VertexBoxes>(vertex_boxes(world));
  }
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
