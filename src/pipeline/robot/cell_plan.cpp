// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include "pipeline/robot/cell_plan.h"

#include <fmt/format.h>
#include <impinge/error.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pairs/object_pair.h"
#include "pipeline/rules/rulebook.h"
#include "pipeline/solid/solid_objects.h"
#include "scene/world.h"
#include "shape/mesh/mesh_data.h"

namespace impinge {

namespace {

double pose_skew(const Pose& pose) {
  return (pose.rotation.transpose() * pose.rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
}

constexpr double kTypedBase = 1e-6;     // how far a base may be from a rotation
constexpr double kRoundedPose = 1e-12;  // what covers are told by: no scale, no shear

// Whether bodies may lie in it that do not meet its surface and are not enclosed by it.
bool may_miss_parts(const SceneObject& o) { return !o.shape && !o.mesh.report().sound(); }

bool is_identity_pose(const Pose& pose) {
  return pose.rotation == Eigen::Matrix3d::Identity() && pose.position == Vec3::Zero();
}

}  // namespace

CellPlan::CellPlan(const Scene& given, const Robot& given_robot, const PlacedRobot& placed, const Pose& given_base,
                   OpenBodies given_open)
    : scene(given), robot(given_robot), data(Internals::data(robot)), base(given_base), open(given_open) {
  if (placed.objects.size() != placed.links.size())
    throw Error(ErrorCode::bad_argument, "robot: there are not as many links as objects");
  level.assign(data.model.links.size(), 0);
  for (const std::uint32_t j : data.order) level[data.model.joints[j].child] = level[data.model.joints[j].parent] + 1;
  const double skew = pose_skew(base);
  if (!base.position.allFinite() || !(skew <= kTypedBase) || base.rotation.determinant() < 0)
    throw Error(ErrorCode::bad_argument, "robot: the matrix of its base is not a rotation, or it is not finite");
  base_is_identity_ = is_identity_pose(base);
  add_bodies(placed);
  add_pairs();
}

void CellPlan::add_bodies(const PlacedRobot& placed) {
  const std::span<const SceneObject> objects = scene.objects();
  std::vector<std::uint32_t> link_of(objects.size(), CellBody::kStill), body_of(objects.size(), 0);
  std::vector<std::uint32_t> seen(data.model.links.size(), 0);
  for (std::size_t i = 0; i < placed.objects.size(); ++i) {
    const std::uint32_t object = placed.objects[i].value, link = placed.links[i];
    scene.object(placed.objects[i]);
    if (link >= data.model.links.size() || seen[link] >= data.model.links[link].bodies.size())
      throw Error(ErrorCode::bad_argument, "robot: its objects are not those of place_robot()");
    link_of[object] = link;
    body_of[object] = seen[link]++;
  }
  // Of the same vertices there may be several meshes.
  std::map<std::pair<const void*, const void*>, std::shared_ptr<const BodyCover>> covers;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    if (objects[i].hidden || objects[i].removed) continue;
    require_mesh_or_solid(objects[i]);
    CellBody body{i, link_of[i], objects[i].pose, false, nullptr, std::nullopt};
    if (body.link != CellBody::kStill) body.origin = data.model.links[body.link].bodies[body_of[i]].origin;
    body.in_frame = is_identity_pose(body.origin);
    const SceneObject& o = objects[i];
    if (!o.shape) shapes.prepare(o.mesh);
    if (!(pose_skew(body.origin) <= kRoundedPose)) {
      // What scales or shears it stands for itself alone: it goes straight to exact tests.
      body.cover = std::make_shared<const BodyCover>();
      size = std::max(size, largest_coordinate(impinge::place(o).box));
    } else if (!o.deformed.empty()) {
      body.cover = std::make_shared<const BodyCover>(o);
    } else {
      const void* const points = o.shape ? static_cast<const void*>(o.shape.get()) : o.mesh.vertices().data();
      std::shared_ptr<const BodyCover>& cover = covers[{points, o.shape ? nullptr : o.mesh.faces().data()}];
      if (!cover) cover = std::make_shared<const BodyCover>(o);
      body.cover = cover;
    }
    if (!o.shape && o.deformed.empty()) body.convex = shapes.convex(o.mesh);
    size = std::max(size, body.origin.position.norm() + body.cover->reach());
    bodies.push_back(std::move(body));
  }
  double ways = base.position.norm();
  for (std::uint32_t j = 0; j < data.model.joints.size(); ++j) {
    const RobotJoint& joint = data.model.joints[j];
    ways += joint.origin.position.norm();
    if (joint.kind == JointKind::prismatic)
      ways += joint.axis.norm() * std::max(std::fabs(joint.lower), std::fabs(joint.upper));
  }
  size += ways;
  if (const double skew = pose_skew(base); skew > kRoundedPose) slack = 8 * size * skew;
}

void CellPlan::add_pairs() {
  const std::span<const SceneObject> objects = scene.objects();
  const Rulebook rules(scene, std::nullopt, false);
  for (std::uint32_t i = 0; i < bodies.size(); ++i)
    for (std::uint32_t k = i + 1; k < bodies.size(); ++k) {
      const bool i_moves = bodies[i].link != CellBody::kStill, k_moves = bodies[k].link != CellBody::kStill;
      if (!i_moves && !k_moves) continue;
      if (!groups_meet(objects[bodies[i].object].group, objects[bodies[k].object].group)) continue;
      if (!rules.computes({bodies[i].object, bodies[k].object})) {
        ++ignored;
        continue;
      }
      CellPair pair;
      pair.a = i_moves ? i : k;
      pair.b = i_moves ? k : i;
      const bool doubtful = may_miss_parts(objects[bodies[i].object]) || may_miss_parts(objects[bodies[k].object]);
      pair.winding = open == OpenBodies::solid && doubtful;
      add_between(pair);
      pairs.push_back(std::move(pair));
    }
}

// The joints from both links up to where their ways meet.
void CellPlan::add_between(CellPair& pair) const {
  const CellBody &a = bodies[pair.a], &b = bodies[pair.b];
  std::uint32_t at[2] = {a.link, b.link == CellBody::kStill ? data.root : b.link};
  while (at[0] != at[1]) {
    const int side = level[at[0]] >= level[at[1]] ? 0 : 1;
    const std::uint32_t j = data.parent_joint[at[side]];
    const RobotData::Drive& drive = data.drives[j];
    if (drive.variable != RobotData::kNone && drive.factor != 0)
      pair.between.push_back({j, drive.variable, std::fabs(drive.factor), reach_of(j, side == 0 ? a : b), side == 1});
    at[side] = data.model.joints[j].parent;
  }
}

// From the joint's frame outwards, each joint on the way adds at most the length of its step.
double CellPlan::reach_of(std::uint32_t joint, const CellBody& body) const {
  const RobotJoint& own = data.model.joints[joint];
  if (own.kind == JointKind::prismatic) return own.axis.norm() * (1 + 1e-9);
  double reach = body.origin.position.norm() + body.cover->reach();
  if (!body.cover->exists()) reach = std::numeric_limits<double>::infinity();
  for (std::uint32_t link = body.link; data.parent_joint[link] != joint;) {
    const RobotJoint& on_way = data.model.joints[data.parent_joint[link]];
    reach += on_way.origin.position.norm();
    if (on_way.kind == JointKind::prismatic)
      reach += on_way.axis.norm() * std::max(std::fabs(on_way.lower), std::fabs(on_way.upper));
    link = on_way.parent;
  }
  return reach * (1 + 1e-9);
}

void CellPlan::place(std::span<const double> state, std::span<Pose> links) const {
  links[data.root] = Pose();
  for (const std::uint32_t j : data.order) {
    const RobotJoint& joint = data.model.joints[j];
    links[joint.child] = composed(links[joint.parent], data.step(j, data.value(j, state)));
  }
}

void CellPlan::place_bodies(std::span<const Pose> links, std::span<Pose> poses) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].link == CellBody::kStill) continue;
    // A product with the identity changes no digit, and most bodies lie in their frames as they are.
    const Pose& link = links[bodies[i].link];
    poses[i] = base_is_identity_ ? link : composed(base, link);
    if (!bodies[i].in_frame) poses[i] = composed(poses[i], bodies[i].origin);
  }
}

std::pair<Vec3, Vec3> CellPlan::axis(std::uint32_t joint, std::span<const Pose> links) const {
  const Pose& child = links[data.model.joints[joint].child];
  return {base.rotation * child.position + base.position, base.rotation * (child.rotation * data.model.joints[joint].axis)};
}

}  // namespace impinge
