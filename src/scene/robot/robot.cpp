// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>

#include <algorithm>
#include <cmath>

#include "base/enum_words.h"
#include "scene/robot/robot_data.h"

namespace impinge {

namespace {

constexpr EnumWord<JointKind> kKinds[] = {{JointKind::fixed, "fixed"},
                                          {JointKind::revolute, "revolute"},
                                          {JointKind::continuous, "continuous"},
                                          {JointKind::prismatic, "prismatic"}};
constexpr EnumWord<AdjacentLinks> kAdjacent[] = {
    {AdjacentLinks::automatic, "auto"}, {AdjacentLinks::ignored, "ignore"}, {AdjacentLinks::checked, "check"}};
constexpr EnumWord<LinkPairKind> kPairKinds[] = {{LinkPairKind::adjacent, "adjacent"},
                                                 {LinkPairKind::always, "always"},
                                                 {LinkPairKind::at_rest, "at_rest"},
                                                 {LinkPairKind::never, "never"},
                                                 {LinkPairKind::sometimes, "sometimes"}};
constexpr double kBeyond = 1e-9;  // what a limit may be exceeded by: decimals of files

std::uint32_t find_joint(const RobotModel& model, std::string_view name) {
  const auto it =
      std::find_if(model.joints.begin(), model.joints.end(), [&](const RobotJoint& j) { return j.name == name; });
  if (it != model.joints.end()) return static_cast<std::uint32_t>(it - model.joints.begin());
  std::string names;
  for (const RobotJoint& j : model.joints)
    if (j.kind != JointKind::fixed) names += (names.empty() ? "" : ", ") + j.name;
  throw Error(ErrorCode::bad_argument, fmt::format("joint '{}': robot '{}' has no such joint; it has {}", name, model.name,
                                                   names.empty() ? "none that moves" : names));
}

void require_within(const RobotJoint& joint, double value) {
  if (joint.kind == JointKind::continuous || joint.kind == JointKind::fixed) return;
  if (value >= joint.lower - kBeyond && value <= joint.upper + kBeyond) return;
  throw Error(ErrorCode::bad_argument,
              fmt::format("joint '{}': {} is beyond its limits, {} to {}", joint.name, value, joint.lower, joint.upper));
}

}  // namespace

const char* to_string(JointKind kind) noexcept { return word_of(kKinds, kind); }
bool from_string(std::string_view word, JointKind& kind) noexcept { return read_word(kKinds, word, kind); }
const char* to_string(LinkPairKind kind) noexcept { return word_of(kPairKinds, kind); }
bool from_string(std::string_view word, LinkPairKind& kind) noexcept { return read_word(kPairKinds, word, kind); }
const char* to_string(AdjacentLinks adjacent) noexcept { return word_of(kAdjacent, adjacent); }
bool from_string(std::string_view word, AdjacentLinks& adjacent) noexcept { return read_word(kAdjacent, word, adjacent); }

Robot::Robot(RobotModel model) : data_(std::make_shared<const RobotData>(std::move(model))) {}
Robot::~Robot() = default;
Robot::Robot(const Robot&) = default;
Robot& Robot::operator=(const Robot&) = default;
Robot::Robot(Robot&&) noexcept = default;
Robot& Robot::operator=(Robot&&) noexcept = default;

const RobotModel& Robot::model() const noexcept { return data_->model; }
std::span<const std::uint32_t> Robot::variables() const noexcept { return data_->variables; }

std::vector<double> Robot::rest() const {
  std::vector<double> state;
  for (const std::uint32_t j : data_->variables) {
    const RobotJoint& joint = data_->model.joints[j];
    const bool limited = joint.kind != JointKind::continuous;
    const bool beyond = limited && (joint.lower > 0 || joint.upper < 0);
    const double middle = std::isfinite(joint.lower) && std::isfinite(joint.upper) ? joint.lower / 2 + joint.upper / 2
                          : joint.lower > 0                                        ? joint.lower
                                                                                   : joint.upper;
    state.push_back(beyond ? middle : 0);
  }
  return state;
}

void Robot::set(std::vector<double>& state, std::string_view joint, double value) const {
  const std::uint32_t j = find_joint(data_->model, joint);
  const auto variable = std::find(data_->variables.begin(), data_->variables.end(), j);
  if (variable == data_->variables.end()) {
    const RobotJoint& found = data_->model.joints[j];
    throw Error(ErrorCode::bad_argument, found.mimic ? fmt::format("joint '{}': it follows joint '{}'; set that one", joint,
                                                                   data_->model.joints[found.mimic->joint].name)
                                                     : fmt::format("joint '{}': it is fixed", joint));
  }
  state.at(static_cast<std::size_t>(variable - data_->variables.begin())) = value;
}

void Robot::set_named(std::vector<double>& state, std::string_view name, std::string_view group) const {
  bool found = false;
  for (const NamedState& named : data_->model.states) {
    if (named.name != name || (!group.empty() && named.group != group)) continue;
    found = true;
    // What follows another joint, and what is fixed, cannot be set: files list them too.
    for (const auto& [joint, value] : named.values) {
      const RobotData::Drive& drive = data_->drives[joint];
      if (drive.variable != RobotData::kNone && !data_->model.joints[joint].mimic) state.at(drive.variable) = value;
    }
  }
  if (found) return;
  std::string names;
  for (const NamedState& named : data_->model.states)
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", named.name, named.group);
  throw Error(ErrorCode::bad_argument,
              fmt::format("state '{}': robot '{}' has no such state; {}", name, data_->model.name,
                          names.empty() ? "it has none at all: an SRDF names them" : "it has " + names));
}

void Robot::require_state(std::span<const double> state, bool limits) const {
  if (state.size() != data_->variables.size())
    throw Error(ErrorCode::bad_argument, fmt::format("a state of robot '{}' has {} values, not {}", data_->model.name,
                                                     data_->variables.size(), state.size()));
  for (std::size_t i = 0; i < state.size(); ++i)
    if (!std::isfinite(state[i]))
      throw Error(ErrorCode::bad_argument,
                  fmt::format("joint '{}': its value is not finite", data_->model.joints[data_->variables[i]].name));
  if (!limits) return;
  for (std::uint32_t j = 0; j < data_->model.joints.size(); ++j)
    require_within(data_->model.joints[j], data_->value(j, state));
}

std::vector<double> Robot::joint_values(std::span<const double> state) const {
  require_state(state, false);
  std::vector<double> values;
  for (std::uint32_t j = 0; j < data_->model.joints.size(); ++j) values.push_back(data_->value(j, state));
  return values;
}

std::vector<Pose> Robot::link_poses(std::span<const double> state) const {
  require_state(state, false);
  std::vector<Pose> poses(data_->model.links.size());
  for (const std::uint32_t j : data_->order) {
    const RobotJoint& joint = data_->model.joints[j];
    poses[joint.child] = composed(poses[joint.parent], data_->step(j, data_->value(j, state)));
  }
  return poses;
}

bool Robot::adjacent(std::uint32_t a, std::uint32_t b) const {
  const auto& links = data_->model.links;
  if (a >= links.size() || b >= links.size() || a == b) return false;
  // Up from a link to the root, as far as nothing but links without bodies is passed.
  const auto way_up = [&](std::uint32_t link) {
    std::vector<std::uint32_t> way = {link};
    while (data_->parent_joint[way.back()] != RobotData::kNone && (way.size() == 1 || links[way.back()].bodies.empty()))
      way.push_back(data_->model.joints[data_->parent_joint[way.back()]].parent);
    return way;
  };
  const std::vector<std::uint32_t> from_a = way_up(a), from_b = way_up(b);
  for (const std::uint32_t link : from_a)
    if (std::find(from_b.begin(), from_b.end(), link) != from_b.end())
      return link == a || link == b || links[link].bodies.empty();
  return false;
}

}  // namespace impinge
