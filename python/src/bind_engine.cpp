// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the impinge authors
#include <impinge/engine.h>

#include "answers.h"
#include "options.h"
#include "watch.h"

namespace impinge::python {

std::function<bool(ObjectId, ObjectId)> asks_python(const py::object& function) {
  if (function.is_none()) return {};
  return [function = owner_of(function)](ObjectId a, ObjectId b) {
    const py::gil_scoped_acquire lock;
    auto* called = static_cast<PyObject*>(const_cast<void*>(function.get()));
    const py::object answer = py::reinterpret_steal<py::object>(
        PyObject_CallFunctionObjArgs(called, to_python(a).ptr(), to_python(b).ptr(), nullptr));
    const int truth = answer ? PyObject_IsTrue(answer.ptr()) : -1;
    if (truth < 0) throw Raised();
    return truth == 1;
  };
}

namespace {

using EngineClass = py::class_<Engine, std::shared_ptr<Engine>>;

LogCallback log_to_python(const py::object& function) {
  if (function.is_none()) return {};
  return [function = owner_of(function)](std::string_view line) {
    const py::gil_scoped_acquire lock;
    auto* called = static_cast<PyObject*>(const_cast<void*>(function.get()));
    const py::object answer =
        py::reinterpret_steal<py::object>(PyObject_CallFunctionObjArgs(called, to_python(line).ptr(), nullptr));
    if (!answer) throw Raised();
  };
}

std::shared_ptr<Engine> make_engine(const py::object& options, const py::object& other_ways) {
  const Fields f(options);
  EngineOptions o;
  f.get("threads", o.threads).get("backend", o.backend);
  o.on_log = log_to_python(f.at("on_log"));
  return std::make_shared<Engine>(std::move(o), experiments(Fields(other_ways)));
}

std::shared_ptr<CheckHandle> check(const Engine& engine, const SceneHandle& scene, const py::object& options,
                                   const py::object& progress) {
  auto handle = std::make_shared<CheckHandle>();
  handle->scene = scene.share();
  handle->options = check_options(Fields(options), scene.scene());
  CheckOptions asked = handle->options;
  asked.asks = asks_python(Fields(options).at("asks"));
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  handle->result = watch.run([&] { return engine.check(handle->scene->scene, asked); });
  return handle;
}

std::shared_ptr<SweepHandle> sweep(const Engine& engine, const SceneHandle& scene, const py::object& options,
                                   const py::object& progress) {
  auto handle = std::make_shared<SweepHandle>();
  handle->scene = scene.share();
  handle->options = sweep_options(Fields(options));
  SweepOptions asked = handle->options;
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  handle->result = watch.run([&] { return engine.sweep(handle->scene->scene, asked); });
  return handle;
}

std::shared_ptr<MapHandle> map(const Engine& engine, const SceneHandle& scene, const py::object& a, const py::object& b,
                               const py::object& options, const py::object& progress) {
  auto handle = std::make_shared<MapHandle>();
  handle->scene = scene.share();
  handle->a = scene.id(a);
  handle->b = scene.id(b);
  handle->options = map_options(Fields(options));
  MapOptions asked = handle->options;
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  handle->map = watch.run([&] { return engine.map(handle->scene->scene, handle->a, handle->b, asked); });
  return handle;
}

bool meet(const Engine& engine, const SceneHandle& scene, const py::object& a, const py::object& b, const py::object& open) {
  OpenBodies taken = OpenBodies::solid;
  if (!open.is_none()) from_python(open, "open", taken);
  const auto state = scene.share();
  const ObjectId first = scene.id(a), second = scene.id(b);
  return unlocked([&] { return engine.meet(state->scene, first, second, taken); });
}

py::object hits(const Engine& engine, const SceneHandle& scene, const py::object& object, const py::object& open) {
  OpenBodies taken = OpenBodies::solid;
  if (!open.is_none()) from_python(open, "open", taken);
  const auto state = scene.share();
  const ObjectId id = scene.id(object);
  return to_python(unlocked([&] { return engine.hits(state->scene, id, taken); }));
}

py::object nearest(const Engine& engine, const SceneHandle& scene, const py::object& object, double limit) {
  const auto state = scene.share();
  const ObjectId id = scene.id(object);
  const auto found = unlocked([&] { return engine.nearest(state->scene, id, limit); });
  if (!found) return py::none();
  return Record("NearestObject")
      .set("object", found->object)
      .set("distance", found->distance)
      .set("witness", found->witness)
      .done();
}

/// One object, or several that move together.
std::vector<ObjectId> moving_objects(const SceneHandle& scene, const py::object& objects) {
  std::vector<ObjectId> ids;
  if (py::isinstance<py::list>(objects) || py::isinstance<py::tuple>(objects))
    for (const py::handle object : objects) ids.push_back(scene.id(object));
  else
    ids.push_back(scene.id(objects));
  return ids;
}

py::object meet_poses(const Engine& engine, const SceneHandle& scene, const py::object& objects, const py::object& poses,
                      const py::object& options, const py::object& progress) {
  const auto state = scene.share();
  const auto ids = moving_objects(scene, objects);
  const bool several = !py::isinstance<py::int_>(objects) && !py::isinstance<py::str>(objects);
  const std::vector<Pose> all = read_poses(poses);
  PoseOptions asked = pose_options(Fields(options));
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  auto found = watch.run([&] {
    return several ? engine.meet_poses(state->scene, ids, all, asked) : engine.meet_poses(state->scene, ids[0], all, asked);
  });
  const auto n = static_cast<py::ssize_t>(found.size());
  return take<std::uint8_t>(std::move(found), {n}).attr("view")("bool");
}

py::object check_poses(const Engine& engine, const SceneHandle& scene, const py::object& objects, const py::object& poses,
                       const py::object& options, const py::object& progress) {
  const auto state = scene.share();
  const auto ids = moving_objects(scene, objects);
  const bool several = !py::isinstance<py::int_>(objects) && !py::isinstance<py::str>(objects);
  const std::vector<Pose> all = read_poses(poses);
  PoseOptions asked = pose_options(Fields(options));
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  const auto found = watch.run([&] {
    return several ? engine.check_poses(state->scene, ids, all, asked)
                   : engine.check_poses(state->scene, ids[0], all, asked);
  });
  py::list list(found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    list[i] = Record("PoseAnswer")
                  .set("verdict", found[i].verdict)
                  .set("hit", found[i].hit)
                  .set("moving", found[i].moving)
                  .set("distance", found[i].distance)
                  .done();
  return list;
}

py::object points(const Engine& engine, const SceneHandle& scene, const py::object& object, const py::object& points,
                  const py::object& options, const py::object& progress) {
  const auto state = scene.share();
  const ObjectId id = scene.id(object);
  const Borrowed<Vec3> all = borrow_points(points, "points");
  PointOptions asked = point_options(Fields(options));
  Watch watch(progress);
  asked.on_progress = watch.on_progress();
  asked.is_cancelled = watch.is_cancelled();
  const PointAnswers found = watch.run([&] { return engine.points(state->scene, id, all.span, asked); });
  return Record("PointAnswers")
      .set("sides", found.sides)
      .set("distances", found.distances)
      .set("least_distances", found.least_distances)
      .set("faces", found.faces)
      .set("nearest", found.nearest)
      .set("windings", found.windings)
      .set("certainty", found.certainty)
      .done();
}

py::object rays(const Engine& engine, const SceneHandle& scene, const py::object& object, const py::object& origins,
                const py::object& directions, double limit, const py::object& progress) {
  const auto state = scene.share();
  const ObjectId id = scene.id(object);
  const Borrowed<Vec3> from = borrow_points(origins, "origins"), along = borrow_points(directions, "directions");
  if (from.span.size() != along.span.size() && along.span.size() != 1)
    throw py::value_error("directions: one for each origin is expected, or one for all");
  std::vector<Ray> all(from.span.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {from.span[i], along.span.size() == 1 ? along.span[0] : along.span[i]};
  Watch watch(progress);
  RayOptions asked{.limit = limit, .on_progress = watch.on_progress(), .is_cancelled = watch.is_cancelled()};
  const RayAnswers found = watch.run([&] { return engine.rays(state->scene, id, all, asked); });
  return Record("RayAnswers").set("faces", found.faces).set("times", found.times).done();
}

void bind_listings(py::module_& m) {
  m.def(
      "backends",
      [] {
        py::list all;
        for (const BackendInfo& b : impinge::backends())
          all.append(Record("BackendInfo")
                         .set("backend", b.backend)
                         .set("name", b.name)
                         .set("available", b.available)
                         .set("device", b.device)
                         .set("driver", b.driver)
                         .set("reason", b.reason)
                         .set("features", b.features)
                         .set("conservative", b.conservative)
                         .set("software", b.software)
                         .done());
        return all;
      },
      "Every backend, the processor first.");
  m.def(
      "methods",
      [] {
        py::list all;
        for (const MethodInfo& i : impinge::methods())
          all.append(Record("MethodInfo")
                         .set("name", i.name)
                         .set("stage", i.stage)
                         .set("guarantee", i.guarantee)
                         .set("source", i.source)
                         .set("method", i.method)
                         .done());
        return all;
      },
      "Every method of this build, stage by stage.");
}

}  // namespace

void bind_engine(py::module_& m) {
  EngineClass engine(m, "Engine");
  engine.def(py::init(&make_engine));
  engine.def("_check", &check);
  engine.def("_sweep", &sweep);
  engine.def("_map", &map);
  engine.def("_meet_poses", &meet_poses);
  engine.def("_check_poses", &check_poses);
  engine.def("_points", &points);
  engine.def("_rays", &rays);
  engine.def("meet", &meet, py::arg("scene"), py::arg("a"), py::arg("b"), py::arg("open") = py::none(),
             R"(True if two objects have a common point, including when one lies inside the other; stops at the first proof.

>>> import impinge
>>> scene = impinge.Scene()
>>> left, right = scene.add("left", impinge.make_box((1, 1, 1))), scene.add("right", impinge.make_box((1, 1, 1)), (0.5, 0, 0))
>>> impinge.Engine().meet(scene, "left", "right")
True
)");
  engine.def("hits", &hits, py::arg("scene"), py::arg("object"), py::arg("open") = py::none(),
             "The first other object, by its number, that this one meets; None if there is none.");
  engine.def("nearest", &nearest, py::arg("scene"), py::arg("object"),
             py::arg("limit") = std::numeric_limits<double>::infinity(),
             "The other object that is nearest to this one, a NearestObject; None if all are beyond the limit.");
  engine.def(
      "prepare",
      [](Engine& e, const MeshHandle& h) {
        const Mesh& mesh = h.mesh();
        unlocked([&] { e.prepare(mesh); });
      },
      py::arg("mesh"),
      "What makes queries that are asked again and again fast: call it once for each mesh, before the loop.");
  engine.def(
      "forget",
      [](Engine& e, const MeshHandle& h) {
        const Mesh& mesh = h.mesh();
        unlocked([&] { e.forget(mesh); });
      },
      py::arg("mesh"), "Drops what prepare() has built for the mesh.");
  // What the benchmark compares with: the same question n times without Python in between.
  engine.def("_meet_times", [](const Engine& e, const SceneHandle& scene, const py::object& a, const py::object& b, int n) {
    const auto state = scene.share();
    const ObjectId first = scene.id(a), second = scene.id(b);
    return unlocked([&] {
      int met = 0;
      for (int i = 0; i < n; ++i) met += e.meet(state->scene, first, second) ? 1 : 0;
      return met;
    });
  });
  bind_listings(m);
}

}  // namespace impinge::python
