// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// Rounding: each joint turns what it carries by a matrix whose entries are wrong by some units of 2^-24, and puts it at a
// position that is wrong by as much of the cell's size. With at most 30 such units for a joint, and as much for a body and
// for the way into another one's lattice, points are wrong by less than (joints + 4) * 2^-19 of the size; the margin is four
// times that. The poses of the check itself, in doubles, are nothing against it.
#include "pipeline/robot/screen_plan.h"

#include <tbb/parallel_for.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>

namespace impinge {

namespace {

constexpr double kBeyondLimits = 1e-9;       // as Robot::require_state()
constexpr double kMostJointTurn = 0x1p20;    // radians: beyond, quarters of a turn are not told apart well enough
constexpr std::size_t kMovingCells = 16000;  // of a body that moves
constexpr std::size_t kStillCells = 128000;  // of one that does not, which is often larger
constexpr double kMostScreened = 0x1p30, kLeastScreened = 0x1p-30;

ScreenPlan::Matrix in_floats(const Eigen::Matrix3d& m) {
  ScreenPlan::Matrix all{};
  for (int i = 0; i < 9; ++i) all[static_cast<std::size_t>(i)] = static_cast<float>(m(i / 3, i % 3));
  return all;
}

std::array<float, 3> in_floats(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

Pose inverse_pose(const Pose& pose) {
  const Eigen::Matrix3d back = pose.rotation.transpose();
  return {back, -(back * pose.position)};
}

Eigen::Matrix3d cross_product_matrix(const Vec3& v) {
  Eigen::Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

}  // namespace

ScreenPlan::ScreenPlan(const CellPlan& plan) {
  variables = static_cast<std::uint32_t>(plan.data.variables.size());
  const auto levels = static_cast<double>(*std::max_element(plan.level.begin(), plan.level.end()));
  if (!(plan.size < kMostScreened && plan.size > kLeastScreened)) return;
  margin = static_cast<float>(plan.size * (levels + 4) * 0x1p-17 + plan.slack);
  add_bodies(plan, add_joints(plan));
  add_fields(plan);
  add_pairs(plan);
  usable_ = true;
}

std::vector<ScreenPlan::Place> ScreenPlan::add_joints(const CellPlan& plan) {
  const RobotData& data = plan.data;
  std::vector<Place> links(data.model.links.size(), Place{0, Pose()});
  for (const std::uint32_t j : data.order) {
    const RobotJoint& joint = data.model.joints[j];
    const RobotData::Drive& drive = data.drives[j];
    const Place& parent = links[joint.parent];
    if (drive.variable == RobotData::kNone || drive.factor == 0) {
      links[joint.child] = {parent.frame, composed(parent.pose, data.step(j, drive.offset))};
      continue;
    }
    const Pose origin = composed(parent.pose, joint.origin);
    const bool turns = joint.kind != JointKind::prismatic;
    const Eigen::Matrix3d along = turns ? Eigen::Matrix3d(joint.axis * joint.axis.transpose()) : Eigen::Matrix3d::Identity();
    joints.push_back({parent.frame, frames, drive.variable, turns, drive.factor, drive.offset,
                      in_floats(Eigen::Matrix3d(origin.rotation * along)),
                      in_floats(Eigen::Matrix3d(origin.rotation * (Eigen::Matrix3d::Identity() - along))),
                      in_floats(Eigen::Matrix3d(origin.rotation * cross_product_matrix(joint.axis))),
                      in_floats(origin.position), in_floats(Vec3(origin.rotation * joint.axis))});
    links[joint.child] = {frames++, Pose()};
  }
  for (std::uint32_t j = 0; j < data.model.joints.size(); ++j) {
    const RobotJoint& joint = data.model.joints[j];
    const RobotData::Drive& drive = data.drives[j];
    if (drive.variable == RobotData::kNone) continue;
    const bool free = joint.kind == JointKind::continuous;
    limits.push_back({drive.variable, drive.factor, drive.offset,
                      std::max(free ? -kMostJointTurn : joint.lower - kBeyondLimits, -kMostJointTurn),
                      std::min(free ? kMostJointTurn : joint.upper + kBeyondLimits, kMostJointTurn)});
  }
  return links;
}

void ScreenPlan::add_bodies(const CellPlan& plan, const std::vector<Place>& links) {
  const Pose to_root = inverse_pose(plan.base);
  for (const CellBody& body : plan.bodies) {
    const bool still = body.link == CellBody::kStill;
    const Place place = still ? Place{0, composed(to_root, body.origin)}
                              : Place{links[body.link].frame, composed(links[body.link].pose, body.origin)};
    std::uint32_t frame = place.frame;
    if (place.pose.rotation != Eigen::Matrix3d::Identity() || place.pose.position != Vec3::Zero()) {
      stills.push_back({frame, frames, in_floats(place.pose.rotation), in_floats(place.pose.position)});
      frame = frames++;
    }
    bodies.push_back({frame, in_floats(body.cover->centre()), nullptr});
  }
}

void ScreenPlan::add_fields(const CellPlan& plan) {
  std::map<const BodyCover*, std::vector<std::uint32_t>> users;
  for (std::uint32_t i = 0; i < plan.bodies.size(); ++i) users[plan.bodies[i].cover.get()].push_back(i);
  const std::vector<std::pair<const BodyCover*, std::vector<std::uint32_t>>> all(users.begin(), users.end());
  tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t k) {
    const CellBody& first = plan.bodies[all[k].second.front()];
    const bool still = first.link == CellBody::kStill;
    auto field = std::make_shared<const BodyField>(plan.scene.objects()[first.object], *first.cover,
                                                   still ? kStillCells : kMovingCells);
    if (!field->usable()) return;
    for (const std::uint32_t i : all[k].second) bodies[i].field = field;
  });
}

void ScreenPlan::add_pairs(const CellPlan& plan) {
  for (const CellPair& pair : plan.pairs) {
    const CellBody &a = plan.bodies[pair.a], &b = plan.bodies[pair.b];
    Pair screened{pair.a, pair.b, 0, false};
    // The balls of the smaller one are finer.
    if (a.cover->ball() < b.cover->ball()) std::swap(screened.field, screened.balls);
    screened.near = static_cast<float>((a.cover->ball() + b.cover->ball()) * (1 + 1e-6)) + margin;
    screened.usable = !pair.winding && bodies[pair.a].field && bodies[pair.b].field;
    pairs.push_back(screened);
  }
}

}  // namespace impinge
