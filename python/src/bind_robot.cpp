// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/io.h>
#include <impinge/robot.h>

#include "handles.h"
#include "robots.h"
#include "watch.h"
#include "words.h"

namespace impinge {

void from_python(py::handle value, const char*, JointMimic& m) {
  python::Fields(value).get("joint", m.joint).get("multiplier", m.multiplier).get("offset", m.offset);
}

void from_python(py::handle value, const char*, RobotJoint& j) {
  const python::Fields f(value);
  f.get("name", j.name).get("kind", j.kind).get("parent", j.parent).get("child", j.child).get("axis", j.axis);
  f.get("lower", j.lower).get("upper", j.upper).get("mimic", j.mimic);
  j.origin = python::read_pose(f.at("origin"));
}

void from_python(py::handle value, const char*, LinkBody& b) {
  const python::Fields f(value);
  f.get("name", b.name);
  const py::object mesh = f.at("mesh"), solid = f.at("solid");
  if (!mesh.is_none()) {
    python::mesh_of(mesh, "mesh");
    b.mesh = mesh.cast<const python::MeshHandle&>().owned();
  }
  if (!solid.is_none()) {
    if (!py::isinstance<python::SolidHandle>(solid)) throw py::type_error("solid: a Solid is expected");
    b.solid = std::static_pointer_cast<const Solid>(solid.cast<python::SolidHandle&>().shape);
  }
  b.origin = python::read_pose(f.at("origin"));
}

void from_python(py::handle value, const char*, RobotLink& l) { python::Fields(value).get("name", l.name).get("bodies", l.bodies); }

void from_python(py::handle value, const char*, DisabledLinks& d) {
  python::Fields(value).get("a", d.a).get("b", d.b).get("reason", d.reason);
}

void from_python(py::handle value, const char*, JointGroup& g) {
  python::Fields(value).get("name", g.name).get("joints", g.joints).get("links", g.links);
}

void from_python(py::handle value, const char* key, std::pair<std::uint32_t, double>& p) {
  if (PySequence_Check(value.ptr()) == 0 || py::len(value) != 2)
    throw py::type_error(std::string(key) + ": pairs of a joint and its value are expected");
  const auto both = py::reinterpret_borrow<py::sequence>(value);
  from_python(py::object(both[0]), key, p.first);
  from_python(py::object(both[1]), key, p.second);
}

void from_python(py::handle value, const char*, NamedState& s) {
  python::Fields(value).get("name", s.name).get("group", s.group).get("values", s.values);
}

void from_python(py::handle value, const char*, RobotModel& m) {
  const python::Fields f(value);
  f.get("name", m.name).get("links", m.links).get("joints", m.joints).get("disabled", m.disabled);
  f.get("groups", m.groups).get("states", m.states);
}

py::object to_python(const JointMimic& m) {
  return python::Record("JointMimic").set("joint", m.joint).set("multiplier", m.multiplier).set("offset", m.offset).done();
}

py::object to_python(const RobotJoint& j) {
  python::Record record("RobotJoint");
  record.set("name", j.name).set("kind", j.kind).set("parent", j.parent).set("child", j.child);
  record.set("origin", py::object(python::pose_array(j.origin))).set("axis", j.axis).set("lower", j.lower);
  record.set("upper", j.upper);
  return record.set("mimic", j.mimic ? to_python(*j.mimic) : py::object(py::none())).done();
}

py::object to_python(const LinkBody& b) {
  python::Record record("LinkBody");
  record.set("name", b.name).set("origin", py::object(python::pose_array(b.origin)));
  if (b.mesh) record.set("mesh", py::object(py::cast(std::make_shared<python::MeshHandle>(*b.mesh))));
  if (b.solid) record.set("solid", python::cast_shape(b.solid));
  return record.done();
}

py::object to_python(const RobotLink& l) { return python::Record("RobotLink").set("name", l.name).set("bodies", l.bodies).done(); }

py::object to_python(const DisabledLinks& d) {
  return python::Record("DisabledLinks").set("a", d.a).set("b", d.b).set("reason", d.reason).done();
}

py::object to_python(const JointGroup& g) {
  return python::Record("JointGroup").set("name", g.name).set("joints", g.joints).set("links", g.links).done();
}

py::object to_python(const std::pair<std::uint32_t, double>& p) { return py::make_tuple(p.first, p.second); }

py::object to_python(const NamedState& s) {
  return python::Record("NamedState").set("name", s.name).set("group", s.group).set("values", s.values).done();
}

py::object to_python(const RobotModel& m) {
  python::Record record("RobotModel");
  record.set("name", m.name).set("links", m.links).set("joints", m.joints).set("disabled", m.disabled);
  return record.set("groups", m.groups).set("states", m.states).done();
}

py::object to_python(const PlacedRobot& p) {
  std::vector<std::uint32_t> objects;
  for (const ObjectId id : p.objects) objects.push_back(id.value);
  return python::Record("PlacedRobot").set("objects", objects).set("links", p.links).done();
}

namespace python {

PlacedRobot placed_robot(const py::object& value) {
  std::vector<std::uint32_t> objects;
  PlacedRobot placed;
  Fields(value).get("objects", objects).get("links", placed.links);
  for (const std::uint32_t id : objects) placed.objects.push_back({id});
  return placed;
}

namespace {

using RobotClass = py::class_<Robot, std::shared_ptr<Robot>>;

py::object state_array(const std::vector<double>& state) { return to_python(state); }

/// A copy of a state in which something is set.
template <typename Set>
py::object changed(const Robot& robot, const py::object& state, const Set& set) {
  const auto given = borrow_doubles(state, "state");
  std::vector<double> values(given.span.begin(), given.span.end());
  robot.require_state(values, false);
  set(values);
  return state_array(values);
}

void bind_states(RobotClass& robot) {
  robot.def(
      "rest", [](const Robot& r) { return state_array(r.rest()); },
      "0 for each variable, or the middle of its limits where 0 is beyond them.");
  robot.def(
      "set",
      [](const Robot& r, const py::object& state, const std::string& joint, double value) {
        return changed(r, state, [&](std::vector<double>& s) { r.set(s, joint, value); });
      },
      py::arg("state"), py::arg("joint"), py::arg("value"), "The state with the variable of that joint set.");
  robot.def(
      "set_named",
      [](const Robot& r, const py::object& state, const std::string& name, const std::string& group) {
        return changed(r, state, [&](std::vector<double>& s) { r.set_named(s, name, group); });
      },
      py::arg("state"), py::arg("name"), py::arg("group") = "",
      "The state with what a named state says, of one group or of all that have it.");
  robot.def(
      "require_state",
      [](const Robot& r, const py::object& state, bool limits) {
        r.require_state(borrow_doubles(state, "state").span, limits);
      },
      py::arg("state"), py::arg("limits") = true, "Raises Error for a state that is none, or beyond the limits.");
  robot.def(
      "joint_values",
      [](const Robot& r, const py::object& state) { return to_python(r.joint_values(borrow_doubles(state, "state").span)); },
      py::arg("state"), "The value of each joint of the model.");
  robot.def(
      "link_poses",
      [](const Robot& r, const py::object& state) {
        const auto poses = r.link_poses(borrow_doubles(state, "state").span);
        return poses_array(poses);
      },
      py::arg("state"), "(n, 4, 4): where each link stands in the frame of the root.");
}

}  // namespace

void bind_robot(py::module_& m) {
  RobotClass robot(m, "Robot", R"(A robot: its kinematics. Its variables are the joints that neither are fixed nor follow another one; a state is a
number for each of them.

>>> import impinge
>>> links = [impinge.RobotLink("base", [impinge.LinkBody(solid=impinge.Solid.box((1, 1, 1)))]),
...          impinge.RobotLink("arm", [impinge.LinkBody(solid=impinge.Solid.capsule(0.1, 2), origin=(0, 0, 1))])]
>>> hinge = impinge.RobotJoint("hinge", "revolute", parent=0, child=1, origin=(0, 0, 1), axis=(0, 1, 0), lower=-1, upper=1)
>>> robot = impinge.Robot(impinge.RobotModel("crane", links, [hinge]))
>>> robot.rest(), robot.link_poses([0])[1, 2, 3]
(array([0.]), 1.0)
)");
  robot.def(py::init([](const py::object& model) {
              RobotModel all;
              from_python(model, "model", all);
              return std::make_shared<Robot>(std::move(all));
            }),
            py::arg("model"));
  robot.def_property_readonly(
      "model", [](const Robot& r) { return to_python(r.model()); }, "As given, a RobotModel.");
  robot.def_property_readonly(
      "variables",
      [](const Robot& r) { return to_python(std::vector<std::uint32_t>(r.variables().begin(), r.variables().end())); },
      "The joint of each variable.");
  bind_states(robot);
  robot.def(
      "adjacent",
      [](const Robot& r, std::uint32_t a, std::uint32_t b) {
        const std::size_t n = r.model().links.size();
        if (a >= n || b >= n) throw py::index_error("the robot has " + std::to_string(n) + " links");
        return r.adjacent(a, b);
      },
      py::arg("a"), py::arg("b"), "True for two links with nothing between them but joints, and links without bodies.");
  m.def("_load_robot", [](const py::object& file, const py::object& options) {
    RobotFiles files;
    const Fields f(options);
    f.get("units", files.units);
    const py::object srdf = f.at("srdf");
    if (!srdf.is_none()) files.srdf = path_of(srdf);
    for (const py::handle package : f.at("packages")) files.packages.push_back(path_of(py::reinterpret_borrow<py::object>(package)));
    return std::make_shared<Robot>(unlocked([&, p = path_of(file)] { return impinge::load_robot(p, files); }));
  });
  m.def(
      "place_robot",
      [](SceneHandle& scene, const Robot& r, const py::object& state, const py::object& base, const py::object& adjacent,
         const std::string& prefix) {
        AdjacentLinks which = AdjacentLinks::automatic;
        from_python(adjacent, "adjacent", which);
        const auto values = borrow_doubles(state, "state");
        const Pose root = read_pose(base);
        return to_python(impinge::place_robot(scene.change().scene, r, values.span, root, which, prefix));
      },
      py::arg("scene"), py::arg("robot"), py::arg("state"), py::arg("base") = py::none(), py::arg("adjacent") = "auto",
      py::arg("prefix") = "", "Puts a robot into a scene: an object for each body; a PlacedRobot.");
  m.def(
      "move_robot",
      [](SceneHandle& scene, const Robot& r, const py::object& placed, const py::object& state, const py::object& base) {
        const auto values = borrow_doubles(state, "state");
        const PlacedRobot there = placed_robot(placed);
        const Pose root = read_pose(base);
        impinge::move_robot(scene.change().scene, r, there, values.span, root);
      },
      py::arg("scene"), py::arg("robot"), py::arg("placed"), py::arg("state"), py::arg("base") = py::none(),
      "Moves its objects to another state.");
}

}  // namespace python
}  // namespace impinge
