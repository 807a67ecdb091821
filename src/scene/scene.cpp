// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/scene.h>
#include <impinge/shapes.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include "scene/placed_point.h"
#include "scene/rules/selection.h"
#include "scene/scene_changes.h"
#include "scene/vertex_boxes.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

// Rotation of a unit quaternion, each entry by one fixed expression.
Eigen::Matrix3d rotation_of(double x, double y, double z, double w) {
  Eigen::Matrix3d r;
  r << 1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),  //
      2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),   //
      2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y);
  return r;
}

// The 24 rotations of the axes have components 0, 1/2, sqrt(1/2) or 1; true if all four are within 1e-12 of such a set.
bool turns_axes(const std::array<double, 4>& q) {
  int halves = 0, roots = 0, ones = 0, zeros = 0;
  const auto near = [](double v, double target) { return std::fabs(std::fabs(v) - target) <= 1e-12; };
  for (const double v : q) {
    zeros += near(v, 0);
    halves += near(v, 0.5);
    roots += near(v, std::sqrt(0.5));
    ones += near(v, 1);
  }
  return (ones == 1 && zeros == 3) || (roots == 2 && zeros == 2) || halves == 4;
}

bool same_numbers(const Pose& a, const Pose& b) {
  return std::memcmp(a.rotation.data(), b.rotation.data(), sizeof(double) * 9) == 0 &&
         std::memcmp(a.position.data(), b.position.data(), sizeof(double) * 3) == 0;
}

}  // namespace

Pose Pose::from_quaternion(const Vec3& position, const std::array<double, 4>& xyzw) {
  double largest = 0;
  for (const double v : xyzw)
    largest = std::isfinite(v) ? std::max(largest, std::fabs(v)) : std::numeric_limits<double>::infinity();
  if (!(largest > 0) || !std::isfinite(largest) || !position.allFinite())
    throw Error(ErrorCode::bad_scene,
                fmt::format("rotation [{}, {}, {}, {}] at [{}, {}, {}]: the rotation must be a quaternion x y z w that is "
                            "finite and not zero, and the position must be finite",
                            xyzw[0], xyzw[1], xyzw[2], xyzw[3], position.x(), position.y(), position.z()));
  std::array<double, 4> q = xyzw;
  double length2 = 0;
  for (double& v : q) {
    v /= largest;
    length2 += v * v;
  }
  for (double& v : q) v /= std::sqrt(length2);
  Pose pose;
  pose.position = position;
  pose.rotation = rotation_of(q[0], q[1], q[2], q[3]);
  if (turns_axes(q)) pose.rotation = pose.rotation.array().round().matrix();
  return pose;
}

Vec3 world_point(const Pose& pose, const Vec3& local) noexcept { return placed_point(pose, local); }

ObjectId Scene::add(std::string name, Mesh mesh, Pose pose, Group group) {
  std::string unique = name;
  while (ids_.contains(unique)) unique = fmt::format("{}#{}", name, ++times_.try_emplace(name, 1).first->second);
  const ObjectId id{static_cast<std::uint32_t>(objects_.size())};
  ids_.emplace(unique, id.value);
  objects_.push_back({std::move(unique), std::move(mesh), {}, group, {}, {}, 0, {}});
  note_change(id, false);
  set_pose(id, pose);
  return id;
}

ObjectId Scene::add(std::string name, std::shared_ptr<const LineShape> shape, Pose pose, Group group) {
  Mesh box = box_of_shape(name, shape.get());
  const ObjectId id = add(std::move(name), std::move(box), pose, group);
  objects_[id.value].shape = std::move(shape);
  return id;
}

const SceneObject& Scene::object(ObjectId id) const {
  if (id.value >= objects_.size())
    throw Error(ErrorCode::bad_argument,
                fmt::format("object {} is not in the scene, which has {} objects", id.value, objects_.size()));
  if (objects_[id.value].removed)
    throw Error(ErrorCode::bad_argument, fmt::format("object {} was removed from the scene", id.value));
  return objects_[id.value];
}

void Scene::set_pose(ObjectId id, const Pose& pose) {
  const SceneObject& o = object(id);
  if (!pose.position.allFinite() || !pose.rotation.allFinite())
    throw Error(ErrorCode::bad_argument, fmt::format("object '{}': the pose has a NaN or infinite entry", o.name));
  Pose& kept = objects_[id.value].pose;
  if (same_numbers(kept, pose)) return;
  kept = pose;
  note_change(id, true);
}

void Scene::set_vertices(ObjectId id, std::span<const Vec3> vertices) {
  const SceneObject& o = object(id);
  if (o.shape)
    throw Error(ErrorCode::bad_argument, fmt::format("object '{}' is a shape \"{}\", not a mesh: it has no vertices to move",
                                                     o.name, o.shape->name()));
  if (!vertices.empty()) {
    if (vertices.size() != o.mesh.vertices().size())
      throw Error(ErrorCode::bad_argument, fmt::format("object '{}': {} new vertices for a mesh of {}", o.name,
                                                       vertices.size(), o.mesh.vertices().size()));
    // One pass for the box and for finiteness; the other one only to name the vertex.
    WorldObject in_place;
    in_place.local = vertices;
    VertexBoxes boxes = vertex_boxes_here(in_place);
    if (!boxes.all.low.allFinite() || !boxes.all.high.allFinite()) require_finite(vertices, o.name);
    objects_[id.value].deformed_boxes = std::make_shared<const VertexBoxes>(std::move(boxes));
  }
  const std::span<const Vec3> current = vertices.empty() ? o.mesh.vertices() : vertices;
  const bool parted = Internals::data(o.mesh).parent && vertices.empty();
  if (parted || !corners_hold(Internals::data(o.mesh).topology, current))
    objects_[id.value].mesh = reexamined(o.mesh, current);
  objects_[id.value].deformed = vertices;
  static std::atomic<std::uint64_t> revisions{0};
  objects_[id.value].revision = ++revisions;
  note_change(id, true);
}

void Scene::set_groups(ObjectId id, std::vector<std::string> groups) {
  object(id);
  objects_[id.value].groups = std::move(groups);
  note_change(id, false);
}

void Scene::set_layer(ObjectId id, std::string layer) {
  object(id);
  objects_[id.value].layer = std::move(layer);
  note_change(id, false);
}

void Scene::set_rules(std::vector<Rule> rules) {
  require_rules(rules);
  rules_ = std::move(rules);
  asking_ = next_number();
}

const Rule* Scene::find_rule(ObjectId a, ObjectId b) const {
  const SceneObject &first = object(a), &second = object(b);
  const auto fits = [&](const Rule& rule) {
    if (rule.self != (a == b)) return false;
    const Selection left(rule.a);
    if (rule.self) return left.holds(first);
    const Selection right(rule.b);
    return (left.holds(first) && right.holds(second)) || (left.holds(second) && right.holds(first));
  };
  const auto found = std::find_if(rules_.begin(), rules_.end(), fits);
  return found == rules_.end() ? nullptr : &*found;
}

void Scene::ignore(ObjectId a, ObjectId b, std::string reason) {
  object(a);
  object(b);
  if (b < a) std::swap(a, b);
  ignored_.push_back({a, b, std::move(reason)});
  asking_ = next_number();
}

ObjectId Scene::find(std::string_view name) const {
  const auto it = ids_.find(std::string(name));
  if (it != ids_.end()) return {it->second};
  constexpr std::size_t kMost = 40;  // more would hide the message
  std::string names;
  for (std::size_t i = 0; i < std::min(objects_.size(), kMost); ++i)
    names += fmt::format("{}'{}'", i == 0 ? "" : ", ", objects_[i].name);
  if (objects_.size() > kMost) names += fmt::format(" and {} more", objects_.size() - kMost);
  throw Error(ErrorCode::bad_scene, fmt::format("no object is named '{}'; there {} {}", name,
                                                objects_.size() == 1 ? "is" : "are", names.empty() ? "none" : names));
}

}  // namespace impinge
