// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <fmt/format.h>
#include <impinge/error.h>
#include <impinge/robot.h>

#include <algorithm>
#include <map>

#include "scene/robot/robot_data.h"

namespace impinge {

namespace {

using LinkPair = std::pair<std::uint32_t, std::uint32_t>;

// The pairs of links that are left out, with the reason.
std::map<LinkPair, std::string> left_out(const Robot& robot, AdjacentLinks adjacent) {
  const RobotModel& model = robot.model();
  std::map<LinkPair, std::string> pairs;
  for (const DisabledLinks& d : model.disabled)
    if (d.a != d.b) pairs.emplace(std::minmax(d.a, d.b), d.reason.empty() ? "disabled" : d.reason);
  if (adjacent == AdjacentLinks::checked || (adjacent == AdjacentLinks::automatic && !model.disabled.empty())) return pairs;
  for (std::uint32_t a = 0; a < model.links.size(); ++a)
    for (std::uint32_t b = a + 1; b < model.links.size(); ++b)
      if (!model.links[a].bodies.empty() && !model.links[b].bodies.empty() && robot.adjacent(a, b))
        pairs.emplace(LinkPair(a, b), "Adjacent");
  return pairs;
}

std::string name_of(const RobotLink& link, std::size_t body) {
  if (link.bodies.size() == 1) return link.name;
  const std::string& own = link.bodies[body].name;
  return link.name + "/" + (own.empty() ? std::to_string(body + 1) : own);
}

}  // namespace

PlacedRobot place_robot(Scene& scene, const Robot& robot, std::span<const double> state, const Pose& base,
                        AdjacentLinks adjacent, std::string_view prefix) {
  const RobotModel& model = robot.model();
  const std::vector<Pose> poses = robot.link_poses(state);
  std::vector<std::vector<ObjectId>> of_link(model.links.size());
  PlacedRobot placed;
  for (std::uint32_t l = 0; l < model.links.size(); ++l) {
    const RobotLink& link = model.links[l];
    std::vector<std::string> groups = {link.name};
    for (const JointGroup& group : model.groups)
      if (std::find(group.links.begin(), group.links.end(), l) != group.links.end()) groups.push_back(group.name);
    for (std::size_t i = 0; i < link.bodies.size(); ++i) {
      const LinkBody& body = link.bodies[i];
      const Pose pose = composed(composed(base, poses[l]), body.origin);
      const std::string name = std::string(prefix) + name_of(link, i);
      const ObjectId id = body.solid ? scene.add(name, body.solid, pose) : scene.add(name, *body.mesh, pose);
      scene.set_groups(id, groups);
      for (const ObjectId other : of_link[l]) scene.ignore(other, id, "same link");
      of_link[l].push_back(id);
      placed.objects.push_back(id);
      placed.links.push_back(l);
    }
  }
  for (const auto& [pair, reason] : left_out(robot, adjacent))
    for (const ObjectId a : of_link[pair.first])
      for (const ObjectId b : of_link[pair.second]) scene.ignore(std::min(a, b), std::max(a, b), reason);
  return placed;
}

void move_robot(Scene& scene, const Robot& robot, const PlacedRobot& placed, std::span<const double> state,
                const Pose& base) {
  const std::vector<Pose> poses = robot.link_poses(state);
  std::vector<std::size_t> body(poses.size(), 0);
  for (std::size_t i = 0; i < placed.objects.size(); ++i) {
    const std::uint32_t l = placed.links.at(i);
    const std::vector<LinkBody>& bodies = robot.model().links.at(l).bodies;
    scene.set_pose(placed.objects[i], composed(composed(base, poses[l]), bodies.at(body[l]++).origin));
  }
}

}  // namespace impinge
