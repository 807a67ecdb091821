// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/scene.h>

#include <pybind11/stl.h>

#include "handles.h"
#include "watch.h"
#include "words.h"

namespace impinge {

py::object to_python(const Keyframe& k) {
  return python::Record("Keyframe")
      .set("t", k.t)
      .set("position", k.position)
      .set("rotation", std::vector<double>(k.rotation.begin(), k.rotation.end()))
      .done();
}

py::object to_python(const Motion& m) {
  return python::Record("Motion")
      .set("keyframes", m.keyframes)
      .set("velocity", m.velocity)
      .set("angular_velocity", m.angular_velocity)
      .set("vertex_keyframes", m.vertex_keyframes)
      .set("vertex_times", m.vertex_times)
      .set("path", m.path)
      .done();
}

void from_python(py::handle value, const char*, Keyframe& k) {
  std::vector<double> rotation;
  python::Fields(value).get("t", k.t).get("position", k.position).get("rotation", rotation);
  if (rotation.size() != 4) throw py::value_error("rotation: a quaternion x y z w is expected");
  std::copy(rotation.begin(), rotation.end(), k.rotation.begin());
}

void from_python(py::handle value, const char*, Motion& m) {
  python::Fields(value)
      .get("keyframes", m.keyframes)
      .get("velocity", m.velocity)
      .get("angular_velocity", m.angular_velocity)
      .get("vertex_keyframes", m.vertex_keyframes)
      .get("vertex_times", m.vertex_times)
      .get("path", m.path);
}

py::object to_python(const Rule& r) {
  return python::Record("Rule")
      .set("a", r.a)
      .set("b", r.b)
      .set("self", r.self)
      .set("ignore", r.ignore)
      .set("min", r.min)
      .set("max", r.max)
      .set("accept", r.accept)
      .set("max_depth", r.max_depth)
      .set("max_volume", r.max_volume)
      .set("severity", r.severity)
      .set("reason", r.reason)
      .set("origin", r.origin)
      .done();
}

void from_python(py::handle value, const char*, Rule& r) {
  python::Fields(value)
      .get("a", r.a)
      .get("b", r.b)
      .get("self", r.self)
      .get("ignore", r.ignore)
      .get("min", r.min)
      .get("max", r.max)
      .get("accept", r.accept)
      .get("max_depth", r.max_depth)
      .get("max_volume", r.max_volume)
      .get("severity", r.severity)
      .get("reason", r.reason)
      .get("origin", r.origin);
}

namespace python {
namespace {

using SceneClass = py::class_<SceneHandle, std::shared_ptr<SceneHandle>>;

template <typename T>
void keep(std::vector<py::object>& list, ObjectId id, const T& object) {
  if (list.size() <= id.value) list.resize(id.value + 1);
  list[id.value] = object;
}

std::uint32_t add(SceneHandle& h, const std::string& name, const py::object& shape, const py::object& pose,
                  const py::object& group) {
  const Pose placed = read_pose(pose);
  Group side = Group::none;
  if (!group.is_none()) from_python(group, "group", side);
  if (py::isinstance<ShapeHandle>(shape)) {
    SceneState& state = h.change();
    const ObjectId id = state.scene.add(name, shape.cast<ShapeHandle&>().shape, placed, side);
    keep(state.shapes, id, shape);
    return id.value;
  }
  if (!py::isinstance<MeshHandle>(shape))
    throw py::type_error("a Mesh or a LineShape is expected, not " + std::string(py::str(shape.get_type())));
  const Mesh mesh = shape.cast<MeshHandle&>().mesh();
  SceneState& state = h.change();
  const ObjectId id = state.scene.add(name, mesh, placed, side);
  keep(state.meshes, id, shape);
  return id.value;
}

void set_vertices(SceneHandle& h, const py::object& object, const py::object& vertices) {
  const ObjectId id = h.id(object);
  const Borrowed<Vec3> points = vertices.is_none() ? Borrowed<Vec3>{py::none(), {}} : borrow_points(vertices, "vertices");
  SceneState& state = h.change();
  state.scene.set_vertices(id, points.span);
  keep(state.deformed, id, points.array);
}

py::object describe_object(SceneHandle& h, const py::object& object) {
  const ObjectId id = h.id(object);
  const SceneObject& o = h.scene().objects()[id.value];  // removed ones too
  py::object deformed = py::none();
  if (!o.deformed.empty()) {
    const auto& kept = h.share()->deformed;
    deformed = id.value < kept.size() && kept[id.value] ? kept[id.value] : py::object(points_array(o.deformed));
  }
  return Record("SceneObject")
      .set("name", o.name)
      .set("mesh", h.mesh_of(id))
      .set("pose", py::object(pose_array(o.pose)))
      .set("group", o.group)
      .set("shape", h.shape_of(id))
      .set("deformed", deformed)
      .set("motion", o.motion ? to_python(*o.motion) : py::object(py::none()))
      .set("groups", o.groups)
      .set("layer", o.layer)
      .set("hidden", o.hidden)
      .set("removed", o.removed)
      .done();
}

void replace(SceneHandle& h, const py::object& object, const py::object& shape) {
  const ObjectId id = h.id(object);
  if (py::isinstance<ShapeHandle>(shape)) {
    SceneState& state = h.change();
    state.scene.replace(id, shape.cast<ShapeHandle&>().shape);
    keep(state.shapes, id, shape);
    keep(state.meshes, id, py::object());
    keep(state.deformed, id, py::object());
    return;
  }
  if (!py::isinstance<MeshHandle>(shape))
    throw py::type_error("a Mesh or a LineShape is expected, not " + std::string(py::str(shape.get_type())));
  const Mesh mesh = shape.cast<MeshHandle&>().mesh();
  SceneState& state = h.change();
  state.scene.replace(id, mesh);
  keep(state.meshes, id, shape);
  keep(state.shapes, id, py::object());
  keep(state.deformed, id, py::object());
}

void bind_changes(SceneClass& scene) {
  scene.def(
      "remove",
      [](SceneHandle& h, const py::object& object) {
        const ObjectId id = h.id(object);
        SceneState& state = h.change();
        state.scene.remove(id);
        for (std::vector<py::object>* list : {&state.deformed, &state.meshes, &state.shapes}) keep(*list, id, py::object());
      },
      py::arg("object"), "Takes an object out; the numbers of the others stay, and its name is free again.");
  scene.def("replace", &replace, py::arg("object"), py::arg("shape"),
            "Gives an object another Mesh or LineShape; name, pose, groups, layer and ignored pairs stay.");
  scene.def(
      "rename",
      [](SceneHandle& h, const py::object& object, const std::string& name) {
        const ObjectId id = h.id(object);
        h.change().scene.rename(id, name);
      },
      py::arg("object"), py::arg("name"), "Gives an object another name.");
  scene.def(
      "hide",
      [](SceneHandle& h, const py::object& object, bool hidden) {
        const ObjectId id = h.id(object);
        h.change().scene.hide(id, hidden);
      },
      py::arg("object"), py::arg("hidden") = true, "Queries about the whole scene leave the object out, or no longer.");
}

void bind_objects(SceneClass& scene) {
  scene.def("_add", &add);
  scene.def(
      "set_pose",
      [](SceneHandle& h, const py::object& object, const py::object& pose) {
        const ObjectId id = h.id(object);
        const Pose placed = read_pose(pose);
        h.change().scene.set_pose(id, placed);
      },
      py::arg("object"), py::arg("pose"), "Moves an object: a matrix (4, 4) or (3, 4), or a position.");
  scene.def("set_vertices", &set_vertices, py::arg("object"), py::arg("vertices"),
            R"(New local vertices for an object that deforms, as many as its mesh has; None goes back to the mesh's own.

A C-contiguous float64 array is borrowed: its values must stay as they are during every query until the next call. An array
that changes while it is borrowed is the caller's matter: call this again after each change, and not during a query.)");
  scene.def(
      "set_motion",
      [](SceneHandle& h, const py::object& object, const py::object& motion) {
        const ObjectId id = h.id(object);
        Motion value;
        from_python(motion, "motion", value);
        h.change().scene.set_motion(id, std::move(value));
      },
      py::arg("object"), py::arg("motion"), "Gives an object a motion, for Engine.sweep.");
  scene.def(
      "set_groups",
      [](SceneHandle& h, const py::object& object, const py::object& groups) {
        std::vector<std::string> names;
        from_python(groups, "groups", names);
        const ObjectId id = h.id(object);
        h.change().scene.set_groups(id, std::move(names));
      },
      py::arg("object"), py::arg("groups"), "Puts an object into groups for rules to select it by.");
  scene.def(
      "set_layer",
      [](SceneHandle& h, const py::object& object, const std::string& layer) {
        const ObjectId id = h.id(object);
        h.change().scene.set_layer(id, layer);
      },
      py::arg("object"), py::arg("layer"), "Puts an object on a layer for rules to select it by.");
  scene.def("object", &describe_object, py::arg("object"), "One object, a SceneObject, by its number or name.");
  scene.def(
      "find", [](const SceneHandle& h, const std::string& name) { return h.scene().find(name).value; }, py::arg("name"),
      "The number of the object of that name.");
  scene.def("__len__", [](const SceneHandle& h) { return h.scene().objects().size(); });
}

void bind_rules(SceneClass& scene) {
  scene.def(
      "set_rules",
      [](SceneHandle& h, const py::object& rules) {
        std::vector<Rule> all;
        from_python(rules, "rules", all);
        h.change().scene.set_rules(std::move(all));
      },
      py::arg("rules"), "What is asked about which pairs: a list of Rule.");
  scene.def_property_readonly(
      "rules",
      [](const SceneHandle& h) { return to_python(std::vector<Rule>(h.scene().rules().begin(), h.scene().rules().end())); },
      "As set.");
  scene.def(
      "find_rule",
      [](const SceneHandle& h, const py::object& a, const py::object& b) {
        const Rule* rule = h.scene().find_rule(h.id(a), h.id(b));
        return rule != nullptr ? to_python(*rule) : py::object(py::none());
      },
      py::arg("a"), py::arg("b"), "The first rule that fits two objects; None if none does.");
  scene.def(
      "ignore",
      [](SceneHandle& h, const py::object& a, const py::object& b, const std::string& reason) {
        const ObjectId first = h.id(a), second = h.id(b);
        h.change().scene.ignore(first, second, reason);
      },
      py::arg("a"), py::arg("b"), py::arg("reason") = "", "Marks a pair as known and accepted.");
  scene.def_property_readonly(
      "ignored",
      [](const SceneHandle& h) {
        py::list all;
        for (const IgnoredPair& p : h.scene().ignored())
          all.append(Record("IgnoredPair").set("a", p.a).set("b", p.b).set("reason", p.reason).done());
        return all;
      },
      "The pairs of ignore().");
}

}  // namespace

void bind_scene(py::module_& m) {
  SceneClass scene(m, "Scene", py::dynamic_attr());
  scene.def(py::init<>());
  bind_objects(scene);
  bind_changes(scene);
  bind_rules(scene);
  scene.def_property(
      "units", [](const SceneHandle& h) { return to_python(h.scene().units); },
      [](SceneHandle& h, const std::string& units) { h.change().scene.units = units; },
      "Unit of length, echoed in every answer.");
  scene.def_property(
      "duration", [](const SceneHandle& h) { return to_python(h.scene().duration); },
      [](SceneHandle& h, const py::object& value) { from_python(value, "duration", h.change().scene.duration); },
      "How long the motion takes, from t = 0; None: up to the last keyframe.");
  scene.def_property_readonly(
      "names",
      [](const SceneHandle& h) {
        py::list names;
        for (const SceneObject& o : h.scene().objects()) names.append(to_python(o.name));
        return names;
      },
      "The names of all objects, by their ids.");
  scene.def(
      "copy", [](const SceneHandle& h) { return std::make_shared<SceneHandle>(h); },
      "A scene of its own with the same objects.");
  m.def(
      "pose_from_quaternion",
      [](const py::object& position, const std::array<double, 4>& xyzw) {
        return pose_array(Pose::from_quaternion(read_vec3(position, "position"), xyzw));
      },
      py::arg("position"), py::arg("xyzw"), R"(A matrix (4, 4) from a quaternion x y z w of any length but zero.

>>> import impinge
>>> impinge.pose_from_quaternion((1, 2, 3), (0, 0, 1, 1))[:3, 0]
array([0., 1., 0.])
)");
  m.def(
      "world_point",
      [](const py::object& pose, const py::object& local) {
        return to_python(impinge::world_point(read_pose(pose), read_vec3(local, "local")));
      },
      py::arg("pose"), py::arg("local"), "The one definition of world coordinates.");
}

}  // namespace python
}  // namespace impinge
