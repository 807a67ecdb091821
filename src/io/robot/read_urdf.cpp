// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
//
// URDF: links with collision bodies, joints, limits and mimics. What moves but is not rigid, sensors, transmissions (which
// have elements named <joint> too), visuals and masses are passed over. Read here and not by urdfdom, which names no lines,
// knows no capsules and prints what it dislikes.
#include <fmt/format.h>
#include <impinge/io.h>
#include <Eigen/Geometry>

#include <cmath>
#include <unordered_map>

#include "io/mesh/load_arrays.h"
#include "io/mesh/units.h"
#include "io/robot/robot_files.h"

namespace impinge::io {
namespace {

class UrdfReader {
 public:
  UrdfReader(const XmlDocument& document, const PackageFinder& packages, const std::string& units)
      : document_(document), packages_(packages), units_(units), metre_(unit_scale("m", units)) {}

  RobotModel read() {
    const XmlElement robot = document_.root();
    require_root(robot);
    if (const auto name = robot.find("name")) model_.name = *name;
    for (const XmlElement link : children(robot, "link")) read_link(link);
    if (model_.links.empty()) robot.fail("the robot has no links");
    for (const XmlElement joint : children(robot, "joint")) name_joint(joint);
    for (const XmlElement joint : children(robot, "joint")) read_joint(joint);
    require_tree(robot);
    require_mimics();
    return std::move(model_);
  }

 private:
  static void require_root(const XmlElement& robot) {
    if (robot.tag() != "robot")
      robot.fail(fmt::format("the XML is not a URDF: its element is <{}>, not <robot>{}", robot.tag().substr(0, 40),
                             robot.tag() == "sdf" ? "; SDF is not read, convert it" : ""));
    for (const XmlElement element : children(robot))
      if (element.prefix() == "xacro")
        element.fail(ErrorCode::unsupported,
                     fmt::format("<{}> is a macro of xacro; expand the file first: xacro robot.xacro > robot.urdf",
                                 element.tag().substr(0, 60)));
  }

  Vec3 vector(const XmlElement& element, std::string_view name) const {
    const std::vector<double> n = element.numbers(name, 3);
    for (const double x : n)
      if (!std::isfinite(x)) element.fail(fmt::format("\"{}\" of <{}> is not finite", name, element.tag()));
    return {n[0], n[1], n[2]};
  }

  double finite(const XmlElement& element, std::string_view name) const {
    const double x = element.number(name);
    if (!std::isfinite(x)) element.fail(fmt::format("\"{}\" of <{}> is not finite", name, element.tag()));
    return x;
  }

  Vec3 length(const Vec3& metres) const { return {metre_(metres.x()), metre_(metres.y()), metre_(metres.z())}; }

  Pose read_origin(const XmlElement& parent) const {
    Pose pose;
    const XmlElement origin = parent.first_child("origin");
    if (!origin) return pose;
    if (origin.find("xyz")) pose.position = length(vector(origin, "xyz"));
    if (origin.find("rpy")) {
      const Vec3 rpy = vector(origin, "rpy");
      const Eigen::AngleAxisd roll(rpy.x(), Vec3::UnitX()), pitch(rpy.y(), Vec3::UnitY()), yaw(rpy.z(), Vec3::UnitZ());
      if (!rpy.isZero(0)) pose.rotation = (yaw * pitch * roll).toRotationMatrix();
    }
    return pose;
  }

  void read_link(const XmlElement& element) {
    RobotLink link;
    link.name = element.text("name");
    if (link.name.empty()) element.fail("a link has an empty name");
    const auto index = static_cast<std::uint32_t>(model_.links.size());
    if (!links_.emplace(link.name, index).second) element.fail(fmt::format("two links are named \"{}\"", link.name));
    for (const XmlElement collision : children(element, "collision")) {
      LinkBody body;
      if (const auto name = collision.find("name")) body.name = *name;
      body.origin = read_origin(collision);
      read_geometry(collision.child("geometry"), body);
      link.bodies.push_back(std::move(body));
    }
    model_.links.push_back(std::move(link));
  }

  void read_geometry(const XmlElement& geometry, LinkBody& body) const {
    const XmlElement shape = geometry.first_child();
    if (!shape) geometry.fail("<geometry> is empty");
    const auto size = [&](std::string_view name) {
      const double x = finite(shape, name);
      if (!(x > 0)) shape.fail(fmt::format("\"{}\" of <{}> is {}; it must be greater than 0", name, shape.tag(), x));
      return metre_(x);
    };
    if (shape.tag() == "mesh") {
      body.mesh = read_mesh(shape);
    } else if (shape.tag() == "box") {
      const Vec3 edges = vector(shape, "size");
      if (!(edges.minCoeff() > 0)) shape.fail("\"size\" of <box> has an edge that is not greater than 0");
      body.solid = Solid::box(length(edges));
    } else if (shape.tag() == "sphere") {
      body.solid = Solid::sphere(size("radius"));
    } else if (shape.tag() == "cylinder") {
      body.solid = Solid::cylinder(size("radius"), size("length"));
    } else if (shape.tag() == "capsule") {
      body.solid = Solid::capsule(size("radius"), size("length"));
    } else {
      shape.fail(ErrorCode::unsupported,
                 fmt::format("<{}>: a body is a mesh, box, sphere, cylinder or capsule", shape.tag().substr(0, 40)));
    }
  }

  Mesh read_mesh(const XmlElement& shape) const {
    const std::string_view name = shape.text("filename");
    LoadOptions options{.units = units_, .file_units = "m"};
    if (shape.find("scale")) options.scale = vector(shape, "scale");
    if ((options.scale.array() == 0).any()) shape.fail("\"scale\" of <mesh> is 0 along an axis, so that no body is left");
    const std::filesystem::path file = packages_.find(shape, name);
    const std::string key =
        fmt::format("{} {} {} {}", file.string(), options.scale.x(), options.scale.y(), options.scale.z());
    if (const auto known = meshes_.find(key); known != meshes_.end()) return known->second;
    try {
      return meshes_.emplace(key, load_link_mesh(file, options)).first->second;
    } catch (const Error& error) {
      shape.fail(error.code(), error.what());
    }
  }

  void name_joint(const XmlElement& element) {
    const std::string name(element.text("name"));
    if (name.empty()) element.fail("a joint has an empty name");
    const auto index = static_cast<std::uint32_t>(joints_.size());
    if (!joints_.emplace(name, index).second) element.fail(fmt::format("two joints are named \"{}\"", name));
    lines_.push_back(element);
  }

  std::uint32_t link_of(const XmlElement& joint, const char* tag) const {
    const XmlElement element = joint.child(tag);
    const std::string name(element.text("link"));
    const auto found = links_.find(name);
    if (found == links_.end()) element.fail(fmt::format("joint \"{}\": there is no link \"{}\"", joint.text("name"), name));
    return found->second;
  }

  void read_joint(const XmlElement& element) {
    RobotJoint joint;
    joint.name = element.text("name");
    const std::string_view type = element.text("type");
    if (!from_string(type, joint.kind)) {
      if (type == "floating" || type == "planar")
        element.fail(ErrorCode::unsupported,
                     fmt::format("joint \"{}\" is {}; joints of one axis and fixed ones are read", joint.name, type));
      element.fail(fmt::format("joint \"{}\": no joint is \"{}\"; there are revolute, continuous, prismatic and fixed ones",
                               joint.name, type.substr(0, 40)));
    }
    joint.parent = link_of(element, "parent");
    joint.child = link_of(element, "child");
    if (joint.parent == joint.child) element.fail(fmt::format("joint \"{}\" joins a link to itself", joint.name));
    joint.origin = read_origin(element);
    if (joint.kind != JointKind::fixed) read_motion(element, joint);
    model_.joints.push_back(std::move(joint));
  }

  void read_motion(const XmlElement& element, RobotJoint& joint) const {
    if (const XmlElement axis = element.first_child("axis")) joint.axis = vector(axis, "xyz");
    if (!(joint.axis.squaredNorm() > 0)) element.fail(fmt::format("joint \"{}\": its axis has no direction", joint.name));
    joint.axis.normalize();
    if (joint.kind == JointKind::prismatic) joint.axis = length(joint.axis);
    if (joint.kind != JointKind::continuous) {
      const XmlElement limit = element.first_child("limit");
      if (!limit)
        element.fail(fmt::format("joint \"{}\" is {} and needs <limit lower=… upper=…>", joint.name, to_string(joint.kind)));
      joint.lower = limit.find("lower") ? finite(limit, "lower") : 0;
      joint.upper = limit.find("upper") ? finite(limit, "upper") : 0;
      if (joint.lower > joint.upper)
        limit.fail(fmt::format("joint \"{}\": its limits are {} to {}", joint.name, joint.lower, joint.upper));
    }
    const XmlElement mimic = element.first_child("mimic");
    if (!mimic) return;
    const std::string other(mimic.text("joint"));
    const auto found = joints_.find(other);
    if (found == joints_.end())
      mimic.fail(fmt::format("joint \"{}\" follows \"{}\", which does not exist", joint.name, other));
    joint.mimic = JointMimic{found->second, mimic.find("multiplier") ? finite(mimic, "multiplier") : 1,
                             mimic.find("offset") ? finite(mimic, "offset") : 0};
  }

  // As the robot itself does, but with lines.
  void require_tree(const XmlElement& robot) const {
    std::vector<std::uint32_t> carrier(model_.links.size(), UINT32_MAX);
    for (std::uint32_t j = 0; j < model_.joints.size(); ++j) {
      std::uint32_t& mine = carrier[model_.joints[j].child];
      if (mine != UINT32_MAX)
        lines_[j].fail(
            fmt::format("link \"{}\" is the child of joint \"{}\" and of joint \"{}\"; a robot is a tree without loops",
                        model_.links[model_.joints[j].child].name, model_.joints[mine].name, model_.joints[j].name));
      mine = j;
    }
    std::vector<bool> good(model_.links.size(), false);
    std::uint32_t root = UINT32_MAX;
    for (std::uint32_t l = 0; l < carrier.size(); ++l) {
      std::vector<std::uint32_t> way;
      std::uint32_t at = l;
      while (!good[at] && carrier[at] != UINT32_MAX && way.size() <= carrier.size()) {
        way.push_back(at);
        at = model_.joints[carrier[at]].parent;
      }
      if (way.size() > carrier.size())
        lines_[carrier[l]].fail(
            fmt::format("joint \"{}\" belongs to a loop of joints; a robot is a tree", model_.joints[carrier[l]].name));
      if (!good[at] && carrier[at] == UINT32_MAX) {
        if (root != UINT32_MAX)
          robot.fail(fmt::format("links \"{}\" and \"{}\" are both carried by no joint; a robot has one root",
                                 model_.links[root].name, model_.links[at].name));
        root = at;
      }
      good[at] = true;
      for (const std::uint32_t passed : way) good[passed] = true;
    }
  }

  void require_mimics() const {
    std::vector<bool> good(model_.joints.size(), false);
    for (std::uint32_t j = 0; j < model_.joints.size(); ++j) {
      std::size_t steps = 0;
      std::vector<std::uint32_t> way;
      for (std::uint32_t at = j; model_.joints[at].mimic && !good[at]; at = model_.joints[at].mimic->joint) {
        if (++steps > model_.joints.size())
          lines_[j].fail(fmt::format("joint \"{}\" follows itself, by way of others or at once", model_.joints[j].name));
        way.push_back(at);
      }
      for (const std::uint32_t passed : way) good[passed] = true;
    }
  }

  const XmlDocument& document_;
  const PackageFinder& packages_;
  const std::string& units_;
  UnitScale metre_;
  RobotModel model_;
  std::unordered_map<std::string, std::uint32_t> links_, joints_;
  std::vector<XmlElement> lines_;  // of each joint
  mutable std::unordered_map<std::string, Mesh> meshes_;
};

}  // namespace

RobotModel read_urdf(std::string_view text, const std::string& origin, const PackageFinder& packages,
                     const std::string& units) {
  const XmlDocument document(text, origin);
  return UrdfReader(document, packages, units).read();
}

}  // namespace impinge::io
