// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// SRDF: pairs that are not checked, groups of joints, named states. Virtual joints, end effectors and passive joints are
// passed over. A link or joint that the robot does not have is an error: a rule that is dropped without a word is missed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "io/file/parse_number.h"
#include "io/robot/robot_files.h"

namespace impinge::io {
namespace {

constexpr int kMaxGroupDepth = 64;

class SrdfReader {
 public:
  SrdfReader(const XmlDocument& document, RobotModel& model) : document_(document), model_(model) {
    for (std::uint32_t l = 0; l < model.links.size(); ++l) links_.emplace(model.links[l].name, l);
    carrier_.assign(model.links.size(), UINT32_MAX);
    for (std::uint32_t j = 0; j < model.joints.size(); ++j) {
      joints_.emplace(model.joints[j].name, j);
      carrier_[model.joints[j].child] = j;
    }
  }

  void read() {
    const XmlElement robot = document_.root();
    if (robot.tag() != "robot")
      robot.fail(fmt::format("the XML is not an SRDF: its element is <{}>, not <robot>", robot.tag().substr(0, 40)));
    for (const XmlElement element : children(robot)) {
      if (element.prefix() == "xacro")
        element.fail(ErrorCode::unsupported,
                     fmt::format("<{}> is a macro of xacro; expand the file first", element.tag().substr(0, 60)));
      if (element.tag() == "virtual_joint")
        if (const auto name = element.find("name")) virtual_.insert(std::string(*name));
      if (element.tag() == "link") robot_has_links(element);
    }
    for (const XmlElement group : children(robot, "group")) {
      const std::string name(group.text("name"));
      if (!groups_.emplace(name, group).second) group.fail(fmt::format("two groups are named \"{}\"", name));
    }
    for (const XmlElement group : children(robot, "group")) read_group(group);
    for (const XmlElement state : children(robot, "group_state")) read_state(state);
    read_pairs(robot);
  }

 private:
  static void robot_has_links(const XmlElement& element) { element.fail("the XML is a URDF, not an SRDF: it has links"); }

  std::uint32_t link(const XmlElement& element, std::string_view attribute) const {
    const std::string name(element.text(attribute));
    const auto found = links_.find(name);
    if (found == links_.end()) element.fail(fmt::format("the robot has no link \"{}\"", name));
    return found->second;
  }

  // None for virtual joints, which are no part of the robot.
  std::optional<std::uint32_t> joint(const XmlElement& element) const {
    const std::string name(element.text("name"));
    const auto found = joints_.find(name);
    if (found != joints_.end()) return found->second;
    if (virtual_.count(name) == 0) element.fail(fmt::format("the robot has no joint \"{}\"", name));
    return std::nullopt;
  }

  struct Members {
    std::set<std::uint32_t> joints, links;
  };

  void add_chain(const XmlElement& chain, Members& members) const {
    const std::uint32_t base = link(chain, "base_link"), tip = link(chain, "tip_link");
    std::uint32_t at = tip;
    for (std::size_t steps = 0; at != base; ++steps) {
      members.links.insert(at);
      if (carrier_[at] == UINT32_MAX || steps > carrier_.size())
        chain.fail(fmt::format("link \"{}\" is not below link \"{}\"", model_.links[tip].name, model_.links[base].name));
      members.joints.insert(carrier_[at]);
      at = model_.joints[carrier_[at]].parent;
    }
    members.links.insert(base);
  }

  void add_members(const XmlElement& group, Members& members, std::set<std::string>& seen, int depth) const {
    if (depth > kMaxGroupDepth) group.fail("groups are nested too deeply, or a group is part of itself");
    for (const XmlElement element : children(group)) {
      if (element.tag() == "link") {
        const std::uint32_t l = link(element, "name");
        members.links.insert(l);
        if (carrier_[l] != UINT32_MAX) members.joints.insert(carrier_[l]);
      } else if (element.tag() == "joint") {
        if (const auto j = joint(element)) {
          members.joints.insert(*j);
          members.links.insert(model_.joints[*j].child);
        }
      } else if (element.tag() == "chain") {
        add_chain(element, members);
      } else if (element.tag() == "group") {
        const std::string name(element.text("name"));
        const auto found = groups_.find(name);
        if (found == groups_.end()) element.fail(fmt::format("there is no group \"{}\"", name));
        if (seen.insert(name).second) add_members(found->second, members, seen, depth + 1);
      }
    }
  }

  void read_group(const XmlElement& element) {
    Members members;
    std::set<std::string> seen;
    add_members(element, members, seen, 0);
    model_.groups.push_back({std::string(element.text("name")),
                             {members.joints.begin(), members.joints.end()},
                             {members.links.begin(), members.links.end()}});
  }

  void read_state(const XmlElement& element) {
    NamedState state;
    state.name = element.text("name");
    state.group = element.text("group");
    if (groups_.count(state.group) == 0) element.fail(fmt::format("there is no group \"{}\"", state.group));
    for (const XmlElement value : children(element, "joint")) {
      const auto j = joint(value);
      if (!j) continue;
      const double x = value.number("value");
      if (!(x - x == 0)) value.fail("\"value\" of <joint> is not finite");
      state.values.emplace_back(*j, x);
    }
    model_.states.push_back(std::move(state));
  }

  void read_pairs(const XmlElement& robot) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> pairs;
    for (const XmlElement element : children(robot, "disable_default_collisions")) {
      const std::uint32_t a = link(element, "link");
      for (std::uint32_t b = 0; b < model_.links.size(); ++b)
        if (a != b) pairs.emplace(std::minmax(a, b), "Default");
    }
    for (const XmlElement element : children(robot, "enable_collisions"))
      pairs.erase(std::minmax(link(element, "link1"), link(element, "link2")));
    for (const XmlElement element : children(robot, "disable_collisions")) {
      const std::uint32_t a = link(element, "link1"), b = link(element, "link2");
      if (a != b) pairs.insert_or_assign(std::minmax(a, b), std::string(element.find("reason").value_or("disabled")));
    }
    for (auto& [pair, reason] : pairs) model_.disabled.push_back({pair.first, pair.second, std::move(reason)});
  }

  const XmlDocument& document_;
  RobotModel& model_;
  std::unordered_map<std::string, std::uint32_t> links_, joints_;
  std::vector<std::uint32_t> carrier_;  // the joint of each link
  std::set<std::string> virtual_;
  std::map<std::string, XmlElement> groups_;
};

}  // namespace

void read_srdf(std::string_view text, const std::string& origin, RobotModel& model) {
  const XmlDocument document(text, origin);
  SrdfReader(document, model).read();
}

}  // namespace impinge::io
