// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// What a robot must be before anything is built on it.
#include "scene/robot/robot_data.h"

#include <fmt/format.h>
#include <impinge/error.h>
#include <Eigen/Geometry>

#include <cmath>
#include <string_view>
#include <unordered_set>

namespace impinge {

namespace {

bool moves(JointKind kind) { return kind != JointKind::fixed; }

// Of what was typed or computed: no more than rounding, which is taken out so that nothing that turns grows. False else.
bool make_rotation(Eigen::Matrix3d& rotation) {
  constexpr double kTyped = 1e-6, kRounded = 1e-14;
  const double skew = (rotation.transpose() * rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (!(skew <= kTyped) || rotation.determinant() < 0) return false;
  if (skew > kRounded) rotation = Eigen::Quaterniond(rotation).normalized().toRotationMatrix();
  return true;
}

template <class Items>
void require_unique(const Items& items, const char* what, const std::string& robot) {
  std::unordered_set<std::string_view> names;
  for (const auto& item : items) {
    if (item.name.empty()) throw Error(ErrorCode::bad_scene, fmt::format("robot '{}': a {} has no name", robot, what));
    if (!names.insert(item.name).second)
      throw Error(ErrorCode::bad_scene, fmt::format("robot '{}': two {}s are named '{}'", robot, what, item.name));
  }
}

}  // namespace

RobotData::RobotData(RobotModel given) : model(std::move(given)) {
  if (model.links.empty()) throw Error(ErrorCode::bad_scene, fmt::format("robot '{}': it has no links", model.name));
  require_names();
  for (RobotJoint& joint : model.joints) {
    require_joint(joint);
    if (joint.kind == JointKind::revolute || joint.kind == JointKind::continuous) joint.axis.normalize();
  }
  require_bodies();
  find_tree();
  find_drives();
  require_references();
}

void RobotData::require_names() const {
  require_unique(model.links, "link", model.name);
  require_unique(model.joints, "joint", model.name);
}

void RobotData::require_joint(RobotJoint& joint) const {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::bad_scene, fmt::format("joint '{}': {}", joint.name, what));
  };
  if (joint.parent >= model.links.size() || joint.child >= model.links.size()) refuse("it names a link that does not exist");
  if (joint.parent == joint.child) refuse("parent and child are the same link");
  if (!joint.origin.position.allFinite() || !joint.origin.rotation.allFinite())
    refuse("its origin has a NaN or infinite entry");
  if (!make_rotation(joint.origin.rotation)) refuse("the matrix of its origin is not a rotation");
  if (!moves(joint.kind)) return;
  if (!joint.axis.allFinite() || !(joint.axis.squaredNorm() > 0)) refuse("its axis has no direction");
  const bool limited = joint.kind != JointKind::continuous;
  if (limited && !(joint.lower <= joint.upper))
    refuse(fmt::format("its limits are {} to {}; nothing lies between them", joint.lower, joint.upper));
}

void RobotData::require_bodies() {
  for (RobotLink& link : model.links)
    for (LinkBody& body : link.bodies) {
      const auto refuse = [&](const char* what) {
        throw Error(ErrorCode::bad_scene, fmt::format("link '{}': {}", link.name, what));
      };
      if (body.mesh.has_value() == (body.solid != nullptr)) refuse("a body is either a mesh or a solid");
      if (!body.origin.position.allFinite() || !make_rotation(body.origin.rotation))
        refuse("the origin of a body is not finite, or its matrix no rotation; scale and mirror the mesh instead");
    }
}

// Every link but one has one joint that carries it, and all are reached from that one.
void RobotData::find_tree() {
  const std::size_t n = model.links.size();
  parent_joint.assign(n, kNone);
  std::vector<std::vector<std::uint32_t>> below(n);
  for (std::uint32_t j = 0; j < model.joints.size(); ++j) {
    const RobotJoint& joint = model.joints[j];
    std::uint32_t& carrier = parent_joint[joint.child];
    if (carrier != kNone)
      throw Error(ErrorCode::bad_scene,
                  fmt::format("link '{}': it is the child of both joint '{}' and joint '{}'; a robot is a tree",
                              model.links[joint.child].name, model.joints[carrier].name, joint.name));
    carrier = j;
    below[joint.parent].push_back(j);
  }
  root = kNone;
  for (std::uint32_t l = 0; l < n; ++l) {
    if (parent_joint[l] != kNone) continue;
    if (root != kNone)
      throw Error(ErrorCode::bad_scene,
                  fmt::format("robot '{}': neither link '{}' nor link '{}' is carried by a joint; a robot has one root",
                              model.name, model.links[root].name, model.links[l].name));
    root = l;
  }
  if (root == kNone)
    throw Error(ErrorCode::bad_scene,
                fmt::format("joint '{}': the joints make a loop; every link is carried by one", model.joints[0].name));
  std::vector<std::uint32_t> links = {root};
  for (std::size_t i = 0; i < links.size(); ++i)
    for (const std::uint32_t j : below[links[i]]) {
      order.push_back(j);
      links.push_back(model.joints[j].child);
    }
  if (order.size() == model.joints.size() && links.size() == n) return;
  std::vector<bool> reached(n, false);
  for (const std::uint32_t l : links) reached[l] = true;
  for (const RobotJoint& joint : model.joints)
    if (!reached[joint.child])
      throw Error(ErrorCode::bad_scene,
                  fmt::format("joint '{}': it belongs to a loop of joints that is not connected to the root '{}'",
                              joint.name, model.links[root].name));
}

// Chains of joints that follow each other end at a variable.
void RobotData::find_drives() {
  drives.resize(model.joints.size());
  for (std::uint32_t j = 0; j < model.joints.size(); ++j) {
    const RobotJoint& joint = model.joints[j];
    if (!moves(joint.kind) || joint.mimic) continue;
    drives[j] = {static_cast<std::uint32_t>(variables.size()), 1, 0};
    variables.push_back(j);
  }
  for (std::uint32_t j = 0; j < model.joints.size(); ++j) {
    if (!moves(model.joints[j].kind) || !model.joints[j].mimic) continue;
    double factor = 1, offset = 0;
    std::uint32_t at = j;
    for (std::size_t steps = 0; model.joints[at].mimic; ++steps) {
      const JointMimic& mimic = *model.joints[at].mimic;
      const auto refuse = [&](const std::string& what) {
        throw Error(ErrorCode::bad_scene, fmt::format("joint '{}': {}", model.joints[j].name, what));
      };
      if (mimic.joint >= model.joints.size()) refuse("it follows a joint that does not exist");
      if (steps == model.joints.size()) refuse("it follows itself");
      if (!std::isfinite(mimic.multiplier) || !std::isfinite(mimic.offset)) refuse("multiplier or offset is not finite");
      if (!moves(model.joints[mimic.joint].kind)) refuse("it follows a joint that is fixed");
      offset += factor * mimic.offset;
      factor *= mimic.multiplier;
      at = mimic.joint;
    }
    drives[j] = {drives[at].variable, factor, offset};
  }
}

void RobotData::require_references() const {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::bad_scene, fmt::format("robot '{}': {}", model.name, what));
  };
  for (const DisabledLinks& pair : model.disabled)
    if (pair.a >= model.links.size() || pair.b >= model.links.size())
      refuse("a disabled pair has a link that does not exist");
  for (const JointGroup& group : model.groups) {
    for (const std::uint32_t j : group.joints)
      if (j >= model.joints.size()) refuse(fmt::format("group '{}' has a joint that does not exist", group.name));
    for (const std::uint32_t l : group.links)
      if (l >= model.links.size()) refuse(fmt::format("group '{}' has a link that does not exist", group.name));
  }
  for (const NamedState& state : model.states)
    for (const auto& [joint, value] : state.values)
      if (joint >= model.joints.size() || !std::isfinite(value))
        refuse(fmt::format("state '{}' has a joint that does not exist, or a value that is not finite", state.name));
}

Pose RobotData::step(std::uint32_t index, double value) const {
  const RobotJoint& joint = model.joints[index];
  switch (joint.kind) {
    case JointKind::fixed: return joint.origin;
    case JointKind::prismatic:
      return {joint.origin.rotation, joint.origin.rotation * (value * joint.axis) + joint.origin.position};
    case JointKind::revolute:
    case JointKind::continuous: break;
  }
  if (value == 0) return joint.origin;
  return {joint.origin.rotation * Eigen::AngleAxisd(value, joint.axis).toRotationMatrix(), joint.origin.position};
}

}  // namespace impinge
